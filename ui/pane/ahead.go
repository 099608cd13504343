package pane

import (
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Ahead is what a table says of who may act now and of what comes next. It is
// worked out once for a table, not for every frame, and only as far as somebody
// looks.
type Ahead struct {
	table  model.Table
	free   *[]string       // nil: nobody has looked yet
	due    *model.Upcoming // nil: nobody has looked yet
	paying *payment        // nil: nobody has looked yet
	falls  map[string]int  // when what is pending will happen, by its ID
	order  []coming        // as a player is shown it; nil: nobody has looked yet
	walks  walks
}

// payment is who pays what at the next payment, and when that is; -1: nobody ever
// pays.
type payment struct {
	at  int
	who string
}

// LookAhead works it out. The result is for one goroutine: it keeps what is asked of it.
func LookAhead(t model.Table) *Ahead {
	a := &Ahead{table: t}
	for _, p := range t.Pending() {
		if a.falls == nil {
			a.falls = map[string]int{}
		}
		a.falls[p.ID] = decide.DueTime(t, p)
	}
	return a
}

// Free gives who may begin something now.
func (a *Ahead) Free() []string {
	if a.free == nil {
		free := decide.Free(a.table)
		a.free = &free
	}
	return *a.free
}

// Due is what the next key would do.
func (a *Ahead) Due() model.Upcoming {
	if a.due == nil {
		due := decide.NextDue(a.table)
		a.due = &due
	}
	return *a.due
}

// pays is the next payment.
func (a *Ahead) pays() payment {
	if a.paying == nil {
		at, who := upkeep(a.table)
		a.paying = &payment{at, who}
	}
	return *a.paying
}

// Foresee gives what is ahead of the table of a frame.
func (f Frame) Foresee() *Ahead {
	if f.Ahead != nil && f.Table.SameRevision(f.Ahead.table) {
		return f.Ahead
	}
	return LookAhead(f.Table)
}

// Falls is when a pending action will happen.
func (a *Ahead) Falls(p model.Pending) int {
	if at, ok := a.falls[p.ID]; ok {
		return at
	}
	return p.Due
}
