package engine

import (
	"math"
	"testing"
)

// race throws two dice, of which the second is only thrown after an even first, until
// they have come to a goal.
func race(goal, step int) Inputs {
	type pair struct{ first, second int }
	rule := func(r *Roll) Outcome {
		series := DiceSeries[int, pair]{
			Each: &DiceSequence[pair]{
				Next: func(p pair) (Part, bool) {
					if p.first == 0 {
						return Part{Ask{ID: "first"}, D(1, 6)}, true
					}
					return Part{Ask{ID: "second"}, D(1, 4)}, p.first%2 == 0 && p.second == 0
				},
				Fold: func(p pair, v int) pair {
					if p.first == 0 {
						return pair{first: v}
					}
					return pair{p.first, v}
				},
			},
			Fold: func(sum int, p pair) int { return sum + step*(p.first+p.second) },
			Left: func(sum int) int { return goal - sum },
			Fell: func(p pair) { r.Note("%d and %d", p.first, p.second) },
		}
		sum := series.Read(r)
		return Outcome{Success: sum == goal, Grade: Success, Total: sum}
	}
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}},
		Action: &Action{ID: "race", Form: &Schema{}, Rule: rule}}
}

// The odds of a series are those of its sequences one by one, from the first die and
// from every die in the middle, and so is the roll.
func TestSeriesCountsAsItIsThrown(t *testing.T) {
	in := race(14, 1)
	one := in
	one.WithoutMerging = true
	var tape []Answer
	for {
		got, err := Odds(in, tape, nil)
		want, werr := Odds(one, tape, nil)
		if err != nil || werr != nil || len(got.Totals) != len(want.Totals) {
			t.Fatalf("%v, %v: %v and %v", err, werr, got.Totals, want.Totals)
		}
		for i, x := range got.Totals {
			if y := want.Totals[i]; x.Total != y.Total || math.Abs(x.P-y.P) > 1e-12 {
				t.Errorf("after %d dice: total %d has %v, not %v", len(tape), x.Total, x.P, y.P)
			}
		}
		step, err := Run(in, tape)
		if err != nil {
			t.Fatal(err)
		}
		if step.Done() {
			if last := got.Totals[0]; len(got.Totals) != 1 || last.Total != step.Outcome.Total || len(step.Notes) == 0 {
				t.Errorf("it ended with %d and the odds %v, %d notes", step.Outcome.Total, got.Totals, len(step.Notes))
			}
			return
		}
		tape = append(tape, step.Open.Thrown(Faces{1 + len(tape)%4}))
	}
}

// A series that comes no nearer to its end is a fault of the rule, and no endless count.
func TestSeriesMustEnd(t *testing.T) {
	if _, err := Odds(race(14, 0), nil, nil); err == nil {
		t.Error("a series without end is counted")
	}
}
