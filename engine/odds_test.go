package engine

import (
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

// A roll of too many ways is followed as far as that goes, and the rest of its
// weight is told as unreached.
func TestOddsOfTooManyWays(t *testing.T) {
	rule := func(r *Roll) Outcome {
		all := ""
		for range 9 {
			all += r.Throw(Ask{ID: "die"}, D(1, 10)).String()
		}
		return Outcome{Success: all[0] == '1', Grade: Success, Total: len(all)}
	}
	c, err := Odds(Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}}, Action: &Action{ID: "check", Form: &Schema{}, Rule: rule}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := c.Unreached
	for _, g := range c.Grades {
		sum += g.P
	}
	if c.Walked > mostWays || c.Unreached < 0.5 || math.Abs(sum-1) > 1e-9 {
		t.Errorf("%d ways were followed, %v is unreached, and all adds up to %v", c.Walked, c.Unreached, sum)
	}
}

// Odds that nobody waits for end before the next way: what was not followed is
// unreached, and the next count knows nothing of it.
func TestOddsThatNobodyWaitsFor(t *testing.T) {
	in := toy(4, 1)
	whole, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{0, 1, 7} {
		asked := 0
		c, err := Odds(in.Until(func() bool { asked++; return asked > most }), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum := c.Unreached
		for _, x := range c.Totals {
			sum += x.P
		}
		if c.Walked != most || math.Abs(sum-1) > 1e-9 {
			t.Errorf("%d ways are followed, not %d; the weights add up to %v", c.Walked, most, sum)
		}
	}
	if again, err := Odds(in.Until(func() bool { return false }), nil, nil); err != nil || again.Success != whole.Success || again.Walked != whole.Walked {
		t.Errorf("the next count has success %v in %d ways, not %v in %d: %v", again.Success, again.Walked, whole.Success, whole.Walked, err)
	}
}
