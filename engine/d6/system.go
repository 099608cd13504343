package d6

import (
	_ "embed"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the rulebook.
var System = &engine.System{
	ID:        "d6",
	Name:      "D6 System",
	Author:    "OpenD6",
	Dice:      "pools of d6, one of them the Wild Die",
	Help:      help,
	Sheet:     sheet,
	House:     house,
	Pools:     []engine.Pool{body},
	Actions:   actions,
	Templates: templates,
	Chapters:  chapters,
	Time: engine.Timekeeping{Round: "round", Unit: "turn", RoundMS: 5000, Initiative: "initiative", Defence: "defend",
		Declares: "actions", Between: between},
	Harm:    engine.ByNumber{Action: "damage", Points: damageTotal.ID},
	Healing: engine.ByNumber{Action: "mend", Points: mendBy.ID},
	Views: engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks, Levels: levelsOfHarm(),
		Defence: []string{scaleValue.ID, defenceMore.ID, defence.ID, defenceRound.ID, preparesUntil.ID}},
	Typing: engine.Typing{Named: named, Typed: typed, Terms: otherWords},
}

const help = `A skill or attribute is a die code, 4D+2: four dice, and two pips on top of what they show. Three pips make a die. The total must reach the difficulty; a tie is enough.

One die of every roll is the Wild Die. A 6 on it is added and it is thrown again as long as it shows 6. A 1 on its first toss is a Critical Failure: the gamemaster either has the highest die taken out or lets everything count and brings in a complication.

A Character Point buys one more Wild Die, before the roll, after it, or both; a 1 on it is just a 1. A Fate Point, before the roll, doubles the dice and pips that are the character's own. Weapons, armour and gear are not doubled.

Result points are what the total has beyond the difficulty. Half of them may help another roll, a fifth of an attack's may go to the damage.

A round is five seconds. Each action beyond the first takes a die off every skill or attribute roll of the round, but not off damage, resistance or initiative, and waiting for somebody counts as one. Initiative is a Perception roll, the highest first; of equals the better Perception, then as the gamemaster says.

Wounds take dice off by themselves. A hit that is no worse than the present wound makes it one level worse. The clock ends stuns, lets those who are incapacitated try to stay up, and rolls for those near death each minute.`
