package supermen

import "example.org/fray/engine"

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
	Time: engine.Timekeeping{Round: "round", Unit: "segment", PerRound: round, RoundMS: 12_000,
		PayEvery: round, Payment: "payment"},
	Panel: panel,
	Brief: brief,
	Costs: costs,
	Marks: marks,
	Named: named,
}

const help = `Two ten-sided dice must not exceed a target. A die that shows a 1 is thrown again and taken off. Target less dice is the Quality: points to be shared among the uses of the action, such as speed, Attack or a cheaper EP row.

Bonuses that go into a pool are added up and looked up once on the Sphere column of the Action Chart, so the first points count most.

After the dice an ability may be raised by Extra Effort; it then stands as far below where it was, until hours of rest bring it back.

EP are paid by rows: 5 EP at row 9, 1 EP at row 5, free at row 0. A mover pays the row of the last Move Roll again at each Payment Segment, every 50 segments.

A blow lands when the Performance Time of its action is over. It hits if the Attack is at least the Defense that its target has in that segment. Damage takes VP first, then the DP of a part of the body.`

var actions = []*engine.Action{
	{ID: "combat", Label: "Combat Roll", Group: "Fight", Chapter: "Ability Rolls: Combat Roll",
		Help: "Attack: Quality goes to Attack, Defense, speed, damage and EP.",
		Mode: engine.Active, Need: engine.MayFaceMany, Form: combatForm, Rule: combat},
	{ID: "maintain", Label: "Maintain a blast", Group: "Fight", Chapter: "Power Rolls: Maintaining an Attack",
		Help: "Another shot with the same Attack less 2, a row dearer.",
		Mode: engine.Active, Need: engine.MayFace, Form: maintainForm, Rule: maintain},
	{ID: "hurt", Label: "Take damage", Group: "Fight", Chapter: "Ability Rolls: Healing Roll",
		Help: "Damage to VP first, then to the DP of a part of the body.",
		Mode: engine.Instant, Form: hurtForm, Rule: hurt},
	{ID: "move", Label: "Move", Group: "Movement", Chapter: "Ability Rolls: Move Roll",
		Help: "Gain or lose speed, turn, make Defense, or move more cheaply.",
		Mode: engine.Passive, Form: moveForm, Rule: move},
	{ID: "stop", Label: "Stop", Group: "Movement", Chapter: "Ability Rolls: Move Roll",
		Help: "Something, or the Editor's word, ends the movement without a roll.",
		Mode: engine.Instant, Form: form(), Rule: stop},
	{ID: "update", Label: "Movement update", Group: "Movement", Chapter: "Ability Rolls: Move Roll",
		Help: "How far the character has come since the last update.",
		Mode: engine.Instant, Form: form(), Rule: update},
	{ID: "discern", Label: "Discernment", Group: "Mind", Chapter: "Ability Rolls: Discernment Roll",
		Help: "What is right here, and what is wrong.",
		Mode: engine.Active, Form: discernForm, Rule: discern},
	{ID: "save", Label: "Ability save", Group: "Mind", Chapter: "Ability Rolls",
		Help: "A roll against one ability.",
		Mode: engine.Instant, Form: saveForm, Rule: save},
	{ID: "knowledge", Label: "Knowledge", Group: "Mind", Chapter: "Knowledge Rolls",
		Help: "d100 under score times multiplier, plus the skill of the same name.",
		Mode: engine.Instant, Form: knowForm, Rule: knowledge},
	{ID: "power", Label: "Power", Group: "Powers", Chapter: "Power Rolls",
		Help: "PR goes to effects, EP and Performance Time; no dice.",
		Mode: engine.Passive, Form: powerForm, Rule: power},
	{ID: "release", Label: "End a power", Group: "Powers", Chapter: "Power Rolls",
		Help: "A power that is kept up ends, and costs no more.",
		Mode: engine.Instant, Form: releaseForm, Rule: release},
	{ID: "blow", Label: "Blow", Group: "Clock", Chapter: "Ability Rolls: Combat Roll",
		Help: "An attack lands.",
		Mode: engine.ByClock, Need: engine.MayFace, Form: blowForm, Rule: blow},
	{ID: "move-done", Label: "Move done", Group: "Clock", Chapter: "Ability Rolls: Move Roll",
		Help: "The time of a Move Roll is over.",
		Mode: engine.ByClock, Form: form(), Rule: moveDone},
	{ID: "action-done", Label: "Action done", Group: "Clock", Chapter: "Making Rolls",
		Help: "The time of an action is over, and its Defense with it.",
		Mode: engine.ByClock, Form: endForm, Rule: actionDone},
	{ID: "payment", Label: "Payment Segment", Group: "Clock", Chapter: "Ability Rolls: Move Roll",
		Help: "Movement, powers kept up and held breath are paid for.",
		Mode: engine.ByClock, Form: form(), Rule: payment},
}
