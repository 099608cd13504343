package decide

import (
	"cmp"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// cleanSide cleans the side of a character who comes to the table. Who has none is
// one of the heroes.
func cleanSide(s engine.Side) engine.Side {
	return cmp.Or(engine.Side(model.Clean(string(s), model.LongestName)), engine.Heroes)
}
