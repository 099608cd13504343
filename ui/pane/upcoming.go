package pane

import (
	"sync"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Upcoming is who may act at a table now and what comes next. It is worked out when somebody
// asks for it, once for each revision of a table: with fifty characters that takes 2 ms, and
// several panes and the footer ask in each frame.
type Upcoming struct {
	table model.Table
	Free  func() []string       // who may begin something now
	Due   func() model.Upcoming // what the next key would do
	lost  func() map[string]map[string]int
}

// UpcomingOf gives what is upcoming at a table.
func UpcomingOf(t model.Table) *Upcoming {
	return &Upcoming{
		table: t,
		Free:  sync.OnceValue(func() []string { return decide.Free(t) }),
		Due:   sync.OnceValue(func() model.Upcoming { return decide.NextDue(t) }),
		lost:  sync.OnceValue(func() map[string]map[string]int { return view.LastLosses(t) }),
	}
}

// Upcoming gives what is upcoming at the table of the frame.
func (f Frame) Upcoming() *Upcoming {
	if f.Known != nil && f.Table.SameRevision(f.Known.table) {
		return f.Known
	}
	return UpcomingOf(f.Table)
}

// lost is what the last act took from a meter of somebody.
func (f Frame) lost(who string, m engine.Meter) int { return f.Upcoming().lost()[who][m.ID] }
