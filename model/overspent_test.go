package model_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
)

// When an effect that raised a pool ends, what was spent of it is gone, and nothing is owed:
// the pool is what it would be without the effect, and not below 0.
func TestAPoolIsNotOverspentWhenAnEffectEnds(t *testing.T) {
	for _, c := range []struct{ raised, spent, want int }{{10, 25, 0}, {10, 20, 0}, {10, 12, 8}, {0, 20, 0}} {
		p := newPlay(t, thrower(1))
		who := p.join("Seraph", "ep_max", 20)
		ep := func() int {
			c, _ := p.table.Character(who)
			for _, pool := range supermen.System.Pools {
				if pool.Full.ID == "ep_max" {
					return pool.Now(p.table.View(c, "supermen").Sheet)
				}
			}
			t.Fatal("no pool of EP")
			return 0
		}
		p.must(model.AddEffect{Who: who, Words: "a draught", Until: model.ByTreated, Adds: []model.Add{{System: "supermen", Field: "ep_max", N: max(c.raised, 1)}}})
		p.must(model.Write{Who: who, System: "supermen", Set: []model.Change{{Field: "ep_lost_round", To: engine.ValueOf(c.spent)}}})
		p.must(model.EndEffect{Effect: p.table.State.Effects[0].ID})
		if got := ep(); got != c.want {
			t.Errorf("raised by %d, %d spent: %d are left, want %d", c.raised, c.spent, got, c.want)
		}
		p.must(model.Undo{})
		if got := ep(); got != 20+max(c.raised, 1)-c.spent {
			t.Errorf("with the effect back there are %d", got)
		}
	}
}
