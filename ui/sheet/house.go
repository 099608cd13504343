package sheet

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// houseForm is the form of the house rules of a rulebook. Each rule is set by a key of its own: what
// is only passed over sets nothing.
type houseForm struct {
	form.Form
	system, name string
	seq          uint64 // sequence number of the log that the notes were read from
	changing     bool   // the rule under the cursor has another value here, which is not set yet
}

// HouseRules opens the house rules of the rulebook on the screen.
func HouseRules(f pane.Frame) pane.Intent {
	s := f.Rulebook()
	if s == nil || len(s.House.Fields()) == 0 {
		return pane.Say{Words: "this rulebook has no house rules"}
	}
	return openHouseForm(f, s.ID)
}

// TableRules opens the table's own rules, such as what players may do by themselves.
func TableRules(f pane.Frame) pane.Intent { return openHouseForm(f, model.TableRulesID) }

func openHouseForm(f pane.Frame, system string) pane.Intent {
	rules, name, err := f.Table.HouseRules(system)
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	o := &houseForm{system: system, name: name, Form: form.Form{Schema: rules}}
	o.refresh(f)
	return pane.Push{Overlay: o}
}

func (o *houseForm) About(pane.Frame) pane.About { return pane.About{Title: "House rules: " + o.name} }

func (o *houseForm) Draw(f pane.Frame) []string {
	o.refresh(f)
	return o.Form.Draw(f)
}

// refresh reads the rules from the table, unless one is being changed.
func (o *houseForm) refresh(f pane.Frame) {
	if !o.Busy() && !o.changing {
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

var houseKeys = slices.Concat(pane.In("house", "House rules", pane.Enter("change", "change the rule, or set it as it stands", "set")), pane.Footer(slices.Concat(form.Editing, []pane.Binding{pane.Back}),
	"less", "choose", "more", "choose", "change", "set it", "up", "rule", "down", "rule", "clear", "default", "back", "back"))

func (o *houseForm) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "done")
	}
	return houseKeys
}

func (o *houseForm) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	o.refresh(f)
	on, busy := o.Here().ID, o.Busy()
	switch does, _ := o.Pressed(f, houseKeys, msg); {
	case does == "back":
		return o, pane.And(pane.Close{}, o.notSet())
	case does == "change" && !busy && !o.changing:
		o.Open()
		if !o.Busy() {
			return o, o.set(f)
		}
	case does == "change":
		return o, o.set(f)
	default:
		o.Form.Key(f, msg)
	}
	if o.Busy() {
		return o, o.Cut()
	}
	if o.Here().ID != on {
		not := o.notSet()
		o.changing = false
		o.refresh(f)
		return o, not
	}
	o.changing = len(form.Differ(o.Schema, f.Table.House[o.system], o.Page).Set) > 0
	return o, nil
}

// notSet says that the rule that was changed here was not set; nil if none was.
func (o *houseForm) notSet() pane.Intent {
	if !o.changing {
		return nil
	}
	return pane.Say{Words: "the rule was not set"}
}

// set sets what was changed.
func (o *houseForm) set(f pane.Frame) pane.Intent {
	o.changing = false
	var all pane.All
	for _, set := range form.Differ(o.Schema, f.Table.House[o.system], o.Page).Set {
		all = append(all, pane.Do{Command: model.SetHouse{System: o.system, Rule: set.Field, Value: set.To}})
	}
	if all == nil {
		return nil
	}
	return all
}
