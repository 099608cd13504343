package easiness

import "example.org/fray/engine"

// conditions: the book's section on bonuses and penalties is empty, so that
// none of them has a figure.
var conditions = engine.ChosenPenalties(everyModifier, "Bonus and Penalties",
	"A penalty on every roll: the book has no figure, the gamemaster chooses how much.")
