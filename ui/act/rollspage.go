package act

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// rollsPage is the card of several rolls of one action that ask the same question. It has
// one line per roll, with the answer that is offered and the result of it. One key accepts
// all of these answers; each question can also be opened by itself.
type rollsPage struct {
	groupResult             // the results, one after the other
	asks        []*rollPage // the questions, in the same order
	at          int         // the roll under the cursor
}

// askAll returns the card of all rolls that ask this seat the same question as the roll with
// an id; nil if no other roll asks it.
func askAll(f pane.Frame, id string) *rollsPage {
	o := &rollsPage{}
	first, ok := f.Table.Roll(id)
	if !ok || waitsFor(f, id) != "" || !o.add(f.Table, first) { // a question to others has no options here
		return nil
	}
	t := f.Table
	t.State.Apply(o.all[0])
	for _, r := range f.Table.Rolls() {
		if r.ID != id && r.Action == first.Action && r.System == first.System && r.Parked == "" && waitsFor(f, r.ID) == "" && o.add(t, r) {
			t.State.Apply(o.all[len(o.all)-1])
		}
	}
	if len(o.asks) < 2 {
		return nil
	}
	return o
}

// add adds the question of a roll if it is the same as the others and the offered answer
// finishes the roll. t is the table after the rolls that were added before.
func (o *rollsPage) add(t model.Table, r model.Roll) bool {
	in, err := t.InputsOf(r)
	if err != nil {
		return false
	}
	step, err := t.Step(r)
	if err != nil || step.Open == nil {
		return false
	}
	a := ask(r, in, step)
	answers, wrong := a.stated()
	if a.q.Wants == engine.Throwing || wrong != nil || !a.ahead.Done() {
		return false
	}
	if len(o.asks) > 0 && (a.q.ID != o.asks[0].q.ID || a.q.Who != o.asks[0].q.Who) {
		return false
	}
	r.Tape = append(slices.Clip(r.Tape), answers...)
	end := model.Finished{Roll: r, Outcome: a.ahead.Outcome, Notes: a.ahead.Notes, Story: a.ahead.Story, Fates: a.ahead.Fates}
	end.Changes, end.Later = decide.PreviewEffects(t, r, a.ahead)
	o.asks, o.all = append(o.asks, a), append(o.all, end)
	return true
}

func (o *rollsPage) About(f pane.Frame) pane.About {
	a := o.asks[o.at]
	title, with, _ := view.GroupParts(f.Table, o.all)
	return pane.About{Title: title, Aside: with, Rolling: a.rolling(), Progress: a.progress()}
}

func (o *rollsPage) Draw(f pane.Frame) []string {
	landings := make([]resultView, len(o.all))
	for i, d := range o.all {
		landings[i] = landed(f, d)
	}
	lines, at := o.table(f, landings, o.at, o.offered())
	_, _, count := view.GroupParts(f.Table, o.all)
	head := []string{f.Look.Blank(f.W), f.Look.Row(f.W).Space(1).Put(kit.Title, o.asks[0].q.Words).String()}
	if who := o.asks[o.at].decider(f); who != "" {
		head[0] = f.Look.Row(f.W).Space(1).Put(kit.Accent, who+" decides").String()
	}
	below := o.sum(f, landings, count)
	room := max(3, f.H-len(head)-len(below))
	if len(lines) > room && len(below) > 2 { // the questions are more important than the sum
		below, room = nil, max(3, f.H-len(head))
	}
	return slices.Concat(head, f.Look.Scrolled(lines, at, f.W, min(room, len(lines))), below)
}

// offered returns the offered answers in words.
func (o *rollsPage) offered() []string {
	out := make([]string, len(o.asks))
	for i, a := range o.asks {
		out[i] = a.words()
		if a.first != nil {
			out[i] += ", " + a.first.words()
		}
	}
	return out
}

var rollsPageKeys = slices.Concat(pane.In("asking-all", "Groups",
	pane.Enter("commit", "accept the offered answers in all of them", "accept all"),
	pane.Binding{ID: "one", Keys: []string{"right", "l", " "}, Label: "decide this roll by itself", Foot: "decide one"},
	pane.Binding{ID: "up", Keys: []string{"up", "k"}, Label: "previous roll", Foot: "choose"},
	pane.Binding{ID: "down", Keys: []string{"down", "j", "tab"}, Label: "next roll", Foot: "choose"},
), undoing, []pane.Binding{pane.Back})

func (o *rollsPage) Keys(pane.Frame) []pane.Binding {
	return pane.Footer(rollsPageKeys, "commit", "accept all", "up", "choose", "down", "choose", "one", "decide one", "undo", "undo", "back", "later")
}

func (o *rollsPage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	n := len(o.asks)
	switch b, _ := f.PressedOf(o.Keys(f), msg); b.ID {
	case "undo", "redo":
		return o, b.Run(f)
	case "back":
		return o, pane.All{pane.Close{}, pane.Say{Words: "the rolls stay open: " + f.KeyOf("resume") + " continues them"}}
	case "up":
		o.at = (o.at + n - 1) % n
	case "down":
		o.at = (o.at + 1) % n
	case "one":
		return o, Resume(f, o.asks[o.at].roll.ID)
	case "commit":
		return o, o.accept()
	}
	return o, nil
}

// AsksIn reports whether an overlay is the card of several questions, one of them of a roll.
func AsksIn(o pane.Overlay, roll string) bool {
	all, ok := o.(*rollsPage)
	return ok && slices.ContainsFunc(all.asks, func(a *rollPage) bool { return a.roll.ID == roll })
}

// answered reports whether one of the questions has been answered elsewhere.
func (o *rollsPage) answered(t model.Table) bool {
	return slices.ContainsFunc(o.asks, func(a *rollPage) bool {
		r, there := t.Roll(a.roll.ID)
		return !there || r.Parked != "" || r.Question != a.roll.Question
	})
}

// accept sends the offered answers, one roll after the other.
func (o *rollsPage) accept() pane.Intent {
	then := pane.Then(o.asks[len(o.asks)-1].goOn)
	for _, a := range slices.Backward(o.asks) {
		answers, wrong := a.stated()
		if wrong != nil {
			return wrong
		}
		one := a.answered(answers, then)
		then = func(pane.Frame) pane.Intent { return one }
	}
	return then(pane.Frame{})
}
