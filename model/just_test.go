package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Many blows land in one step of the clock. Whoever looks only at what happened just now
// reads first what happened to their own character, the newest first, and it is never among
// what is left out, in whatever order the blows fall.
func TestJustNowIsOnesOwn(t *testing.T) {
	const others = 9
	for at := range others + 1 {
		p, thug, hero := attackOn(t, "supermen")
		foe, _ := p.table.Character(thug)
		victim, _ := p.table.Character(hero)
		for range others {
			p.must(model.Join{Character: model.Character{Name: "Thug", Shown: model.ShownOpen, Pages: foe.Pages}})
		}
		p.must(model.Join{Character: model.Character{Name: "Guard", Shown: model.ShownOpen, Pages: victim.Pages}})
		all := p.table.Characters()
		guard := all[len(all)-1].ID
		thugs := slices.DeleteFunc(slices.Clone(all), func(c *model.Character) bool { return c.ID == hero || c.ID == guard })
		mine := []int{at, (at + 4) % len(thugs)} // who strikes Ben's hero
		for i, c := range thugs {
			whom := guard
			if slices.Contains(mine, i) {
				whom = hero
			}
			p.must(model.Begin{Who: c.ID, Against: []string{whom}, System: "supermen", Action: "combat"})
			p.settle()
		}
		p.must(model.Next{})
		p.settle()
		seen := view.SeenBy(p.table, ben)
		strikers := func(words string) bool { return strings.Contains(words, "Hero") }
		for e := range view.Entries(seen, view.Filter{}, 0, 0) {
			if n := len(e.Tell(seen, true)); n < others {
				t.Fatalf("only %d blows land at once", n)
			}
			var own []string
			for _, a := range e.Tell(seen, true) {
				if strikers(a.Lines[0].Text) {
					own = append(own, a.Lines[0].Text)
				}
			}
			slices.Reverse(own)
			just := e.Just(seen, 2)
			if len(own) != 2 || len(just) != 2 || just[0].Lines[0].Text != own[0] || just[1].Lines[0].Text != own[1] {
				t.Errorf("%d: of %q, the newest first, just now tells %+v", at, own, just)
			}
			told := 0
			for _, a := range e.Tell(seen, false) {
				if strikers(a.Lines[0].Text) {
					told++
				}
			}
			if told != 2 {
				t.Errorf("%d: the entry in short tells %d of 2 blows at Ben's hero", at, told)
			}
			break
		}
		for _, lines := range view.LogText(seen, true) { // as it is read out
			if !strikers(lines[0].Text) {
				t.Errorf("%d: read out first is %q", at, lines[0].Text)
			}
			break
		}
	}
}
