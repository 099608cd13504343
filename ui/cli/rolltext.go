package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/dice"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// title returns the heading of the roll.
func (st *rollSetup) title() string {
	title := st.in.System.Name + ": " + st.in.Action.Label
	if st.in.System.HasNoSheet() { // plain dice: the text that was typed is the title
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

// printRoll prints a roll: its result, the changes, the dice and the working. An open
// question comes last.
func printRoll(a *app, st *rollSetup, p *player, step engine.Step) {
	k := a.look()
	t, f := st.finished(p, step)
	lines := view.Tell(t, f, true)
	if !step.Done() {
		lines = []view.Line{{Text: st.title()}, {Dice: f.Roll.Tape, Fates: f.Fates}}
		for _, given := range f.Roll.Tape {
			if given.Faces == nil {
				lines = append(lines, view.Line{Text: given.Words})
			}
		}
		for _, n := range f.Notes {
			lines = append(lines, view.Line{Text: n, Aside: true})
		}
	} else if i := slices.IndexFunc(lines, func(l view.Line) bool { return l.Result != nil }); i > 0 { // the verdict comes first
		lines = slices.Insert(slices.Delete(slices.Clone(lines), i, i+1), 0, lines[i])
	}
	printRollLines(a, t, st, lines, step)
	if !step.Done() {
		printQuestion(a, *step.Open, k)
	}
}

// printRollLines prints the lines of a roll, with what follows later before the working.
func printRollLines(a *app, t model.Table, st *rollSetup, lines []view.Line, step engine.Step) {
	k := a.look()
	later, unit := step.Following(engine.OnTimeline), st.in.System.Time.Unit
	follows := func() {
		for _, l := range later {
			a.line("  %s after %d %s", t.ActionName(st.in.System.ID, l.Action), l.After, plural(l.After, unit, unit+"s"))
		}
		later = nil
	}
	for i, l := range lines {
		switch {
		case l.Dice != nil:
			a.lines(k.DiceRows(engine.ThrownOf(l.Dice, l.Fates), 2, width))
		case l.Result != nil && l.Result.NoTarget:
			_, number, _ := strings.Cut(l.Text, ": ")
			if each := dice.Rolls(st.in, step.Outcome); each != nil { // each by itself, and no sum of them
				number = strings.Trim(fmt.Sprint(each), "[]")
			}
			a.line("%s", k.Paint(kit.Title, cmp.Or(number, l.Text)))
		case l.Result != nil && l.Result.Success:
			a.line("%s", k.Paint(kit.Good, model.Capitalize(l.Text)))
		case l.Result != nil && l.Result.Grade != "":
			a.line("%s", k.Paint(kit.Bad, model.Capitalize(l.Text)))
		case i == 0 || lines[0].Result != nil && i == 1:
			a.line("%s", k.Paint(kit.Title, kit.Clean(l.Text)))
		case l.Aside:
			follows()
			for _, words := range kit.Wrap(l.Text, width-2) {
				a.line("  %s", k.Paint(kit.Dim, words))
			}
		default:
			a.text("  ", l.Text)
		}
	}
	follows()
}

// finished returns the roll as a log entry, and a table of its characters, so that it can
// be told like an entry of the log. Answers that were not given and spend nothing are
// omitted.
func (st *rollSetup) finished(p *player, step engine.Step) (model.Table, model.Finished) {
	system := st.in.System.ID
	roll := model.Roll{ID: "roll", System: system, Action: st.in.Action.ID, Params: st.in.Params}
	facts := []model.Fact{model.Made{System: system}}
	for _, seat := range slices.Sorted(maps.Keys(st.in.Sheets)) {
		if st.in.System.HasNoSheet() {
			break
		}
		c := model.Character{ID: string(seat), Name: st.names[seat], Pages: map[string]engine.Page{system: st.in.Sheets[seat]}}
		switch {
		case seat == engine.Actor:
			roll.Who, c.Name = c.ID, cmp.Or(c.Name, "Somebody")
		default:
			roll.Against, c.Name = append(roll.Against, c.ID), cmp.Or(c.Name, "the opponent")
		}
		facts = append(facts, model.Joined{Character: c})
	}
	for _, given := range p.toldAnswers() {
		for _, q := range p.asked {
			if q.ID == given.ID && given.Faces == nil {
				given.Words = model.AnswerWords(q, given)
				break
			}
		}
		roll.Tape = append(roll.Tape, given)
	}
	f := model.Finished{Roll: roll, Outcome: step.Outcome, Notes: step.Notes, Story: step.Story, Fates: step.Fates}
	for _, c := range step.Changes {
		f.Changes = append(f.Changes, model.Change{Who: string(c.Sheet), System: system, Field: c.Field, From: c.From, To: c.To})
	}
	t := model.New(model.Rulebooks{system: st.in.System}).Apply(model.Event{Seq: 1, Facts: facts})
	return t, f
}

// printQuestion prints an open decision and how to answer it.
func printQuestion(a *app, q engine.Question, k *kit.Look) {
	a.line("%s %s", k.Paint(kit.Title, q.ID+" is open:"), kit.Clean(q.Words))
	example := ""
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options {
			printOption(a, o.ID, o.Label, o.Price, o.WhyNot)
		}
		example = q.Options[len(q.Options)-1].ID
	case engine.Sharing:
		for _, use := range scene.SharesOf(q) {
			printOption(a, use.ID, use.Label, use.StepsWords(), use.WhyNot)
		}
		a.line("  %d to share out; you need not use them all", q.Total)
		example = q.Uses[0].ID + ":1"
	case engine.Numbering:
		a.line("  from %d to %d", q.Least, q.Most)
		example = strconv.Itoa(q.Most)
	}
	a.line("answer with --answer %s=%s", q.ID, example)
}

// printOption prints one possible answer.
func printOption(a *app, id, label, aside, whyNot string) {
	words := label
	if aside != "" {
		words += ", " + aside
	}
	if whyNot != "" {
		words += ", not now: " + whyNot
	}
	a.line("  %-14s %s", id, kit.Clean(words))
}
