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
