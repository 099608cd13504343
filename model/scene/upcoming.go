package scene

import (
	"sync"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Upcoming is who may act at a table now and what comes next. It is worked out when somebody
// asks for it, once for each revision of a table: with fifty characters that takes 2 ms, and
// several panes and the footer ask in each frame.
type Upcoming struct {
	table model.Table
	Free  func() []string                  // who may begin something now
	Due   func() model.Upcoming            // what the command Next would do
	Lost  func() map[string]map[string]int // what the last act took from the meters of each character
}

// UpcomingOf gives what is upcoming at a table.
func UpcomingOf(t model.Table) *Upcoming {
	return &Upcoming{
		table: t,
		Free:  sync.OnceValue(func() []string { return decide.Free(t) }),
		Due:   sync.OnceValue(func() model.Upcoming { return decide.NextDue(t) }),
		Lost:  sync.OnceValue(func() map[string]map[string]int { return view.LastLosses(t) }),
	}
}

// At returns what is upcoming at a table: u, if it is of that table.
func (u *Upcoming) At(t model.Table) *Upcoming {
	if u != nil && t.SameRevision(u.table) {
		return u
	}
	return UpcomingOf(t)
}
