package supermen

import "example.org/fray/engine"

// conditions are those of the book, and others for which it gives no figure, so that the
// Editor enters one.
var conditions = []engine.Condition{
	{ID: "surprised", Label: "Surprised", Also: "ambushed startled unaware",
		Help: "A perception roll. If it fails, segments are lost; each segment that is bought off takes 1 off every roll.", Action: "surprise"},
	{ID: "blinded", Label: "Blinded", Chapter: "Ability Rolls: Combat Roll", Also: "blind dark darkness smoke fog cannot see dazzled",
		Help: "A sight penalty in the combat pool: the Editor chooses how much.", Adds: []engine.Modifier{{Field: sightBonus.ID}}},
	{ID: "stunned", Label: "Stunned", Also: "dazed shaken",
		Help: "Subtracted from every Action Roll: the book has no figure, the Editor chooses how much.", Adds: []engine.Modifier{{Field: everyRoll.ID}}},
	{ID: "prone", Label: "Prone", Also: "down fallen lying knocked over",
		Help: "Subtracted from Defense: the book has no figure, the Editor chooses how much.", Adds: []engine.Modifier{{Field: defenseMore.ID}}},
	{ID: "held", Label: "Held", Also: "grabbed grappled restrained pinned entangled",
		Help: "Subtracted from every Action Roll: the book has no figure, the Editor chooses how much.", Adds: []engine.Modifier{{Field: everyRoll.ID}}},
	{ID: "covered", Label: "In cover", Also: "cover hidden behind",
		Help: "Added to Defense: the book has no figure, the Editor chooses how much.", Adds: []engine.Modifier{{Field: defenseMore.ID}}},
}
