package act

import (
	"testing"

	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
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
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: s.ID, Look: uitest.Look(kit.Mono)}
		m := NewMemory(nil)
		look := func() (l *Listed, tried int) {
			l = m.Listed(f.Table, f.Seat)
			all := m.offersNow(f, c, s)(l, func() {})
			for _, o := range m.all(f, l, c, s, nil) {
				if d := o.draft(c.ID, s.ID); o.whyNot == "" {
					l.columnsLanding(d.begin(), nil)
				}
			}
			if got := len(all.list) + len(all.cannot); got != many {
				t.Errorf("%s: %d of %d actions are listed", rule, got, many)
			}
			for _, o := range all.list {
				d := o.draft(c.ID, s.ID)
				words, brief := l.Columns(d.begin(), nil).Words, l.Brief(d.begin(), nil)
				if reached := words != notTried && words != notCounted; reached {
					tried++
				} else if brief != NotTried && brief != notCounted {
					t.Errorf("%s: %s says %q in the list, and %q in words", rule, o.label(), words, brief)
				}
			}
			for _, o := range all.cannot {
				if tried++; rule != "refuses" {
					t.Errorf("%s: %s is refused: %s", rule, o.label(), o.whyNot)
				}
			}
			return l, tried
		}
		l, tried := look()
		if took := listSteps/2 - l.tries.Left() + l.counted; took > listSteps+2*aRun {
			t.Errorf("%s: the list takes %d steps", rule, took)
		}
		if tried == many || tried == 0 && rule != "odds" {
			t.Errorf("%s: %d of %d are tried or counted", rule, tried, many)
		}
		if l, again := look(); l.tries.Left() != listSteps/2 || l.counted > 0 || again != tried {
			t.Errorf("%s: a second look takes %d and %d steps, and finds %d, not %d", rule, listSteps/2-l.tries.Left(), l.counted, again, tried)
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
			for _, o := range NewMemory(nil).Offered(g.Table, g.Table.Characters()[step/8%2], s) {
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

// BenchmarkActionList works out the list of actions again, as each opening of it does, in each
// rulebook.
func BenchmarkActionList(b *testing.B) {
	for _, s := range uitest.Books() {
		g := uitest.Seated(b, s)
		c := g.Table.Characters()[0]
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: s.ID, Look: uitest.Look(kit.Mono)}
		m := NewMemory(nil)
		b.Run(s.ID, func(b *testing.B) {
			for b.Loop() {
				l := m.Listed(f.Table, f.Seat)
				for _, o := range m.all(f, l, c, s, nil) {
					if d := o.draft(c.ID, s.ID); o.whyNot == "" {
						l.columnsLanding(d.begin(), nil)
					}
				}
			}
		})
	}
}
