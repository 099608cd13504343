package contest

import "example.org/fray/engine"

// conditions are modifiers of the situation: the book bounds them, 6 at most
// either way, and leaves each to the gamemaster.
var conditions = []engine.Condition{
	chosen("stunned", "Stunned", "dazed shaken"),
	chosen("blinded", "Blinded", "blind dark darkness smoke fog dazzled"),
	chosen("prone", "Prone", "down fallen lying knocked over"),
	chosen("held", "Held", "grabbed grappled restrained pinned entangled"),
	chosen("surprised", "Surprised", "ambushed unaware startled"),
	{ID: "inspired", Label: "Inspired", Chapter: "Modifiers", Also: "blessed encouraged buff",
		Help: "Added to every acting total: the gamemaster chooses how much, at most 6.", Adds: []engine.Modifier{{Field: everyActing.ID}}},
}

func chosen(id, label, also string) engine.Condition {
	return engine.Condition{ID: id, Label: label, Also: also, Chapter: "Modifiers",
		Help: "Subtracted from every acting total: the gamemaster chooses how much, at most 6.", Adds: []engine.Modifier{{Field: everyActing.ID}}}
}
