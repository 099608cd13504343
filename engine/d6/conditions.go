package d6

import "example.org/fray/engine"

// conditions are those of the book, which its own rules bring about and end, and
// those for which it has a modifier without a figure.
var conditions = []engine.Condition{
	{ID: "stunned", Label: "Stunned", Chapter: "Damage", Also: "dazed shaken stun",
		Help: "-1D on skill and attribute rolls, in this round and the next.", Action: "befall", Params: engine.PageOf("wound", stunned.String())},
	{ID: "prone", Label: "Prone", Chapter: "Rounds", Also: "down fallen lying knocked over",
		Help: "-1D on all that is done, until an action is spent on getting up.", Action: "befall", Params: engine.PageOf("prone", true)},
	{ID: "out", Label: "Knocked out", Chapter: "Damage", Also: "unconscious asleep sleep ko",
		Help: "Does nothing until it comes to: the gamemaster chooses after how many minutes.", Action: "befall"},
	{ID: "wounded", Label: "Wounded", Chapter: "Damage", Also: "hurt injured",
		Help: "-1D on skill and attribute rolls until it is healed.", Action: "befall", Params: engine.PageOf("wound", wounded.String())},
	{ID: "severely-wounded", Label: "Severely wounded", Chapter: "Damage", Also: "hurt injured badly",
		Help: "-2D on skill and attribute rolls until it is healed.", Action: "befall", Params: engine.PageOf("wound", severelyWounded.String())},
	{ID: "incapacitated", Label: "Incapacitated", Chapter: "Damage", Also: "disabled",
		Help: "-3D until it is healed; stamina or willpower against 15 to stay up.", Action: "befall", Params: engine.PageOf("wound", incapacitated.String())},
	{ID: "mortally-wounded", Label: "Mortally wounded", Chapter: "Damage", Also: "dying bleeding",
		Help: "Does nothing; Strength each minute against the minutes gone by, or dead.", Action: "befall", Params: engine.PageOf("wound", mortallyWounded.String())},
	{ID: "blinded", Label: "Blinded", Also: "blind dark darkness smoke fog dazzled cannot see",
		Help: "A modifier with a reason: the book has no figure, the gamemaster chooses what it takes off totals.", Adds: []engine.Modifier{{Field: everyTotal.ID}}},
	{ID: "held", Label: "Held", Also: "grabbed grappled restrained pinned entangled",
		Help: "A modifier with a reason: the book has no figure, the gamemaster chooses what it takes off totals.", Adds: []engine.Modifier{{Field: everyTotal.ID}}},
	{ID: "surprised", Label: "Surprised", Also: "ambushed unaware startled",
		Help: "Easier to hit: the book has no figure, the gamemaster chooses by how much.", Adds: []engine.Modifier{{Field: defenceMore.ID}}},
	{ID: "covered", Label: "In cover", Chapter: "Rounds", Also: "cover behind",
		Help: "Harder to hit: the gamemaster chooses by how much.", Adds: []engine.Modifier{{Field: defenceMore.ID}}},
}
