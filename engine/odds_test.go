package engine

import (
	"errors"
	"math"
	"testing"
)

// toy is a check with a Wild Die, as small as it can be.
func toy(dice, bought int) Inputs {
	form := &Schema{}
	rule := func(r *Roll) Outcome {
		type hand struct {
			sum, high int
			fumble    bool
		}
		h := ReadHand(r, []Part{
			{Ask{ID: "regular"}, D(dice-1, 6)},
			{Ask{ID: "wild"}, D(1, 6).Exploding()},
		}, func(h hand, part, v int) hand {
			if part == 0 {
				return hand{h.sum + v, max(h.high, v), false}
			}
			if v == 1 {
				return hand{h.sum + v, h.high, true}
			}
			return hand{h.sum + v, 0, false}
		})
		total := h.sum
		if h.fumble {
			total -= max(h.high, 1)
		}
		Merge(r, total)
		total += r.Sum(Ask{ID: "character-points"}, D(bought, 6).Exploding())
		grade := Failure
		if total >= 70 {
			grade = Success
		}
		return Outcome{Success: total >= 70, Grade: grade, Total: total, Target: 70, Margin: total - 70}
	}
	sys := &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}}
	return Inputs{System: sys, Action: &Action{ID: "check", Form: form, Rule: rule}}
}

func unmerged(in Inputs) Inputs {
	in.WithoutMerging = true
	return in
}

func TestOddsAddUpAndMergeAlike(t *testing.T) {
	in := toy(4, 1)
	merged, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Odds(unmerged(in), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := merged.Unreached
	for _, x := range merged.Totals {
		sum += x.P
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("weights add up to %v", sum)
	}
	if len(merged.Totals) != len(plain.Totals) || merged.Walked >= plain.Walked {
		t.Fatalf("merged: %d totals, %d walked; unmerged: %d, %d", len(merged.Totals), merged.Walked, len(plain.Totals), plain.Walked)
	}
	for i, x := range merged.Totals {
		if math.Abs(x.P-plain.Totals[i].P) > 1e-12 {
			t.Errorf("total %d: %v merged, %v unmerged", x.Total, x.P, plain.Totals[i].P)
		}
	}
}

func BenchmarkOddsOfTwentyDice(b *testing.B) {
	in := toy(20, 2)
	for b.Loop() {
		c, err := Odds(in, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(c.Walked), "readings/op")
	}
}

// Odds of which there is too much to count, or that nobody waits for, are none at all: not a
// part of them is given.
func TestOddsAreWholeOrNone(t *testing.T) {
	toyOf := func(rule Rule) Inputs {
		return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}}, Action: &Action{ID: "check", Form: &Schema{}, Rule: rule}}
	}
	endless := DiceSequence[int]{
		Next: func(int) (Part, bool) { return Part{Ask{ID: "die"}, D(1, 6)}, true },
		Fold: func(n, _ int) int { return 1 },
	}
	many := func(times int, d Dice) Inputs {
		return toyOf(func(r *Roll) Outcome {
			n := 0
			for range times {
				n += r.Sum(Ask{ID: "die"}, d)
			}
			return Outcome{Success: n > 30, Grade: Success, Total: n}
		})
	}
	for name, in := range map[string]Inputs{
		"ordered dice":                 toyOf(func(r *Roll) Outcome { return Outcome{Total: r.Throw(Ask{ID: "die"}, D(9, 10)).Sum()} }),
		"dice in a loop":               many(12, D(1, 6)),
		"dice that explode, in a loop": many(4, D(1, 8).Exploding()),
		"dice without end":             toyOf(func(r *Roll) Outcome { return Outcome{Total: endless.Read(r)} }),
		"more than was asked for":      many(3, D(2, 10)).Within(1000),
	} {
		c, err := Odds(in, nil, nil)
		var tooLong *TooLong
		if !errors.As(err, &tooLong) || len(c.Totals)+len(c.Grades) > 0 || c.Success != 0 {
			t.Errorf("%s: %v, with %d totals and a success of %v", name, err, len(c.Totals), c.Success)
		}
	}
	in := toy(4, 1)
	whole, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{0, 1, 7} {
		asked := 0
		c, err := Odds(in.Until(func() bool { asked++; return asked > most }), nil, nil)
		if !errors.Is(err, ErrStopped) || len(c.Totals)+len(c.Grades) > 0 || c.Success != 0 {
			t.Errorf("stopped after %d: %v, %d totals", most, err, len(c.Totals))
		}
	}
	if again, err := Odds(in.Until(func() bool { return false }), nil, nil); err != nil || again.Success != whole.Success || again.Walked != whole.Walked {
		t.Errorf("the next count has success %v in %d ways, not %v in %d: %v", again.Success, again.Walked, whole.Success, whole.Walked, err)
	}
}
