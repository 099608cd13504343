package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
)

// title says whose roll it is.
func (st *stage) title() string {
	title := st.in.System.Name + ": " + st.in.Action.Label
	if name := st.names[engine.Actor]; name != "" {
		title = name + ", " + title
	}
	return title
}

// tellRoll shows a roll to people: what came of it, then the working and the
// dice as they fell. What is still asked comes last.
func (s teller) tellRoll(st *stage, p *player, step engine.Step) {
	k := s.look()
	if step.Done() {
		s.tellOutcome(st, step, k)
	}
	s.line("%s", k.Paint(kit.Title, st.title()))
	for _, n := range append(st.reasons(step.Notes), step.Notes...) {
		s.text("  ", n)
	}
	s.lines(k.DiceRows(kit.ThrownOf(p.given, step.Fates), 2, width))
	for _, a := range p.given {
		if a.Faces == nil {
			s.line("  %s: %s", a.ID, decided(a))
		}
	}
	if !step.Done() {
		s.tellQuestion(*step.Open, k)
	}
}

// reasons says why the situation counts and that the roll is hidden, unless
// the rule has noted it.
func (st *stage) reasons(notes []string) []string {
	form := st.in.Action.Form.Read(st.in.Params)
	var out []string
	why := engine.Every.Why.Of(form)
	if why != "" && !slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, why) }) {
		out = append(out, fmt.Sprintf("situation %+d: %s", engine.Every.Situation.Of(form), why))
	}
	if engine.Every.Hidden.Of(form) {
		out = append(out, "only the gamemaster sees this roll")
	}
	return out
}

// decided writes a decision as it would be typed.
func decided(a engine.Answer) string {
	if a.Amount != nil {
		return strconv.Itoa(*a.Amount)
	}
	if a.Give == nil {
		return kit.Clean(a.Pick)
	}
	var given []string
	for _, id := range slices.Sorted(maps.Keys(a.Give)) {
		given = append(given, fmt.Sprintf("%s %d", id, a.Give[id]))
	}
	return orNone(strings.Join(given, ", "))
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func (s teller) tellOutcome(st *stage, step engine.Step, k *kit.Look) {
	o := step.Outcome
	ink := kit.Bad
	if o.Success {
		ink = kit.Good
	}
	words := fmt.Sprintf("%s: %d", k.Paint(ink, o.Grade), o.Result())
	if !o.NoTarget {
		words += fmt.Sprintf(" against %d, margin %d", o.Target, o.Margin)
	}
	if len(o.Flags) > 0 {
		words += " (" + strings.Join(o.Flags, ", ") + ")"
	}
	s.line("%s", words)
	var values []string
	for _, v := range o.Values {
		values = append(values, v.ID+" "+orNone(v.Value.String()))
	}
	if values != nil {
		s.text("  ", strings.Join(values, ", "))
	}
	for _, c := range st.in.System.Sheet.Told(step.Changes) {
		s.text("  ", fmt.Sprintf("%s: %s %s %s %s", st.who(c.Sheet), c.Field, orNone(c.From.String()), k.Arrow, orNone(c.To.String())))
	}
	for _, l := range step.Later {
		s.line("  %s after %d %s", st.label(l.Action), l.After, plural(l.After, l.Unit, l.Unit+"s"))
	}
}

// who names a seat.
func (st *stage) who(seat engine.Seat) string {
	if name := st.names[seat]; name != "" {
		return name
	}
	return string(seat)
}

func (st *stage) label(action string) string {
	if a, ok := st.in.System.Action(action); ok {
		return a.Label
	}
	return action
}

// tellQuestion shows an open decision and how to answer it.
func (s teller) tellQuestion(q engine.Question, k *kit.Look) {
	s.line("%s %s", k.Paint(kit.Title, q.ID+" is open:"), kit.Clean(q.Words))
	example := ""
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options {
			s.option(o.ID, o.Label, o.Price, o.WhyNot)
		}
		example = q.Options[len(q.Options)-1].ID
	case engine.Sharing:
		for _, use := range q.Sinks {
			gives := ""
			if use.Effect != nil && use.WhyNot == "" {
				step := min(max(use.Each, 1), q.Total)
				gives = fmt.Sprintf("%d gives %s", step, use.Effect(step))
			}
			s.option(use.ID, use.Label, gives, use.WhyNot)
		}
		s.line("  %d to share; all need not be used", q.Total)
		example = q.Sinks[0].ID + ":1"
	case engine.Numbering:
		s.line("  from %d to %d", q.Least, q.Most)
		example = strconv.Itoa(q.Most)
	}
	s.line("answer it with --answer %s=%s", q.ID, example)
}

// option shows one way to answer.
func (s teller) option(id, label, aside, whyNot string) {
	words := label
	if aside != "" {
		words += ", " + aside
	}
	if whyNot != "" {
		words += ", not now: " + whyNot
	}
	s.line("  %-14s %s", id, kit.Clean(words))
}
