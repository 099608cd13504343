package engine

import (
	"math"
	"testing"
)

// streak throws a coin with the faces 0 and 1 until it shows 0.
func streak() Inputs {
	type ones struct {
		n    int
		over bool
	}
	rule := func(r *Roll) Outcome {
		s := ReadChain(r, Chain[ones]{
			Next: func(s ones) (Part, bool) { return Part{Ask{ID: "coin"}, Dice{Count: 1, Low: 0, High: 1}}, !s.over },
			Fold: func(s ones, v int) ones { return ones{s.n + v, v == 0} },
		})
		return Outcome{Success: s.n > 0, Grade: Success, Total: s.n}
	}
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}},
		Action: &Action{ID: "streak", Form: &Schema{}, Rule: rule}}
}

func TestReadChainAsksOneThrowAfterTheOther(t *testing.T) {
	in := streak()
	var tape []Answer
	for _, face := range []int{1, 1, 0} {
		step, err := Run(in, tape)
		if err != nil || step.Done() {
			t.Fatalf("after %d throws: %v, done %v", len(tape), err, step.Done())
		}
		tape = append(tape, step.Open.Thrown(Faces{face}))
	}
	step, err := Run(in, tape)
	if err != nil || !step.Done() || step.Outcome.Total != 2 {
		t.Fatalf("1 1 0: %v, total %d", err, step.Outcome.Total)
	}
}

func TestReadChainCountsEndlessDice(t *testing.T) {
	in := streak()
	step, _ := Run(in, nil)
	for had := range 3 {
		var tape []Answer
		for range had {
			tape = append(tape, step.Open.Thrown(Faces{1}))
		}
		c, err := Odds(in, tape, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum := c.Unreached
		for i, x := range c.Totals {
			sum += x.P
			if want := math.Pow(0.5, float64(i+1)); x.Total != had+i || math.Abs(x.P-want) > 1e-12 {
				t.Errorf("after %d ones: total %d has %v, not %v", had, x.Total, x.P, want)
			}
		}
		if math.Abs(sum-1) > 1e-12 || c.Unreached > 1e-12 {
			t.Errorf("after %d ones: adds up to %v with %v unreached", had, sum, c.Unreached)
		}
	}
}
