package simulate_test

import (
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
	"example.org/fray/model/simulate"
)

// Whoever is surprised comes off worse, whether the rulebook has a roll for it or not.
func TestSurprised(t *testing.T) {
	for _, s := range []*engine.System{supermen.System, d6.System, trip.System} {
		const fights = 30
		table := brawl(t, s)
		down := func(surprised engine.Side) (heroes int) {
			x, err := simulate.New(table, simulate.Plan{Surprised: surprised, Sides: map[engine.Side]simulate.Policy{engine.Foes: simulate.Careful}})
			if err != nil {
				t.Fatal(err)
			}
			f := x.None()
			x.Play(t.Context(), f, 0, fights)
			for _, p := range f.People {
				if p.Side == engine.Heroes {
					heroes += fights - p.Down
				} else {
					heroes += p.Down
				}
			}
			return heroes
		}
		if foes, heroes := down(engine.Foes), down(engine.Heroes); foes <= heroes {
			t.Errorf("%s: with surprised foes the heroes fare as %d, surprised themselves as %d", s.ID, foes, heroes)
		}
	}
}

// What is left of points is counted beside the pools.
func TestPointsAreLeft(t *testing.T) {
	x, err := simulate.New(brawl(t, d6.System), simulate.Plan{Sides: map[engine.Side]simulate.Policy{engine.Heroes: simulate.Hard}})
	if err != nil {
		t.Fatal(err)
	}
	f := x.None()
	x.Play(t.Context(), f, 0, 10)
	at := slices.IndexFunc(f.People[0].Pools, func(p simulate.PoolForecast) bool { return p.ID == "character_points" })
	if at < 0 {
		t.Fatalf("there are only %+v", f.People[0].Pools)
	}
	left, fights := f.People[0].Pools[at].Left, 0
	for _, n := range left {
		fights += n
	}
	if fights != 10 || len(left) < 2 {
		t.Errorf("of %d fights Character Points are left: %v", fights, left)
	}
}
