package cli

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model/scene"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// TestHeroesAimAtFoes checks that no hero of a demo aims at another hero by default.
func TestHeroesAimAtFoes(t *testing.T) {
	for id, s := range rules() {
		if len(s.Templates) == 0 {
			continue
		}
		live, err := saves.Demo(index.Memory(), rules(), deps(), id)
		if err != nil {
			t.Fatal(err)
		}
		table, aimed := live.Now(), 0
		for _, c := range table.Characters() {
			if _, plays := c.Pages[id]; !plays {
				continue
			}
			for _, o := range scene.NewMemory(nil).Offered(table, c, s) {
				attack, _ := s.IsAttack(o.Rule, o.Params, c.Pages[id])
				for _, foe := range o.Against {
					other, _ := table.Character(foe)
					if aimed++; attack && !c.Opposes(other) {
						t.Errorf("%s: %s of %s, of the %s, aims at %s, of the %s", id, o.Name, c.Name, c.Side, other.Name, other.Side)
					}
				}
			}
		}
		if aimed == 0 && table.Heroes() != nil && len(s.Templates) > 1 {
			t.Errorf("%s: nobody aims at anybody", id)
		}
		for _, side := range []engine.Side{engine.Heroes, engine.Foes} {
			found := false
			for _, c := range table.Characters() {
				_, plays := c.Pages[id]
				found = found || plays && c.Side == side
			}
			if !found && len(s.Templates) > 1 {
				t.Errorf("%s: the demo has nobody of the %s", id, side)
			}
		}
		if err := live.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
