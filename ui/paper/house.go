package paper

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// house shows the house rules of a rulebook. What is changed there holds at
// once.
type house struct {
	Paper
	system, name string
	seq          uint64 // of the log from which the notes are
}

// House opens the house rules of the rulebook on the screen.
func House(f pane.Frame) pane.Intent {
	s := f.Rulebook()
	if s == nil || len(s.House.Fields()) == 0 {
		return pane.Say{Words: "this rulebook has no house rules"}
	}
	o := &house{system: s.ID, name: s.Name, Paper: Paper{Schema: s.House}}
	for _, sp := range s.House.Fields() {
		o.Blanks = append(o.Blanks, Blank{Path: sp.ID, Spec: sp})
	}
	return pane.Push{Overlay: o}
}

func (o *house) Title(pane.Frame) string { return "House rules: " + o.name }

func (o *house) Draw(f pane.Frame) []string {
	o.refresh(f)
	return o.Paper.Draw(f)
}

// refresh takes in the rules as they hold, unless one is being typed.
func (o *house) refresh(f pane.Frame) {
	if !o.Busy() {
		o.Page = f.Table.House[o.system]
	}
	if o.seq == f.Table.Seq() {
		return
	}
	o.seq = f.Table.Seq()
	since := f.Table.RulesSince(o.system)
	for i, b := range o.Blanks {
		o.Blanks[i].Note = since[b.Path]
	}
}

var (
	houseEnter = pane.In("house", "House rules", pane.Enter("next", "to the next rule", ""))
	houseKeys  = slices.Concat(houseEnter, pane.Footer(slices.Concat(writing[:14], []pane.Binding{pane.Back}),
		"up", "rule", "down", "rule", "less", "change", "more", "change", "clear", "default", "back", "back"))
)

func (o *house) Keys() []pane.Binding {
	if o.Busy() {
		return o.TypingKeys("done", "done")
	}
	return houseKeys
}

func (o *house) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Intent) {
	o.refresh(f)
	free := !o.Busy()
	does := f.Pressed(houseKeys, k)
	if free && does == "back" {
		return o, pane.Pop{}
	}
	if !o.Paper.Key(f, k) && does == "next" && free {
		o.move(1)
	}
	if o.Busy() {
		return o, nil
	}
	var all pane.All
	for _, set := range differ(o.Schema, f.Table.House[o.system], o.Page).set {
		all = append(all, pane.Do{Command: model.SetHouse{System: o.system, Rule: set.Field, Value: set.To}})
	}
	if all == nil {
		return o, nil
	}
	return o, all
}
