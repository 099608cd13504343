package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// tellRoll shows a roll to people: the working, the dice as they fell, what
// came of it.
func (s *shell) tellRoll(st *stage, p *player, step engine.Step) {
	ink := s.paint()
	title := st.in.System.Name + ": " + st.in.Action.Label
	if name := st.names[engine.Actor]; name != "" {
		title = clean(name) + ", " + title
	}
	s.line("%s", ink.title(title))
	for _, n := range append(st.reasons(step.Notes), step.Notes...) {
		fmt.Fprint(s.out, wrapped("  ", n))
	}
	for _, a := range p.given {
		s.line("  %s  %s", ink.dim(a.ID), clean(p.words(a)))
	}
	if !step.Done() {
		s.tellQuestion(*step.Open, ink)
		return
	}
	s.tellOutcome(st, step, ink)
}

// reasons says why the situation counts and that the roll is hidden, unless
// the rule has noted it.
func (st *stage) reasons(notes []string) []string {
	form := st.in.Action.Form.Read(st.in.Form)
	var out []string
	why := engine.Why.Of(form)
	if why != "" && !slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, why) }) {
		out = append(out, fmt.Sprintf("situation %+d: %s", engine.Situation.Of(form), why))
	}
	if engine.Hidden.Of(form) {
		out = append(out, "only the gamemaster sees this roll")
	}
	return out
}

// words writes an answer: dice as they fell, with a plus where one was thrown
// again.
func (p *player) words(a engine.Answer) string {
	switch {
	case a.Faces != nil:
		return a.Dice + "  " + faceWords(p.diceOf(a), a.Faces)
	case a.Amount != nil:
		return strconv.Itoa(*a.Amount)
	case a.Give != nil:
		var given []string
		for _, id := range slices.Sorted(maps.Keys(a.Give)) {
			given = append(given, fmt.Sprintf("%s %d", id, a.Give[id]))
		}
		return orNone(strings.Join(given, ", "))
	}
	return a.Pick
}

func (p *player) diceOf(a engine.Answer) engine.Dice {
	for _, q := range p.asked {
		if q.ID == a.ID && q.Dice.String() == a.Dice {
			return q.Dice
		}
	}
	return engine.Dice{}
}

func faceWords(d engine.Dice, faces engine.Faces) string {
	var b strings.Builder
	for i, x := range faces {
		switch {
		case i == 0:
		case d.Again != 0 && faces[i-1] == d.Again:
			b.WriteByte('+')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(x))
	}
	return b.String()
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func (s *shell) tellOutcome(st *stage, step engine.Step, ink paint) {
	o := step.Outcome
	grade := ink.bad(o.Grade)
	if o.Success {
		grade = ink.good(o.Grade)
	}
	words := fmt.Sprintf("%s: %d", grade, o.Total)
	if !o.NoTarget {
		words += fmt.Sprintf(" against %d, margin %d", o.Target, o.Margin)
	}
	if len(o.Flags) > 0 {
		words += "  [" + strings.Join(o.Flags, ", ") + "]"
	}
	s.line("%s", words)
	var values []string
	for _, v := range o.Values {
		values = append(values, v.ID+" "+orNone(v.Value.String()))
	}
	if values != nil {
		fmt.Fprint(s.out, wrapped("  ", strings.Join(values, ", ")))
	}
	for _, c := range step.Changes {
		s.line("  %s", clean(st.change(c)))
	}
	for _, l := range step.Later {
		s.line("  %s after %d %s", laterLabel(st.in.System, l.Action), l.After, plural(l.After, l.Unit, l.Unit+"s"))
	}
}

func (st *stage) change(c engine.Change) string {
	who := string(c.Sheet)
	if name := st.names[c.Sheet]; name != "" {
		who = name
	}
	return fmt.Sprintf("%s: %s %s → %s", who, c.Field, orNone(c.From.String()), orNone(c.To.String()))
}

func laterLabel(sys *engine.System, id string) string {
	if a, ok := sys.Action(id); ok {
		return a.Label
	}
	return id
}

// tellQuestion shows an open decision and how to answer it.
func (s *shell) tellQuestion(q engine.Question, ink paint) {
	s.line("%s  %s", ink.title("open: "+q.ID), clean(q.Words))
	example := ""
	switch q.Form {
	case engine.Picking:
		for _, o := range q.Options {
			s.line("  %s  %s", o.ID, clean(strings.Join(said(o.Label, o.Price, whyNot(o.WhyNot)), ", ")))
		}
		example = q.Options[len(q.Options)-1].ID
	case engine.Sharing:
		for _, k := range q.Sinks {
			one := ""
			if k.Effect != nil && k.WhyNot == "" {
				one = "1: " + k.Effect(1)
			}
			s.line("  %s  %s", k.ID, clean(strings.Join(said(k.Label, one, whyNot(k.WhyNot)), ", ")))
		}
		s.line("  %d to share; all need not be used", q.Total)
		example = q.Sinks[0].ID + ":1"
	case engine.Numbering:
		s.line("  from %d to %d", q.Least, q.Most)
		example = strconv.Itoa(q.Most)
	}
	s.line("answer it with --answer %s=%s", q.ID, example)
}

func whyNot(why string) string {
	if why == "" {
		return ""
	}
	return "not now: " + why
}

func said(words ...string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}
