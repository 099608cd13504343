package contest

import "example.org/fray/engine"

// conditions are modifiers of the situation, whose size the book leaves to the gamemaster: at
// most 6 either way.
var conditions = append(engine.ChosenPenalties(everyActing, "Modifiers",
	"Subtracted from every acting total: the gamemaster chooses how much, at most 6."),
	engine.Condition{ID: "inspired", Label: "Inspired", Chapter: "Modifiers", Also: "blessed encouraged buff",
		Help: "Added to every acting total: the gamemaster chooses how much, at most 6.", Adds: []engine.Modifier{{Field: everyActing.ID}}})
