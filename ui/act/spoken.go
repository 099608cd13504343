package act

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Gate is what a reader of what people type needs of the rest of the model.
var Gate = phrase.Gate{
	Decide: decide.Decide, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue,
	InputsToBegin: decide.InputsToBegin, Headline: view.Headline, RequestWords: AskWords, ActOf: decide.ActOf, Before: decide.Before,
}

// Said is where a line is typed on this screen.
func (m *Memory) Said(f pane.Frame) *phrase.Context {
	return &phrase.Context{Table: f.Table, Seat: f.Seat, Who: f.Selected, System: f.System, Marked: f.MarkedHere(), Gate: Gate,
		Offers: func(c *model.Character, s *engine.System) []phrase.Offer { return m.Offered(f.Table, c, s) }}
}

// DraftOf is an action that was said, before it is thrown.
func DraftOf(o phrase.Offer) Draft {
	return Draft{Who: o.Who, System: o.System, Action: o.Action, Row: o.Row, Params: o.Params, Against: o.Against, Abort: o.Abort}
}

// Offered lists what a character can do in a rulebook, each as it was last
// done, and once for each row of the sheet that it is done with.
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

// Throw throws a draft as it stands, and opens what it asks.
func (m *Memory) Throw(f pane.Frame, d Draft) pane.Intent {
	m.Threw(f.Table, d)
	return pane.Do{Command: d.begin(), Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
		return pane.All{pane.Clear{}, after(f, d.Who, d.Action)}
	})}
}

// Begun is what the rule of a draft would know if it were thrown now; the error
// is why it cannot be.
func (d Draft) Begun(f pane.Frame) (engine.Inputs, error) {
	return decide.InputsToBegin(f.Table, f.Seat, d.begin())
}

// Brief says in short what a roll costs and how likely it is, as far as that does not
// take too long to count.
func Brief(in engine.Inputs) string {
	if !in.System.HasNoSheet() {
		return counted(in, nil).Short()
	}
	step, _ := engine.Run(in, nil)
	notes := step.Notes // how dice were read that could be read in two ways
	if step.Aimed && len(notes) > 0 {
		notes = notes[1:] // what they are measured against
	}
	switch c, err := engine.Odds(in, nil, nil); {
	case err != nil:
	case step.Aimed:
		notes = slices.Concat([]string{kit.Percent(c.Success)}, notes)
	default:
		notes = slices.Concat([]string{fmt.Sprintf("about %.1f", c.Mean())}, notes)
	}
	return strings.Join(notes, "; ")
}

// GoTo lets time go on to a moment, once it was said whom that goes past.
func GoTo(f pane.Frame, m int) pane.Intent {
	return unlessPast(f, m, pane.Do{Command: model.Go{Moment: m}, Then: stepped})
}
