package pane

import "example.org/fray/model"

// Ahead is what a table says of who may act now and of what comes next. It is
// worked out once for a table, not for every frame.
type Ahead struct {
	Free  []string       // who may begin something now
	Due   model.Preview  // what the next key would do
	falls map[string]int // when what is pending will happen, by its ID
	pays  string         // who pays what at the next payment
	payAt int            // when that is; -1: nobody ever pays
	table uint64         // the last event of the table that it was worked out for
}

// LookAhead works it out.
func LookAhead(t model.Table) *Ahead {
	a := &Ahead{Free: t.Free(), Due: t.NextDue(), falls: map[string]int{}, table: t.Seq()}
	a.payAt, a.pays = upkeep(t)
	for _, p := range t.Pending() {
		a.falls[p.ID] = t.Falls(p)
	}
	return a
}

// Foresee gives what is ahead of the table of a frame.
func (f Frame) Foresee() *Ahead {
	if f.Ahead != nil && f.Ahead.table == f.Table.Seq() {
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
