package engine

import (
	"math"
	"testing"

	"example.org/fray/engine/internal/odds"
)

// twoPairs throws a d4 and, on a 3 or 4, two d6 besides; twice, the higher kept.
// A first throw of 1 stands.
func twoPairs() Inputs {
	type state struct {
		lead, sum, dice int
		again           bool
	}
	chain := func(again bool, prefix string) DiceSequence[state] {
		return DiceSequence[state]{
			From: state{again: again},
			Next: func(s state) (Part, bool) {
				switch {
				case s.lead == 0:
					return Part{Ask{ID: prefix + "lead"}, D(1, 4)}, true
				case s.lead >= 3 && s.dice == 0:
					return Part{Ask{ID: prefix + "pair"}, D(2, 6)}, true
				}
				return Part{}, false
			},
			Fold: func(s state, v int) state {
				if s.lead == 0 {
					return state{lead: v, sum: v, again: s.again}
				}
				return state{s.lead, s.sum + v, s.dice + 1, s.again}
			},
			Same: func(s state) state {
				if s.dice == 2 {
					s.lead = 3 // what it was is in the sum
				}
				return s
			},
		}
	}
	rule := func(r *Roll) Outcome {
		kept, _ := Twice[state]{
			First: chain(false, ""), Second: chain(true, "again."),
			Stands: func(s state) bool { return s.sum == 1 },
			Rank:   func(s state) int { return s.sum },
			Same:   func(s state) state { return state{sum: s.sum} },
		}.Read(r, "again")
		return Outcome{Success: kept.sum > 4, Grade: Success, Total: kept.sum, NoTarget: true}
	}
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}},
		Action: &Action{ID: "pairs", Form: &Schema{}, Rule: rule}}
}

// thrownOnce is how likely each sum of one throw is.
func thrownOnce() map[int]float64 {
	out := map[int]float64{1: 0.25, 2: 0.25}
	for lead := 3; lead <= 4; lead++ {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				out[lead+a+b] += 0.25 / 36
			}
		}
	}
	return out
}

func TestTwiceKeepsTheHigher(t *testing.T) {
	want := map[int]float64{1: thrownOnce()[1]}
	for a, p := range thrownOnce() {
		for b, q := range thrownOnce() {
			if a > 1 {
				want[max(a, b)] += p * q
			}
		}
	}
	for name, in := range map[string]Inputs{"merged": twoPairs(), "unmerged": unmerged(twoPairs())} {
		c, err := Odds(in, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Totals) != len(want) {
			t.Errorf("%s: %d totals, want %d", name, len(c.Totals), len(want))
		}
		for _, x := range c.Totals {
			if math.Abs(x.P-want[x.Total]) > 1e-12 {
				t.Errorf("%s: total %d has %v, want %v", name, x.Total, x.P, want[x.Total])
			}
		}
	}
}

// The odds after some answers and those of the ways on from there agree.
func TestTwiceFromTheMiddle(t *testing.T) {
	in := twoPairs()
	var follow func(tape []Answer) float64
	follow = func(tape []Answer) float64 {
		c, err := Odds(in, tape, nil)
		if err != nil {
			t.Fatal(err)
		}
		step, err := Run(in, tape)
		if err != nil {
			t.Fatal(err)
		}
		if step.Done() {
			if step.Outcome.Success != (c.Success == 1) {
				t.Fatalf("%v: success %v in play, odds %v", tape, step.Outcome.Success, c.Success)
			}
			return c.Success
		}
		mean := 0.0
		throws := odds.Dice(step.Open.Dice).Throws()
		for _, b := range throws {
			mean += b.P * follow(append(tape[:len(tape):len(tape)], step.Open.Thrown(b.Faces)))
		}
		if math.Abs(mean-c.Success) > 1e-12 {
			t.Fatalf("%v: odds %v, the ways on from it %v", tape, c.Success, mean)
		}
		return mean
	}
	follow(nil)
}
