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
	Views: engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks, Levels: levelsOfHarm(),
		Defence: []string{scaleValue.ID, defenceMore.ID, defence.ID, defenceRound.ID}},
	Typing: engine.Typing{Named: named, Typed: typed},
}
