package model

import (
	"cmp"

	"example.org/fray/engine"
)

// CleanSide cleans the side of a character who comes to the table. Who has none is
// one of the heroes.
func CleanSide(s engine.Side) engine.Side {
	return cmp.Or(engine.Side(Clean(string(s), LongestName)), engine.Heroes)
}

// Opposes reports whether two characters fight on different sides. A seat that knows
// somebody by name only is not told the side: then whoever no player plays is taken for a
// foe of those whom players play.
func (c *Character) Opposes(o *Character) bool {
	if c.Side == "" || o.Side == "" {
		return (c.Owner == "") != (o.Owner == "")
	}
	return c.Side != o.Side
}
