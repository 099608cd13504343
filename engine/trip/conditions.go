package trip

import "example.org/fray/engine"

// conditions are those for which the book has a figure, and penalties for which the
// gamemaster chooses one.
var conditions = append([]engine.Condition{
	{ID: "unskilled", Label: "Unskilled", Chapter: "Unskilled", Also: "untrained unfamiliar weapon armor clumsy",
		Help: "Slide +5 and penalty -5 on every Trip roll: a weapon, an armor, a shape that is not known.",
		Adds: []engine.Modifier{{Field: everySlide.ID, N: 5}, {Field: everyBonus.ID, N: -5}}},
	{ID: "hindered", Label: "Hindered", Chapter: "Failure & Slide", Also: "slide difficult nearly impossible concentration",
		Help: "A slide of every ability failure, 0 to 9 as a rule: the gamemaster chooses how much.", Adds: []engine.Modifier{{Field: everySlide.ID}}},
	{ID: "buffed", Label: "Buffed", Chapter: "Terminology", Also: "blessed bless haste buff inspired",
		Help: "A temporary bonus of a feat or an artifact: the gamemaster chooses how much.", Adds: []engine.Modifier{{Field: everyBonus.ID}}},
}, engine.ChosenPenalties(everyBonus, "Terminology",
	"A penalty on every Trip roll: the book has no figure, the gamemaster chooses how much.")...)
