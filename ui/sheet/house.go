package sheet

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// house shows the house rules of a rulebook. What is changed there holds at
// once.
type house struct {
	form.Form
	system, name string
	seq          uint64 // of the log from which the notes are
}

// House opens the house rules of the rulebook on the screen.
func House(f pane.Frame) pane.Intent {
	s := f.Rulebook()
	if s == nil || len(s.House.Fields()) == 0 {
		return pane.Say{Words: "this rulebook has no house rules"}
	}
	return openHouse(f, s.ID)
}

// TableRules opens the table's own rules: what its players do by themselves.
func TableRules(f pane.Frame) pane.Intent { return openHouse(f, model.TableRulesID) }

func openHouse(f pane.Frame, system string) pane.Intent {
	rules, name, err := f.Table.HouseRules(system)
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	o := &house{system: system, name: name, Form: form.Form{Schema: rules}}
	o.refresh(f)
	return pane.Push{Overlay: o}
}

func (o *house) About(pane.Frame) pane.About { return pane.About{Title: "House rules: " + o.name} }

func (o *house) Draw(f pane.Frame) []string {
	o.refresh(f)
	return o.Form.Draw(f)
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
	since := f.Table.HouseRulesSince(o.system)
	fields := form.Specs(o.Schema.Fields())
	for i, b := range fields {
		if note := since[b.ID]; note != "" {
			fields[i].Help = "It contains " + note + "."
		}
	}
	o.Lay(fields)
}

var houseKeys = slices.Concat(pane.In("house", "House rules", pane.Enter("change", "change the rule", "change")), pane.Footer(slices.Concat(form.Editing, []pane.Binding{pane.Back}),
	"change", "change", "up", "rule", "down", "rule", "less", "step", "more", "step", "clear", "default", "back", "back"))

func (o *house) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "done")
	}
	return houseKeys
}

func (o *house) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	o.refresh(f)
	busy := o.Busy()
	switch does, _ := o.Pressed(f, houseKeys, msg); {
	case does == "back":
		return o, pane.Close{}
	case does == "change" && busy:
		o.Next()
	case does == "change":
		o.Open()
	default:
		o.Form.Key(f, msg)
	}
	if o.Busy() {
		return o, o.Cut()
	}
	var all pane.All
	for _, set := range form.Differ(o.Schema, f.Table.House[o.system], o.Page).Set {
		all = append(all, pane.Do{Command: model.SetHouse{System: o.system, Rule: set.Field, Value: set.To}})
	}
	if all == nil {
		return o, nil
	}
	return o, all
}
