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

// pushed is a chain of dice thrown while they show 5 or 6, of which only
// whether there are two or more counts, unless the roll is pushed.
func pushed(alike bool) Inputs {
	type state struct {
		n    int
		over bool
	}
	rule := func(r *Roll) Outcome {
		c := DiceSequence[state]{
			Next: func(s state) (Part, bool) { return Part{Ask{ID: "dice"}, D(1, 6)}, !s.over },
			Fold: func(s state, v int) state {
				if v < 5 {
					return state{s.n, true}
				}
				return state{s.n + 1, false}
			},
		}
		if alike {
			c.Alike = func(s state) state { return state{min(s.n, 2), true} }
		}
		n := c.Read(r).n
		n += r.Amount(Ask{ID: "push"}, Actor, 0, 1) * n // worth more the more there are
		o := Outcome{Success: n >= 2, Grade: Failure}
		if n >= 6 {
			o.Flags = []string{"splendid"}
		}
		return o
	}
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}},
		Action: &Action{ID: "push", Form: &Schema{}, Rule: rule}}
}

func TestAlikeEndsAreFollowedOnceWhereNothingIsDecided(t *testing.T) {
	in := pushed(true)
	frugal, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1.0 / 9; math.Abs(frugal.Success-want) > 1e-12 || frugal.Walked != 4 {
		t.Errorf("success %v with %d runs, want %v with 4", frugal.Success, frugal.Walked, want)
	}
	all := func(q Question) Answer { return q.Numbered(q.Most) }
	spent, err := Odds(in, nil, all)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1.0 / 3; math.Abs(spent.Success-want) > 1e-12 {
		t.Errorf("pushed: success %v, want %v", spent.Success, want)
	}
	for _, g := range spent.Grades {
		if want := 1.0 / 27; len(g.Flags) > 0 && math.Abs(g.P-want) > 1e-12 {
			t.Errorf("pushed: %v has %v, want %v", g.Flags, g.P, want)
		}
	}
}

func TestChainsOfOneKeyAreCountedOnce(t *testing.T) {
	folds := func(keyed bool) (n int, c Chances) {
		type state struct{ sum, fell int }
		in := pushed(false)
		in.Action.Rule = func(r *Roll) Outcome {
			first := r.Sum(Ask{ID: "first"}, D(1, 6))
			chain := DiceSequence[state]{
				Next: func(s state) (Part, bool) { return Part{Ask{ID: "dice"}, D(3, 6)}, s.fell == 0 },
				Fold: func(s state, v int) state {
					n++
					return state{s.sum + v, s.fell + 1}
				},
			}
			var s state
			if keyed {
				s = chain.ReadKeyed(r, 3)
			} else {
				s = chain.Read(r)
			}
			return Outcome{Grade: Failure, Total: first * s.sum}
		}
		c, err := Odds(in, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return n, c
	}
	each, want := folds(false)
	once, got := folds(true)
	if each != 6*once {
		t.Errorf("%d dice are folded with a key, %d without", once, each)
	}
	for i, x := range want.Totals {
		if got.Totals[i] != x {
			t.Errorf("%v with a key, %v without", got.Totals[i], x)
		}
	}
}

// Ends of chains with a key are known to the counts that follow, of merged odds
// and of others apart.
func TestEndsOfOneKeyAreKnownToOtherCounts(t *testing.T) {
	type sumKey struct {
		dice int
		of   *int // this run of the test
	}
	folds := 0
	chain := func(dice, refused int) DiceSequence[[2]int] {
		return DiceSequence[[2]int]{
			Next: func(s [2]int) (Part, bool) { return Part{Ask{ID: "dice"}, D(dice, 6)}, s[0] == 0 },
			Fold: func(s [2]int, v int) [2]int {
				folds++
				if folds == refused {
					panic(&Refusal{Words: "no"})
				}
				return [2]int{s[0] + 1, s[1] + v}
			},
		}
	}
	count := func(dice, refused int, unmerged bool) (Chances, error) {
		in := ruled(func(r *Roll) Outcome { return against(chain(dice, refused).ReadKeyed(r, sumKey{dice, &folds})[1], 0) })
		in.Unmerged = unmerged
		folds = 0
		return Odds(in, nil, nil)
	}
	if _, err := count(2, 20, false); err == nil {
		t.Fatal("it is not refused")
	}
	for _, x := range []struct {
		dice     int
		unmerged bool
		known    bool
	}{{2, false, false}, {2, false, true}, {3, false, false}, {2, true, false}, {2, true, true}, {2, false, true}} {
		c, err := count(x.dice, -1, x.unmerged)
		if err != nil || len(c.Totals) != 5*x.dice+1 || math.Abs(c.Success-1) > 1e-15 {
			t.Errorf("%v: %d totals, success %v (%v)", x, len(c.Totals), c.Success, err)
		}
		if (folds == 0) != x.known {
			t.Errorf("%v: %d dice are folded", x, folds)
		}
	}
}
