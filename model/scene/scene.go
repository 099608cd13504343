package scene

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
)

// Scene is a table as a seat is shown it now.
type Scene struct {
	Table    model.Table // as the seat sees it
	Seat     model.Seat
	Selected string                // whom it looks at; "" for nobody
	Present  func(model.Seat) bool // who is connected; nil: nobody else can be
	Known    *Upcoming             // of this table or an earlier one; may be nil
}

// Here is the selected character; nil for nobody.
func (s Scene) Here() *model.Character {
	c, ok := s.Table.Character(s.Selected)
	if !ok {
		return nil
	}
	return c
}

// Rulebook is the one by which the selected character acts; nil for none.
func (s Scene) Rulebook() *engine.System {
	c := s.Here()
	if c == nil {
		return nil
	}
	return phrase.ActingRulebook(s.Table, c, "")
}

// Upcoming is who may act now and what comes next.
func (s Scene) Upcoming() *Upcoming { return s.Known.At(s.Table) }

// WaitedFor says for which seats the table waits, and for what.
func (s Scene) WaitedFor() map[model.Seat]string {
	return WaitedFor(s.Table, s.Present, s.Upcoming().Free())
}

// Asked lists the questions of the seat.
func (s Scene) Asked() []Waiting { return Asked(s.Table, s.Seat, s.Present) }
