package supermen

import (
	_ "embed"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the rulebook.
var System = &engine.System{
	ID:        "supermen",
	Name:      "Men & Supermen",
	Author:    "Jerry Stratton",
	Dice:      "2d10 under a target; ones are thrown again and taken off",
	Help:      help,
	Sheet:     sheet,
	House:     house,
	Pools:     everyPool(),
	Actions:   actions,
	Templates: templates,
	Chapters:  chapters,
	Time: engine.Timekeeping{Round: "round", Unit: "segment", PerRound: round, RoundMS: 12_000,
		PayEvery: round, Payment: "payment", Owes: owes, Defence: "combat", Between: between},
	Harm: engine.ByNumber{Action: "hurt", Points: hurtDamage.ID, Of: hurtOf},
	Views: engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks, Margin: "Quality",
		Defence: []string{defense.ID, defenseMore.ID, moveDefense.ID, onTheMove.ID, sideDefense.ID, pastAt.ID, pastDefense.ID, speedQ.ID}},
	Typing: engine.Typing{Named: named, Terms: otherWords},
}

const help = `Two ten-sided dice must not exceed a target. A die that shows a 1 is thrown again and taken off. Target less dice is the Quality: points to be shared among the uses of the action, such as speed, Attack or a cheaper EP row.

Bonuses that go into a pool are added up and looked up once on the Sphere column of the Action Chart, so the first points count most.

After the dice an ability may be raised by Extra Effort; it then stands as far below where it was, until hours of rest bring it back.

EP are paid by rows: 5 EP at row 9, 1 EP at row 5, free at row 0. A mover pays the row of the last Move Roll again at each Payment Segment, every 50 segments.

A blow lands when the Performance Time of its action is over. It hits if the Attack is at least the Defense that its target has in that segment. Damage takes VP first, then the DP of a part of the body.`
