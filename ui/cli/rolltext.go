package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// title says whose roll it is.
func (st *stage) title() string {
	title := st.in.System.Name + ": " + st.in.Action.Label
	if st.in.System.HasNoSheet() { // what was written says it all
		for _, path := range st.in.Params.Paths() {
			v, _ := st.in.Params.Get(path)
			title = v.String()
		}
	}
	if name := st.names[engine.Actor]; name != "" {
		title = name + ", " + title
	}
	return title
}

// tellRoll shows a roll to people: what came of it, what it changed, the dice
// as they fell, then the working. What is still asked comes last.
func tellRoll(a *app, st *stage, p *player, step engine.Step) {
	k := a.look()
	if step.Done() {
		tellOutcome(a, st, step, k)
	} else {
		a.line("%s", k.Paint(kit.Title, st.title()))
	}
	a.lines(k.DiceRows(kit.ThrownOf(p.tape, step.Fates), 2, width))
	for _, given := range p.told() {
		if given.Faces == nil {
			a.text("  ", p.decided(given))
		}
	}
	for _, n := range append(st.reasons(step.Notes), step.Notes...) {
		for _, l := range kit.Wrap(n, width-2) {
			a.line("  %s", k.Paint(kit.Dim, l))
		}
	}
	if !step.Done() {
		tellQuestion(a, *step.Open, k)
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

// decided says a decision in the words of its question.
func (p *player) decided(a engine.Answer) string {
	for _, q := range p.asked {
		if q.ID == a.ID {
			return model.Decided(q, a)
		}
	}
	return a.ID
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func tellOutcome(a *app, st *stage, step engine.Step, k *kit.Look) {
	o := step.Outcome
	ink, word := kit.Bad, o.Grade
	if o.Success {
		ink = kit.Good
	}
	words := k.Paint(ink, sentence(ending(word, o.Flags)))
	switch {
	case o.NoTarget:
		words = k.Paint(kit.Title, strconv.Itoa(o.Result()))
	case !o.ShowsTarget():
		words += ": " + strconv.Itoa(o.Result())
	default:
		words += fmt.Sprintf(" by %d: %d against %d", max(o.Margin, -o.Margin), o.Result(), o.Target)
	}
	a.line("%s", words)
	a.line("%s", k.Paint(kit.Title, st.title()))
	for _, c := range st.in.System.Sheet.NotableChanges(step.Changes) {
		a.text("  ", fmt.Sprintf("%s%s %s%s%s", st.whose(c.Sheet), st.field(c), orNone(c.From.String()), k.Arrow, orNone(c.To.String())))
	}
	for _, l := range step.Later {
		a.line("  %s after %d %s", st.label(l.Action), l.After, plural(l.After, l.Unit, l.Unit+"s"))
	}
	var values []string
	for _, v := range o.Values {
		if v.Value != engine.ValueOf(o.Result()) {
			values = append(values, spelled(v.Words()))
		}
	}
	if values != nil {
		a.text("  ", strings.Join(values, ", "))
	}
}

// ending says a grade with its flags; a flag that says the grade, too, stands
// for both: critical failure.
func ending(grade string, flags []string) string {
	for i, flag := range flags {
		if strings.HasSuffix(flag, "-"+grade) {
			return engine.GradeChance{Grade: flag, Flags: slices.Delete(slices.Clone(flags), i, i+1)}.Words()
		}
	}
	return engine.GradeChance{Grade: grade, Flags: flags}.Words()
}

// spelled writes short words as the rulebooks do.
func spelled(words string) string {
	parts := strings.Fields(words)
	for i, p := range parts {
		if full, ok := map[string]string{"q": "Quality", "ep": "EP", "pt": "PT", "db": "DB"}[p]; ok {
			parts[i] = full
		}
	}
	return strings.Join(parts, " ")
}

// sentence begins with a capital letter.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// whose names the sheet of a seat: nothing for one's own without a name.
func (st *stage) whose(seat engine.Seat) string {
	switch {
	case st.names[seat] != "":
		return st.names[seat] + "'s "
	case seat == engine.Actor:
		return ""
	}
	return "the opponent's "
}

// field is what a changed field is called.
func (st *stage) field(c engine.Change) string {
	list, rest, nested := strings.Cut(c.Field, "/")
	sp, ok := st.in.System.Sheet.Field(c.Field)
	if !nested {
		if ok {
			return sp.Label
		}
		return c.Field
	}
	row, _, _ := strings.Cut(rest, "/")
	name := row
	if v, written := st.in.Sheets[c.Sheet].Get(list + "/" + row + "/name"); written {
		name = v.Text()
	} else if l, found := st.in.System.Sheet.FindList(list); found {
		name = l.Label
	}
	if ok {
		name += " " + sp.Label
	}
	return name
}

func (st *stage) label(action string) string {
	if a, ok := st.in.System.Action(action); ok {
		return a.Label
	}
	return action
}

// tellQuestion shows an open decision and how to answer it.
func tellQuestion(a *app, q engine.Question, k *kit.Look) {
	a.line("%s %s", k.Paint(kit.Title, q.ID+" is open:"), kit.Clean(q.Words))
	example := ""
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options {
			tellOption(a, o.ID, o.Label, o.Price, o.WhyNot)
		}
		example = q.Options[len(q.Options)-1].ID
	case engine.Sharing:
		for _, use := range q.Uses {
			gives := ""
			if use.Effect != nil && use.WhyNot == "" {
				step := min(max(use.Each, 1), q.Total)
				gives = fmt.Sprintf("%d gives %s", step, use.Effect(step))
			}
			tellOption(a, use.ID, use.Label, gives, use.WhyNot)
		}
		a.line("  %d to share out; you need not use them all", q.Total)
		example = q.Uses[0].ID + ":1"
	case engine.Numbering:
		a.line("  from %d to %d", q.Least, q.Most)
		example = strconv.Itoa(q.Most)
	}
	a.line("answer with --answer %s=%s", q.ID, example)
}

// tellOption shows one way to answer.
func tellOption(a *app, id, label, aside, whyNot string) {
	words := label
	if aside != "" {
		words += ", " + aside
	}
	if whyNot != "" {
		words += ", not now: " + whyNot
	}
	a.line("  %-14s %s", id, kit.Clean(words))
}
