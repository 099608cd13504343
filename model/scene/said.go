package scene

import (
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
)

// gate connects the reader of typed lines to the rest of the model.
var gate = phrase.Gate{
	Decide: decide.Decide, WhyNot: decide.WhyNot, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue,
	InputsToBegin: decide.InputsToBegin, IsIncomplete: decide.IsIncomplete, Headline: view.Headline, Deed: view.Deed, RequestWords: RequestWords, ActOf: decide.ActOf, Before: decide.Before,
}

// Said is the context in which a seat types a line. who is the character whom it means without
// a name; "" for nobody.
func (m *Memory) Said(t model.Table, seat model.Seat, who string, now func() time.Time) *phrase.Context {
	return &phrase.Context{Table: t, Seat: seat, Who: who, Gate: gate, Now: now,
		Offers: func(c *model.Character, s *engine.System) []phrase.Offer { return m.Offered(t, c, s) }}
}

// DraftOf returns the draft of a typed action.
func DraftOf(o phrase.Offer) Draft {
	return Draft{Who: o.Who, System: o.System, Action: o.Action, Row: o.Row, Params: o.Params, Against: o.Against, Abort: o.Abort}
}

// RequestWords describes a request of a player: "Mira wants: Seraph, VP 43→40".
func RequestWords(t model.Table, a model.Request) string {
	return t.SeatName(a.By) + " wants: " + view.RequestWords(a, t)
}
