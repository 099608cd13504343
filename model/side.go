package model

import (
	"cmp"

	"example.org/fray/engine"
)

// CleanSide cleans the side of a new character. Without a side the character is one of the
// heroes.
func CleanSide(s engine.Side) engine.Side {
	return cmp.Or(engine.Side(Clean(string(s), LongestName)), engine.Heroes)
}

// Opposes reports whether two characters fight on different sides. Where a seat does not
// know the sides, those whom players own oppose those whom no player owns.
func (c *Character) Opposes(o *Character) bool {
	if c.Side == "" || o.Side == "" {
		return (c.Owner == "") != (o.Owner == "")
	}
	return c.Side != o.Side
}
