package engine

// changed is what a roll has changed so far, in order. The changes of one sheet are
// found without those of the others: a rule that writes on many sheets reads them
// all the time.
type changed struct {
	changes []Change
	earlier []int32  // by change: the one before it on the same sheet; below 0: none
	newest  []newest // by sheet
}

// newest is the newest change of a sheet.
type newest struct {
	sheet Seat
	at    int32
}

// last gives the newest change on a sheet, below 0 for none; earlier leads to the
// others.
func (c *changed) last(sheet Seat) int32 {
	for i := range c.newest {
		if c.newest[i].sheet == sheet {
			return c.newest[i].at
		}
	}
	return -1
}

// write adds a change of what has not been changed yet.
func (c *changed) write(ch Change) {
	at := int32(len(c.changes))
	c.changes = append(c.changes, ch)
	for i := range c.newest {
		if n := &c.newest[i]; n.sheet == ch.Sheet {
			c.earlier, n.at = append(c.earlier, n.at), at
			return
		}
	}
	c.earlier, c.newest = append(c.earlier, -1), append(c.newest, newest{ch.Sheet, at})
}

// emptied gives none, in the same memory.
func (c changed) emptied() changed { return changed{c.changes[:0], c.earlier[:0], c.newest[:0]} }
