package pane

import (
	"sync"

	"example.org/fray/model"
)

// Ahead is what a table says of who may act now and of what comes next. It is
// worked out once for a table, not for every frame, and only as far as somebody
// looks.
type Ahead struct {
	Free  func() []string      // who may begin something now
	Due   func() model.Preview // what the next key would do
	falls map[string]int       // when what is pending will happen, by its ID
	pays  func() payment
	order []coming // as a player is shown it; nil: nobody has looked yet
	table model.Table

	// Not of this table alone: what was drawn last.
	told  *toldLog
	sheet *drawnSheet
}

// payment is who pays what at the next payment, and when that is; -1: nobody ever
// pays.
type payment struct {
	at  int
	who string
}

// LookAhead works it out, with what was worked out before; nil: nothing was.
func LookAhead(t model.Table, before *Ahead) *Ahead {
	if before == nil {
		before = &Ahead{}
	}
	t = t.Recalling(before.table)
	a := &Ahead{Free: sync.OnceValue(t.Free), Due: sync.OnceValue(t.NextDue), falls: map[string]int{}, table: t, told: before.told, sheet: before.sheet}
	if a.told == nil {
		a.told, a.sheet = &toldLog{}, &drawnSheet{}
	}
	a.pays = sync.OnceValue(func() payment {
		at, who := upkeep(t)
		return payment{at, who}
	})
	for _, p := range t.Pending() {
		a.falls[p.ID] = t.Falls(p)
	}
	return a
}

// Foresee gives what is ahead of the table of a frame.
func (f Frame) Foresee() *Ahead {
	if f.Ahead != nil && f.Table.StandsAs(f.Ahead.table) {
		return f.Ahead
	}
	return LookAhead(f.Table, nil)
}

// recalled is the table of the frame, with what was worked out for it before.
func (f Frame) recalled() model.Table {
	if f.Ahead != nil && f.Table.StandsAs(f.Ahead.table) {
		return f.Ahead.table
	}
	return f.Table
}

// Falls is when a pending action will happen.
func (a *Ahead) Falls(p model.Pending) int {
	if at, ok := a.falls[p.ID]; ok {
		return at
	}
	return p.Due
}
