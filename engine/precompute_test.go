package engine

import "testing"

// worked counts how often odds with a plan do a piece of work, which may ask
// first, before five ways of a die.
func worked(t *testing.T, plan Plan, before func(b *body, r *Roll), within func(b *body, r *Roll) int) (times int, c Chances) {
	t.Helper()
	b := newBody()
	in := b.inputs(&Schema{}, func(r *Roll) Outcome {
		before(b, r)
		bonus := *Precompute(r, func() int {
			times++
			return *Precompute(r, func() int { return within(b, r) })
		})
		plus := *Precompute(r, func() int { return 100 })
		return Outcome{Grade: Success, Total: plus + bonus + r.Sum(Ask{ID: "dice"}, D(1, 5))}
	})
	c, err := Odds(in, nil, plan)
	if err != nil {
		t.Fatal(err)
	}
	return times, c
}

func TestOnceWorksOnceWhereOnlyTheInputsAreKnown(t *testing.T) {
	const ways = 1 + 5 // the die is asked for, and then it falls
	nothing := func(*body, *Roll) {}
	strength := func(b *body, r *Roll) int { return b.strength.Of(r.Sheet(Actor)) }
	most := func(q Question) Answer { return q.Numbered(q.Most) }
	pushes := func(_ *body, r *Roll) int { return r.Amount(Ask{ID: "push"}, Actor, 0, 2) }
	for name, x := range map[string]struct {
		plan   Plan
		before func(*body, *Roll)
		within func(*body, *Roll) int
		times  int
		least  int // total
	}{
		"before all else":                {nil, nothing, strength, 1, 111},
		"after a change":                 {nil, func(b *body, r *Roll) { r.Add(r.Sheet(Actor), b.strength, 1) }, strength, ways, 112},
		"changing something":             {nil, nothing, func(b *body, r *Roll) int { r.Add(r.Sheet(Actor), b.strength, 1); return 0 }, ways, 101},
		"after dice":                     {nil, func(_ *body, r *Roll) { r.Sum(Ask{ID: "first"}, D(1, 1)) }, strength, ways, 111},
		"deciding nothing":               {nil, nothing, pushes, 1, 101},
		"deciding something":             {most, nothing, pushes, ways, 103},
		"after something was decided":    {most, func(b *body, r *Roll) { pushes(b, r) }, strength, ways, 111},
		"after nothing could be decided": {nil, func(b *body, r *Roll) { pushes(b, r) }, strength, 1, 111},
	} {
		times, c := worked(t, x.plan, x.before, x.within)
		if times != x.times || len(c.Totals) != 5 || c.Totals[0].Total != x.least {
			t.Errorf("%s: %d times, %d totals from %d; want %d times, 5 from %d", name, times, len(c.Totals), c.Totals[0].Total, x.times, x.least)
		}
	}
}

// A run may change what it is lent: the next one has it as it was made.
func TestOnceLendsEachRunItsOwn(t *testing.T) {
	c, err := Odds(ruled(func(r *Roll) Outcome {
		n := Precompute(r, func() int { return 10 })
		*n += r.Sum(Ask{ID: "dice"}, D(1, 6))
		return against(*n, 0)
	}), nil, nil)
	if err != nil || len(c.Totals) != 6 || c.Totals[0].Total != 11 || c.Totals[5].Total != 16 {
		t.Errorf("%v (%v)", c.Totals, err)
	}
}
