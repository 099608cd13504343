package easiness

import "example.org/fray/engine"

// conditions: the book's section on bonuses and penalties is empty, so that
// none of them has a figure.
var conditions = []engine.Condition{
	chosen("stunned", "Stunned", "dazed shaken"),
	chosen("blinded", "Blinded", "blind dark darkness smoke fog dazzled"),
	chosen("prone", "Prone", "down fallen lying knocked over"),
	chosen("held", "Held", "grabbed grappled restrained pinned entangled"),
	chosen("surprised", "Surprised", "ambushed unaware startled"),
}

func chosen(id, label, also string) engine.Condition {
	return engine.Condition{ID: id, Label: label, Also: also, Chapter: "Bonus and Penalties",
		Help: "A penalty on every roll: the book has no figure, the gamemaster chooses how much.", Adds: []engine.Modifier{{Field: everyModifier.ID}}}
}
