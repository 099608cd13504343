package easiness

import "example.org/fray/engine"

// conditions have no figures, since the section of the text on bonuses and penalties is empty.
var conditions = engine.ChosenPenalties(everyModifier, "Bonus and Penalties",
	"A penalty on every roll: the book has no figure, the gamemaster chooses how much.")
