package act

import (
	"example.org/fray/model/scene"
	"example.org/fray/ui/pane"
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
	return m.form(f, scene.Draft{Who: f.Selected, System: s.ID, Action: s.Time.Defence, Abort: true})
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
