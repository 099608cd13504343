package act

import (
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// Gate connects the reader of typed lines to the rest of the model.
var Gate = phrase.Gate{
	Decide: decide.Decide, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue,
	InputsToBegin: decide.InputsToBegin, IsIncomplete: decide.IsIncomplete, Headline: view.Headline, RequestWords: AskWords, ActOf: decide.ActOf, Before: decide.Before,
}

// Said is the context in which a line is typed on this screen.
func (m *Memory) Said(f pane.Frame) *phrase.Context {
	return &phrase.Context{Table: f.Table, Seat: f.Seat, Who: f.Selected, System: f.System, Marked: f.MarkedHere(), Gate: Gate, Now: time.Now, Demo: f.Demo,
		Offers: func(c *model.Character, s *engine.System) []phrase.Offer { return m.Offered(f.Table, c, s) }}
}

// DraftOf returns the draft of a typed action.
func DraftOf(o phrase.Offer) Draft {
	return Draft{Who: o.Who, System: o.System, Action: o.Action, Row: o.Row, Params: o.Params, Against: o.Against, Abort: o.Abort}
}

// Offered lists the actions of a character, each with its last settings, and once for each
// row of the sheet that it uses.
func (m *Memory) Offered(t model.Table, c *model.Character, s *engine.System) []phrase.Offer {
	var out []phrase.Offer
	foes := m.foesOf(t, c, s)
	for _, o := range m.inUse(t, c, s, m.offersOf(c, s)) {
		name := o.action.Label
		if o.row != "" {
			name = o.row + " " + name
		}
		out = append(out, phrase.Offer{
			Begin: model.Begin{Who: c.ID, System: s.ID, Action: o.action.ID, Params: o.params, Against: foes(o.action, o.row, o.params)},
			Rule:  o.action, Row: o.row, Searchable: phrase.Searchable{Name: name, Also: o.action.Also, More: o.action.Group + " " + o.action.ID},
		})
	}
	return out
}

// Open opens the form of a draft.
func (m *Memory) Open(f pane.Frame, d Draft) pane.Intent { return m.form(f, d) }

// Throw rolls a draft as it is, and opens its questions.
func (m *Memory) Throw(f pane.Frame, d Draft) pane.Intent {
	m.Threw(f.Table, d)
	return pane.Do{Command: d.begin(), Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
		return pane.All{pane.Clear{}, after(f, d.Who, d.Action)}
	})}
}

// GoTo moves time on to a moment. It asks first if characters who could act would be passed.
func GoTo(f pane.Frame, m int) pane.Intent {
	return unlessPast(f, m, pane.Do{Command: model.Go{Moment: m}, Then: stepped})
}
