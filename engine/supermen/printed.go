package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// onPaper works out what a player's paper would print: with every ability at
// its full value, and no power in force.
func onPaper(own func(effort) sum) func(engine.Sheet) int {
	return func(s engine.Sheet) int { return own(effort{me: s, whole: true}).total() }
}

// asPrinted is own as the paper has it: what was worked out otherwise stays,
// however abilities fall and rise.
func asPrinted(own func(effort) sum, paper engine.Field[int], e effort) sum {
	s := own(e)
	if paper.Spec == nil {
		return s
	}
	if e.me.Written(paper.ID) {
		me := e.me.WithoutModifiers()
		s = append(s, plain("as printed", paper.Of(me)-onPaper(own)(me)))
	}
	return append(s, inForceOn(e.me, paper)...)
}

// bothWays says the printed number and the worked out one, where there is a
// printed one.
func bothWays(own func(effort) sum, paper engine.Field[int], me engine.Sheet) []string {
	if paper.Spec == nil || !me.Written(paper.ID) {
		return nil
	}
	me = me.WithoutModifiers()
	return []string{fmt.Sprintf("printed %d", paper.Of(me)), "worked out " + own(effort{me: me, whole: true}).String()}
}

// twice shows a number that is printed with the one that would be worked out
// after it.
func twice(shown, worked int, entered bool) string {
	if !entered {
		return number(shown)
	}
	return fmt.Sprintf("%d (%d)", shown, worked)
}
