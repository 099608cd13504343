package simulate_test

import (
	"flag"
	"math"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
)

var duels = flag.Int("duels", fewDuels, "fights of each duel whose answer is counted")

const fewDuels = 100

// duel is a game whose fights can be counted by hand: a fighter who throws at least their
// skill takes one of the other's lives.
const duel = `rulebook(id = "duel", name = "Duel", author = "Nobody", licence = "CC0-1.0", dice = "d6", help = "Throw your skill or more.")
stats = group("Stats")
skill = stats.int("skill", "Skill", 1, 6, start = 4)
lives = pool("lives", "Lives", full = 9, down = 0)
def strike(r):
    if r.sum("dice", "1d6") < skill.of(r.me):
        return r.failure()
    lives.lose(r.foe, 1)
    return r.success()
action("strike", "Strike", strike, kind = "attack", foes = "one")
template("hero", "Hero", side = "heroes", skill = 3)
template("foe", "Foe", side = "foes", skill = 4)
`

// TestDuel compares the chance to win a duel, from any state, with an independent count.
func TestDuel(t *testing.T) {
	s, err := script.Load("duel.star", duel)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ hero, foe int }{{1, 1}, {3, 3}, {2, 5}, {4, 1}} {
		table := model.New(model.Rulebooks{s.ID: s})
		table = do(t, table, model.Make{Name: "Duel", System: s.ID})
		table = do(t, table, model.Scene{Place: "Dawn"})
		for i, tpl := range s.Templates {
			page := tpl.Page.With(s.Pools[0].Losses[0].ID, engine.ValueOf(9-[]int{x.hero, x.foe}[i]))
			table = do(t, table, model.Join{Character: model.Character{Name: tpl.Name, Side: tpl.Side, Pages: map[string]engine.Page{s.ID: page}}})
		}
		fights, err := simulate.New(table, simulate.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		exact, ok := fights.Exact(t.Context())
		if want := chanceOf(x.hero, x.foe); !ok || math.Abs(exact.Wins[0]-want) > 1e-9 || math.Abs(exact.Wins[1]-(1-want)) > 1e-9 {
			t.Errorf("%d lives against %d: exactly %v (%v), and should be %.12f", x.hero, x.foe, exact, ok, want)
		}
		f := fights.None()
		fights.Play(t.Context(), f, 0, *duels)
		won, want := simulate.Share(f.Sides[0].Wins, f.Fights), chanceOf(x.hero, x.foe)
		if off := math.Sqrt(want * (1 - want) / float64(*duels)); math.Abs(won-want) > 3*off {
			t.Errorf("%d lives against %d: the hero wins %.4f of %d fights, and should win %.4f", x.hero, x.foe, won, *duels, want)
		}
	}
}

// chanceOf returns the chance that the hero wins, who strikes first in every round. The
// hero hits with 4 of 6 faces, the foe with 3.
func chanceOf(hero, foe int) float64 {
	const hits, struck = 4.0 / 6, 3.0 / 6
	switch {
	case foe == 0:
		return 1
	case hero == 0:
		return 0
	}
	// A round that changes something ends with the foe hit and unable to answer, or after
	// both have struck. Rounds in which both miss are repeated.
	afterHit := 1.0
	if foe > 1 {
		afterHit = struck*chanceOf(hero-1, foe-1) + (1-struck)*chanceOf(hero, foe-1)
	}
	again := (1 - hits) * (1 - struck)
	return (hits*afterHit + (1-hits)*struck*chanceOf(hero-1, foe)) / (1 - again)
}

// A fight of one against two is counted, although most of its fights are over before any two
// of them meet again.
func TestOneAgainstTwo(t *testing.T) {
	s, err := script.Load("duel.star", duel)
	if err != nil {
		t.Fatal(err)
	}
	table := model.New(model.Rulebooks{s.ID: s})
	table = do(t, table, model.Make{Name: "Duel", System: s.ID})
	table = do(t, table, model.Scene{Place: "Dawn"})
	for _, x := range []struct{ template, lives int }{{0, 2}, {1, 1}, {1, 1}} {
		tpl := s.Templates[x.template]
		page := tpl.Page.With(s.Pools[0].Losses[0].ID, engine.ValueOf(9-x.lives))
		table = do(t, table, model.Join{Character: model.Character{Name: tpl.Name, Side: tpl.Side, Pages: map[string]engine.Page{s.ID: page}}})
	}
	fights, err := simulate.New(table, simulate.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	exact, ok := fights.Exact(t.Context())
	if !ok {
		t.Fatal("it is not counted")
	}
	// The hero hits with 4 of 6 faces, each foe with 3. With both foes left a round takes two
	// lives with 1/4, one with 1/2; with one foe left it is a duel.
	var both func(lives int) float64
	both = func(lives int) float64 {
		if lives <= 0 {
			return 0
		}
		const hit = 4.0 / 6
		after := 0.5*chanceOf(lives, 1) + 0.5*chanceOf(lives-1, 1)
		missed := (0.5*both(lives-1) + 0.25*both(lives-2)) * (1 - hit)
		return (hit*after + missed) / (1 - (1-hit)*0.25)
	}
	if want := both(2); math.Abs(exact.Wins[0]-want) > 1e-9 {
		t.Errorf("exactly %v, and should be %.12f", exact, want)
	}
}
