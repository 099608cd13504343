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
		coins := DiceSequence[ones]{
			Next: func(s ones) (Part, bool) { return Part{Ask{ID: "coin"}, Dice{Count: 1, Low: 0, High: 1}}, !s.over },
			Fold: func(s ones, v int) ones { return ones{s.n + v, v == 0} },
		}
		s := coins.Read(r)
		return Outcome{Success: s.n > 0, Grade: Success, Total: s.n}
	}
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}},
		Action: &Action{ID: "streak", Form: &Schema{}, Rule: rule}}
}

func TestChainAsksOneThrowAfterTheOther(t *testing.T) {
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

func TestChainCountsEndlessDice(t *testing.T) {
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

// pushed is dice thrown while they show 5 or 6. How many there are counts twice if the roll
// is pushed, and from two on it succeeds.
func pushed() Inputs {
	type state struct {
		n    int
		over bool
	}
	dice := DiceSequence[state]{
		Next: func(s state) (Part, bool) { return Part{Ask{ID: "dice"}, D(1, 6)}, !s.over },
		Fold: func(s state, v int) state {
			if v < 5 {
				return state{s.n, true}
			}
			return state{s.n + 1, false}
		},
	}
	return ruled(func(r *Roll) Outcome {
		n := ReadAs(r, &dice, func(s state) (int, int) {
			n := s.n + r.Amount(Ask{ID: "push"}, Actor, 0, 1)*s.n
			return n, min(n, 2)
		})
		return Outcome{Success: n >= 2, Grade: Failure, Total: min(n, 2)}
	})
}

// Decisions are taken for each end before the rule is run with it: so ends that are the same
// afterwards are followed once. With a plan they are taken on each way.
func TestReadAsDecidesBeforeTheRuleIsRun(t *testing.T) {
	in := pushed()
	frugal, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1.0 / 9; math.Abs(frugal.Success-want) > 1e-12 || frugal.Walked != 4 || !frugal.Offered {
		t.Errorf("success %v with %d runs, want %v with 4", frugal.Success, frugal.Walked, want)
	}
	all := func(q Question) Answer { return q.Numbered(q.Most) }
	for _, in := range []Inputs{in, unmerged(in)} {
		spent, err := Odds(in, nil, all)
		if err != nil {
			t.Fatal(err)
		}
		if want := 1.0 / 3; math.Abs(spent.Success-want) > 1e-12 || spent.Offered {
			t.Errorf("pushed: success %v, want %v", spent.Success, want)
		}
	}
	one := 1
	step, err := Run(in, []Answer{{ID: "dice", Faces: Faces{6}}, {ID: "dice", Faces: Faces{2}}, {ID: "push", Amount: &one}})
	if err != nil || !step.Outcome.Success {
		t.Errorf("played: %+v (%v)", step.Outcome, err)
	}
	begun, err := Odds(in, []Answer{{ID: "dice", Faces: Faces{6}}}, nil)
	if want := 1.0 / 3; err != nil || math.Abs(begun.Success-want) > 1e-12 {
		t.Errorf("after a 6: success %v, want %v (%v)", begun.Success, want, err)
	}
}

// The ends of a sequence that is made before the first die are counted once, however
// often it is read.
func TestSequencesAreCountedOnce(t *testing.T) {
	type state struct{ sum, fell int }
	folds := func(before bool) (n int, c Chances) {
		made := func() *DiceSequence[state] {
			return &DiceSequence[state]{
				Next: func(s state) (Part, bool) { return Part{Ask{ID: "dice"}, D(3, 6)}, s.fell == 0 },
				Fold: func(s state, v int) state {
					n++
					return state{s.sum + v, s.fell + 1}
				},
			}
		}
		c, err := Odds(ruled(func(r *Roll) Outcome {
			var dice *DiceSequence[state]
			if before {
				dice = *Precompute(r, made)
			}
			first := r.Sum(Ask{ID: "first"}, D(1, 6))
			if !before {
				dice = made()
			}
			return Outcome{Grade: Failure, Total: first * dice.Read(r).sum}
		}), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return n, c
	}
	each, want := folds(false)
	once, got := folds(true)
	if each != 6*once {
		t.Errorf("%d dice are folded where the sequence is made once, %d where it is made each time", once, each)
	}
	for i, x := range want.Totals {
		if got.Totals[i] != x {
			t.Errorf("%v where it is made once, %v where it is made each time", got.Totals[i], x)
		}
	}
}

// The better of two throws: as many runs as there are ends, whatever both throws show.
func TestReadAsComparesWithoutRunningTheRule(t *testing.T) {
	type state struct{ kept, fell int }
	dice := func(id string, from state) *DiceSequence[state] {
		return &DiceSequence[state]{
			From: from,
			Next: func(s state) (Part, bool) { return Part{Ask{ID: id}, D(1, 20)}, s.fell == 0 },
			Fold: func(s state, v int) state { return state{v, 1} },
		}
	}
	in := ruled(func(r *Roll) Outcome {
		seq := *Precompute(r, func() *DiceSequence[state] { return dice("second", state{}) })
		first := dice("first", state{}).Read(r).kept
		better := ReadAs(r, seq, func(s state) (int, int) { return max(first, s.kept), max(first, s.kept) })
		return Outcome{Success: true, Grade: Success, Total: better}
	})
	c, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range c.Totals {
		if want := float64(2*x.Total-1) / 400; math.Abs(x.P-want) > 1e-12 {
			t.Errorf("%d has %v, not %v", x.Total, x.P, want)
		}
	}
	if c.Walked != 1+20+20 || len(c.Totals) != 20 || c.Unreached > 1e-12 {
		t.Errorf("%d runs, %d totals, %v unreached", c.Walked, len(c.Totals), c.Unreached)
	}
	plain, err := Odds(unmerged(in), nil, nil)
	if err != nil || len(plain.Totals) != 20 || math.Abs(plain.Totals[7].P-c.Totals[7].P) > 1e-12 {
		t.Errorf("without merging: %v (%v)", plain.Totals, err)
	}
	step, err := Run(in, []Answer{{ID: "first", Faces: Faces{7}}, {ID: "second", Faces: Faces{3}}})
	if err != nil || step.Outcome.Total != 7 {
		t.Errorf("7 and 3: %d (%v)", step.Outcome.Total, err)
	}
}
