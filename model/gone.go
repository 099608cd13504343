package model

// Gone gives those who have left the table, in the order of the roster. Their
// sheets are kept.
func (t Table) Gone() []*Character {
	var out []*Character
	for _, c := range t.characters {
		if c.Left {
			out = append(out, c)
		}
	}
	return out
}

// PlaceOf is where a character stands in the roster, from 0, as [Reorder]
// counts: those who have left are counted too. It is -1 for somebody who isn't
// there.
func (t Table) PlaceOf(who string) int { return t.index(who) }
