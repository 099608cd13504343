// Package easiness is Paulo Zemek's dice pool: d10 with faces 0 to 9, of which
// those up to the Easiness succeed.
//
// # Why
//
// The text ends with an empty section on bonuses and penalties, and only hints
// at dodging, resisting and damage. What a table could decide either way is a
// house rule (see house.go). Health is kept by hand, since nothing says how it
// is lost.
//
// A modifier is added to the net result (successes count upward from 0, Nines
// downward) unless a house rule says otherwise, because risk, the only modifier
// that the text describes, works in that way.
//
// It is Go although engine/script/testdata/easiness.star says the same in a text, whose odds are
// the same to 1e-12. The odds of all that a character can do take the text some 8 to 25 times as
// long (350 to 570 ms where Go took 20 to 70 on the same loaded machine; a list is to stand within
// 15 ms), nearly all of it in the opposed roll of two pools; and a text has no place for
// attributes that are typed by their names.
package easiness

import (
	_ "embed"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the rulebook.
var System = &engine.System{
	ID:     "easiness",
	Name:   "Easiness",
	Author: "Paulo Zemek",
	Dice:   "a pool of d10 with faces 0 to 9, success at or below the Easiness",
	Help:   help,
	Sheet:  sheet,
	House:  house,
	Pools:  []engine.Pool{health},
	Actions: []*engine.Action{
		{
			ID: "pool", Label: "Roll", Group: "Rolls", Chapter: "Dice Rolls",
			Purpose: engine.ForOther, Need: engine.MayFace, Offers: []string{"facilitator"},
			Also: "attack shoot throw check test skill cast",
			Help: "Two attributes give the dice, a facilitator or special power the Easiness.",
			Form: poolForm,
			Lead: []*engine.Spec{poolSide.facilitate.Spec, poolSide.attribute.Spec, poolSide.attribute2.Spec, poolSide.risk.Spec},
			Rule: rollPool,
		},
		{
			ID: "oppose", Label: "Opposed roll", Group: "Rolls", Chapter: "Dice Rolls",
			Purpose: engine.ForOther, Need: engine.MayFace,
			Also:   "contest versus grapple disarm",
			Help:   "Both sides roll; each success of the other side cancels one.",
			Form:   opposeForm,
			Lead:   []*engine.Spec{opposeSide.facilitate.Spec, opposeSide.risk.Spec, opposeOther.dice.Spec, opposeOther.easiness.Spec},
			Result: engine.Result{Opposed: true},
			Rule:   rollOpposed,
		},
		{
			ID: "dodge", Label: "Dodge", Group: "Defence", Chapter: "Dice Rolls",
			Purpose: engine.ForDefence, Mode: engine.Passive, Need: engine.MayFace,
			Also: "parry",
			Help: "Each success cancels one of an attack that is already rolled.",
			Form: defendForm,
			Lead: []*engine.Spec{defendFrom.Spec, defendSide.facilitate.Spec, defendSide.risk.Spec},
			Rule: rollDodge,
		},
		{
			ID: "resist", Label: "Resist", Group: "Defence", Chapter: "Dice Rolls",
			Purpose: engine.ForDefence, Mode: engine.Passive, Need: engine.MayFace,
			Also: "soak armour armor",
			Help: "Each success cancels one of an attack that has hit.",
			Form: defendForm,
			Lead: []*engine.Spec{defendFrom.Spec, defendSide.facilitate.Spec, defendSide.risk.Spec},
			Rule: rollResist,
		},
		{
			ID: "hurt", Label: "Lose health", Key: "x", Group: "Health", Chapter: engine.OurRuling,
			Purpose: engine.ForOther, Mode: engine.Instant,
			Also: "harm hp",
			Help: "Takes health off, as the gamemaster says.",
			Form: hurtForm, Rule: loseHealth,
		},
		{
			ID: "recover", Label: "Recover health", Key: "R", Group: "Health", Chapter: engine.OurRuling,
			Purpose: engine.ForHealing, Mode: engine.Instant,
			Also: "heal treat rest sleep first aid",
			Help: "Gives lost health back after rest or care.",
			Form: recoverForm, Rule: regainHealth,
		},
	},
	Templates: templates,
	Chapters:  chapters,
	Time:      engine.Timekeeping{Round: "round", Unit: "turn"},
	Harm:      engine.ByNumber{Action: "hurt", Points: hurtBy.ID},
	Healing:   engine.ByNumber{Action: "recover", Points: recoverBy.ID},
	Views: engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks,
		Defence: []string{"attributes", "powers", everyModifier.ID, everyDice.ID, everyEase.ID}},
	Typing: engine.Typing{Named: named, Terms: otherWords},
}

const help = `The pool. Add up two attributes, those that the facilitator names or others: that many ten-sided dice, their faces running from 0 to 9. The Easiness, from 0 to 8, is the level of what is used: a facilitator or a special power. Each die at or below it is a success.

How it ends. One success is enough, if only just: more of them are better (1 poor, 2 fair, 3 good, 4 very good, 5 and more excellent). Without a success the roll fails; when there are Nines among the dice it is a critical failure, and the Nines are counted. A single success makes every Nine harmless.

Throwing on. When each and every die succeeds, and it matters by how much, one die is thrown again and again at the same Easiness; each success is one more, the first miss ends it, and a Nine there does no harm. When every die is a Nine, and it can get worse, one die is thrown on in the same way while it shows Nines.

The scale. Successes count upward from 0, Nines of a critical failure downward. Modifiers and risks move the result along this scale, so a bad roll can be saved and a good one spoiled. Above 0 it succeeds, at 0 it fails, below it is a critical failure.

Risk. Before the roll you may declare a risk: 1 or 2, up to 5 when everything is at stake. A separate die at Easiness 4 decides it. Made good, the risk is added to the result; gone wrong, it is taken away.

Against somebody. Both roll; each success of the other side takes one away. To dodge or resist an attack that has been rolled already, take up what it calls for: its successes are filled in. What a dodge doesn't cancel can be resisted, and what gets through costs health, as many as you like.

Health is 5 + Vigor. It is taken off and given back by hand, as the story says.

House rules decide what a modifier changes (successes, dice, Easiness), how a risk is thrown and how high it may go, and whether a fumbled defence helps the attack.`
