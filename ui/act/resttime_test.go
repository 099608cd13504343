package act

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// A rest that is an action takes as long when it is begun as an action as when everybody rests
// so, and comes to the same moment, in each rulebook that has one.
func TestARestTakesItsTimeByEveryDoor(t *testing.T) {
	compared := 0
	for _, s := range uitest.Books() {
		for _, rest := range s.Time.Between.Rests {
			if rest.Count != "" || rest.More != nil || rest.Of != "" {
				continue
			}
			passes := func(c model.Command) (int, error) {
				g, read := cellar(t, s)
				if found := read("brenna takes 15 damage"); len(found) > 0 && found[0].WhyNot == "" && found[0].Command != nil {
					g.Must(t, found[0].Command)
					g.ThrowAll(t)
				}
				if s.Time.Between.Hurt != "" {
					sp, _ := s.Sheet.Field(s.Time.Between.Hurt)
					g.Must(t, model.Write{Who: g.Table.Characters()[0].ID, System: s.ID, Set: []model.Change{{Field: sp.ID, To: engine.ValueOf(sp.Options[min(2, len(sp.Options)-1)])}}})
				}
				before := g.Table.Clock.Moment
				switch x := c.(type) {
				case model.Begin:
					x.Who = g.Table.Characters()[0].ID
					c = x
				case model.Rest:
					x.Who = []string{g.Table.Characters()[0].ID}
					c = x
				}
				facts, err := decide.Decide(g.Table, uitest.GM, c, nil)
				if err != nil {
					return 0, err
				}
				after := g.Table.Apply(model.Event{Seq: g.Table.Seq() + 1, By: uitest.GM, Facts: facts})
				return after.Clock.Moment - before, nil
			}
			acted, err := passes(model.Begin{System: s.ID, Action: rest.Action, Params: rest.Params})
			rested, refused := passes(model.Rest{Span: rest.ID, Times: 1})
			if (err == nil) != (refused == nil) || acted != rested {
				t.Errorf("%s: by the action %d moments pass (%v), by the rest %d (%v)", rest.Label, acted, err, rested, refused)
			}
			if acted > 0 {
				compared++
			}
		}
	}
	if compared < 3 {
		t.Errorf("only %d rests took time", compared)
	}
}
