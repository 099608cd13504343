package act

import (
	"strings"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// noDefence says why the selected character cannot give up a pending action for a defence.
func noDefence(f pane.Frame) string {
	if s := f.Rulebook(); s == nil || s.Time.Defence == "" {
		return "this rulebook has no defence that interrupts an action"
	}
	return ""
}

// abort opens the form of the defence. The pending action is called off when the defence is
// rolled; one undo restores both.
func (m *Memory) abort(f pane.Frame) pane.Intent {
	s := f.Rulebook()
	return m.form(f, Draft{Who: f.Selected, System: s.ID, Action: s.Time.Defence, Abort: true})
}

// abortWords names the action that would be given up.
func abortWords(f pane.Frame) string {
	for _, p := range f.Table.Pending() {
		if p.Who == f.Selected && !p.Passive && p.Due > f.Table.Clock.Moment {
			return "abort " + f.Table.ActionName(p.System, p.Of) + " to defend"
		}
	}
	return "defend, even out of turn"
}

// takeTrigger lets a waiting character act: the selected one, or one chosen from several.
func (m *Memory) takeTrigger(f pane.Frame) pane.Intent {
	waiting := f.Table.Clock.Waiting
	if _, ok := decide.WaitingFor(f.Table, f.Selected); ok {
		return m.stepsIn(f.Selected)
	}
	if len(waiting) == 1 {
		return m.stepsIn(waiting[0].Who)
	}
	list := pane.Choice{Head: "Who acts now?", Typed: true}
	for _, w := range waiting {
		list.AddEntry(picker.Entry{Name: f.Table.NameOf(w.Who), Also: w.Words, Aside: w.Words}, func(pane.Frame) pane.Intent { return m.stepsIn(w.Who) })
	}
	return list.Open()
}

// stepsIn lets a waiting character act now, and opens its list of actions.
func (m *Memory) stepsIn(who string) pane.Intent {
	return pane.All{pane.Select{Who: who}, pane.Do{Command: model.StepIn{Who: who},
		Then: func(f pane.Frame) pane.Intent { return m.Palette(f, false) }}}
}

// triggerWords says who would act, and for what it waits.
func triggerWords(f pane.Frame) string {
	waiting := f.Table.Clock.Waiting
	if len(waiting) == 0 {
		return "resolve follow-ups"
	}
	var parts []string
	for _, w := range waiting {
		parts = append(parts, strings.TrimSpace(f.Table.NameOf(w.Who)+": "+w.Words))
	}
	return "act now, waiting for " + strings.Join(parts, "; ")
}
