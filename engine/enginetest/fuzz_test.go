package enginetest

import (
	"testing"

	"example.org/fray/engine"
)

func TestAGoodRulebookTakesOddInputs(t *testing.T) { tried(t, newToy().System, 60) }

// tried tries a rulebook with so many odd inputs, or until what is wanted is heard.
func tried(t T, sys *engine.System, n int) {
	h, isHeard := t.(*recorder)
	for i := range uint64(n) {
		e := newExam(t, sys, nil)
		e.rnd = seededRand(i)
		if e.oddities(); isHeard && h.enough() {
			return
		}
	}
}

func TestOddInputsFindWhatBreaks(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*toy)
		want   string
	}{
		"an index": {after(func(y *toy, r *engine.Roll, _ *engine.Outcome) {
			_ = [20]int{}[y.strength.Of(r.Sheet(engine.Actor))]
		}), "the rule broke"},
		"more than the field holds": {after(func(y *toy, r *engine.Roll, _ *engine.Outcome) {
			engine.Put(r, r.Sheet(engine.Actor), y.strength, y.strength.Of(r.Sheet(engine.Actor))+1)
		}), "to what the field can't be"},
		"a rule that asks on and on": {after(func(_ *toy, r *engine.Roll, _ *engine.Outcome) {
			for r.Amount(engine.Ask{ID: "more", Words: "More?"}, engine.Actor, 0, 9) >= 0 {
			}
		}), "it still asks"},
		"a panel": {func(y *toy) {
			y.Views.Panel = func(v engine.View) []engine.Block {
				_ = [1000]int{}[y.tired.Of(v.Sheet)]
				return nil
			}
		}, "afterwards the panel"},
	} {
		y := newToy()
		c.change(y)
		h := recorder{want: c.want}
		if tried(&h, y.System, 60); !h.has(c.want) {
			t.Errorf("%s: no complaint has %q: %q", name, c.want, h.lines)
		}
	}
}
