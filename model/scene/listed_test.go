package scene_test

import (
	"testing"

	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"

	"example.org/fray/engine"
)

// Whatever a list of 500 slow actions tries and counts, all of it together stays within the
// steps of a list. What these do not reach is listed, and says so; a second look is free, and
// so is the palette once the pane has looked.
func TestSlowListEnds(t *testing.T) {
	const many, aRun = 500, 60_000 // a run that has begun comes to its end
	for rule := range uitest.SlowRules {
		g, s := uitest.Slow(t, rule, many)
		c := g.Table.Characters()[0]
		m := scene.NewMemory(nil)
		look := func() (l *scene.Listed, tried int) {
			l = m.Listed(g.Table, uitest.GM)
			all := m.Offers(g.Table, uitest.GM, c, s)(l, func() {})
			all = all.Counted(g.Table, l, 0, many, func() {})
			if got := len(all.Can) + len(all.Cannot); got != many {
				t.Errorf("%s: %d of %d actions are listed", rule, got, many)
			}
			for _, o := range all.Can {
				if words := o.Brief.Words; words != scene.NotTried && words != scene.NotCounted {
					tried++
				}
			}
			for _, o := range all.Cannot {
				if tried++; rule != "refuses" {
					t.Errorf("%s: %s is refused: %s", rule, o.Label(), o.WhyNot)
				}
			}
			return l, tried
		}
		l, tried := look()
		if took := scene.ListSteps/2 - l.Left() + l.CountedSteps(); took > scene.ListSteps+2*aRun {
			t.Errorf("%s: the list takes %d steps", rule, took)
		}
		if tried == many || tried == 0 && rule != "odds" {
			t.Errorf("%s: %d of %d are tried or counted", rule, tried, many)
		}
		if l, again := look(); l.Left() != scene.ListSteps/2 || l.CountedSteps() > 0 || again != tried {
			t.Errorf("%s: a second look takes %d and %d steps, and finds %d, not %d", rule, scene.ListSteps/2-l.Left(), l.CountedSteps(), again, tried)
		}
	}
}

// What a list takes of a dry run for its odds is what the rule does when it is begun: in random
// positions of fights in all rulebooks.
func TestTrialIsTheRoll(t *testing.T) {
	trials := 0
	for _, s := range uitest.Books() {
		step := 0
		uitest.Fight(t, s, 5, 16, func(g *uitest.Memory) {
			if step++; step%8 != 0 {
				return
			}
			for _, o := range scene.NewMemory(nil).Offered(g.Table, g.Table.Characters()[step/8%2], s) {
				x := decide.Try(g.Table, uitest.GM, o.Begin, nil)
				if x.WhyNot != nil {
					continue
				}
				now, err := x.Inputs.Start()
				if trials++; err != nil || now.Done() != x.Step.Done() || now.Target != x.Step.Target || now.Aimed != x.Step.Aimed || !sameQuestion(now.Open, x.Step.Open) {
					t.Errorf("%s: %s was tried as %+v, and begins as %+v, %v", s.ID, o.Action, x.Step, now, err)
				}
			}
		})
	}
	if trials < 100 {
		t.Errorf("only %d trials", trials)
	}
}

func sameQuestion(a, b *engine.Question) bool {
	return a == nil && b == nil || a != nil && b != nil && a.ID == b.ID && a.Words == b.Words && a.Dice.Count == b.Dice.Count
}

// Opening the list of actions again takes no step of a rule while nothing has happened.
func TestListOpensAgainForNothing(t *testing.T) {
	for _, s := range uitest.Books() {
		again := openings(t, s)
		again()
		if l := again(); l.Left() != scene.ListSteps/2 || l.CountedSteps() > 0 {
			t.Errorf("%s: the second time the list takes %d and %d steps", s.ID, scene.ListSteps/2-l.Left(), l.CountedSteps())
		}
	}
}

// openings gives what works out the list of actions, as each opening of it does.
func openings(tb testing.TB, s *engine.System) func() *scene.Listed {
	g := uitest.Seated(tb, s)
	c := g.Table.Characters()[0]
	m := scene.NewMemory(nil)
	return func() *scene.Listed {
		l := m.Listed(g.Table, uitest.GM)
		m.Offers(g.Table, uitest.GM, c, s)(l, func() {}).Counted(g.Table, l, 0, 999, func() {})
		return l
	}
}

// BenchmarkActionList works out the list of actions again in each rulebook.
func BenchmarkActionList(b *testing.B) {
	for _, s := range uitest.Books() {
		again := openings(b, s)
		b.Run(s.ID, func(b *testing.B) {
			for b.Loop() {
				again()
			}
		})
	}
}
