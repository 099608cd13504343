package script_test

import (
	"math"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

// The better of two dice that explode, twice in one act, and roll and keep are counted exactly,
// without a word of how.
func TestBestOfDice(t *testing.T) {
	sys, err := script.Load("best.star", `rulebook(id = "best", name = "Best", author = "Nobody")
g = group("Stats")
might = g.int("might", "Might", 0, 9)
def twice(r):
    n = r.best(1, [("trait", "1d8!"), ("wild", "1d6!")])
    r.merge(n)
    n += r.best(1, [("trait2", "1d8!"), ("wild2", "1d6!")])
    return r.success(total = n + might.of(r.me))
def keep(r): return r.success(total = r.best(5, [("dice", "10d10")]) + might.of(r.me))
def low(r): return r.success(total = r.worst(1, [("a", "3d6")]) + might.of(r.me))
action("twice", "Twice", twice)
action("keep", "Keep", keep)
action("low", "Low", low)
template("one", "One", might = 0)
`)
	if err != nil {
		t.Fatal(err)
	}
	single := 0.0                         // the mean of the better of d8! and d6!, by their chances to be less
	below := func(sides, n int) float64 { // that a die that explodes comes to less than n
		again, rest := (n-1)/sides, (n-1)%sides
		return 1 - math.Pow(float64(sides), -float64(again))*(1-float64(rest)/float64(sides))
	}
	for n := 1; n < 300; n++ {
		single += 1 - below(8, n)*below(6, n)
	}
	for id, want := range map[string]float64{"twice": 2 * single, "keep": 38.780303525, "low": 441.0 / 216} {
		a, _ := sys.Action(id)
		c, err := engine.Odds(engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: sys.Templates[0].Page}}, nil, nil)
		if err != nil || math.Abs(c.Mean()-want) > 1e-6 {
			t.Errorf("%s: %.9f on average, not %.9f (%v)", id, c.Mean(), want, err)
		}
	}
}
