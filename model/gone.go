package model

import "slices"

// Gone gives those who have left the table and may be seen, in the order of
// the roster. Their sheets are kept.
func (t Table) Gone() []*Character {
	var out []*Character
	for _, c := range t.characters {
		if c.Left && t.eyes.sees(c) {
			out = append(out, c)
		}
	}
	return out
}

// PlaceOf is where a character stands in the roster, from 0, as [Reorder]
// counts: those who have left, or are not to be seen, are counted too. It is
// -1 for somebody who isn't there.
func (t Table) PlaceOf(who string) int {
	return slices.IndexFunc(t.characters, func(c *Character) bool { return c.ID == who })
}
