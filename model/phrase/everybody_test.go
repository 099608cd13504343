package phrase_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
)

// A player calls for everybody's movement, as the book lets players do, and not for that of
// their own character alone.
func TestAPlayerCallsForEverybodysMovement(t *testing.T) {
	s, mira := supermen.System, model.Seat{Role: model.Player, Name: "Mira"}
	table := model.New(model.Rulebooks{s.ID: s})
	moves := engine.PageOf("speed_q", 18, "moving", true)
	for i, f := range []model.Fact{model.Made{Name: "Roof", System: s.ID},
		model.Joined{Character: model.Character{ID: "c1", Name: "Seraph", Owner: mira.Key(), Pages: map[string]engine.Page{s.ID: {}}}},
		model.Joined{Character: model.Character{ID: "c2", Name: "Sphinx", Pages: map[string]engine.Page{s.ID: moves}}}} {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: model.Seat{Role: model.GM}, Facts: []model.Fact{f}})
	}
	table.State.Clock.Moment = 50
	offers := func(who *model.Character, s *engine.System) (out []phrase.Offer) {
		for _, a := range s.Actions {
			if a.Mode != engine.ByClock {
				out = append(out, phrase.Offer{Searchable: phrase.Searchable{Name: a.Label, Deed: true, Also: a.Also}, Rule: a, Begin: model.Begin{Who: who.ID, System: s.ID, Action: a.ID}})
			}
		}
		return out
	}
	c := &phrase.Context{Table: table, Seat: mira, Who: "c1", System: s.ID, Offers: offers, Gate: phrase.Gate{Decide: decide.Decide, InputsToBegin: decide.InputsToBegin, IsIncomplete: decide.IsIncomplete}}
	for _, line := range []string{"everyone movement update", "everybody movement update"} {
		found := c.Read(line)
		if len(found) == 0 || found[0].Offer == nil || found[0].WhyNot != "" {
			t.Fatalf("%q: %+v", line, found)
		}
		facts, err := decide.Decide(table, mira, found[0].Offer.Begin, nil)
		if err != nil {
			t.Fatal(err)
		}
		after := table.Apply(model.Event{Seq: 9, By: mira, Facts: facts})
		sphinx, _ := after.Character("c2")
		if at, _ := sphinx.Pages[s.ID].Get("moved_at"); at.Int() != 50 {
			t.Errorf("%q: the movement of Sphinx is known up to %v", line, at)
		}
	}
}
