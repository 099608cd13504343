package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// onPaper gives the default of a number that a player's paper prints: with every ability at
// its full value and no power in force.
func onPaper(own func(effort) kit.Sum) func(engine.Sheet) int {
	return func(s engine.Sheet) int { return own(effort{me: s, whole: true}).Total() }
}

// asPrinted gives own, corrected by the difference between what the paper prints and what would
// be worked out. The difference stays the same when abilities fall and rise.
func asPrinted(own func(effort) kit.Sum, paper engine.Field[int], e effort) kit.Sum {
	s := own(e)
	if paper.Spec == nil {
		return s
	}
	if e.me.Written(paper.ID) {
		me := e.me.WithoutModifiers()
		s = append(s, kit.Plain("as printed", paper.Of(me)-onPaper(own)(me)))
	}
	return append(s, kit.InForce(e.me, paper.ID)...)
}

// bothWays gives lines of working with the printed number and the one worked out; none if
// nothing is printed.
func bothWays(own func(effort) kit.Sum, paper engine.Field[int], me engine.Sheet) []string {
	if paper.Spec == nil || !me.Written(paper.ID) {
		return nil
	}
	me = me.WithoutModifiers()
	return []string{fmt.Sprintf("printed %d", paper.Of(me)), "worked out " + own(effort{me: me, whole: true}).String()}
}

// twice gives the number that counts and, if it was entered, behind it the one that would be
// worked out.
func twice(shown, worked int, entered bool) string {
	if !entered {
		return number(shown)
	}
	return fmt.Sprintf("%d (%d)", shown, worked)
}
