// Package easiness is Paulo Zemek's dice pool: d10 with faces 0 to 9, of which
// those up to the Easiness succeed.
//
// # Why
//
// The text stops at an empty section on bonuses and penalties and only hints
// at dodging, resisting and damage. What a table could decide either way is a
// house rule (see house.go). Health is kept by hand: nothing says how it is
// lost.
//
// A modifier is added on the signed scale and not to the dice, because the one
// modifier that the text does describe, risk, works on that scale.
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
			Also: "attack hit strike fight shoot check test skill cast power spell",
			Help: "Two attributes give the dice, a facilitator or special power the Easiness.",
			Form: poolForm,
			Lead: []*engine.Spec{poolSide.facilitate.Spec, poolSide.attribute.Spec, poolSide.attribute2.Spec, poolSide.risk.Spec},
			Rule: rollPool,
		},
		{
			ID: "oppose", Label: "Opposed roll", Group: "Rolls", Chapter: "Dice Rolls",
			Purpose: engine.ForOther, Need: engine.MayFace,
			Also:   "contest versus grapple wrestle",
			Help:   "Both sides roll; each success of the other side cancels one.",
			Form:   opposeForm,
			Lead:   []*engine.Spec{opposeSide.facilitate.Spec, opposeSide.risk.Spec, opposeOther.dice.Spec, opposeOther.easiness.Spec},
			Result: engine.Result{Opposed: true},
			Rule:   rollOpposed,
		},
		{
			ID: "dodge", Label: "Dodge", Group: "Defence", Chapter: "Dice Rolls",
			Purpose: engine.ForDefence, Mode: engine.Passive, Need: engine.MayFace,
			Also: "evade avoid parry block defend defense defence duck",
			Help: "Each success cancels one of an attack that is already rolled.",
			Form: defendForm,
			Lead: []*engine.Spec{defendFrom.Spec, defendSide.facilitate.Spec, defendSide.risk.Spec},
			Rule: rollDodge,
		},
		{
			ID: "resist", Label: "Resist", Group: "Defence", Chapter: "Dice Rolls",
			Purpose: engine.ForDefence, Mode: engine.Passive, Need: engine.MayFace,
			Also: "soak save saving throw armour armor toughness endure",
			Help: "Each success cancels one of an attack that has hit.",
			Form: defendForm,
			Lead: []*engine.Spec{defendFrom.Spec, defendSide.facilitate.Spec, defendSide.risk.Spec},
			Rule: rollResist,
		},
		{
			ID: "hurt", Label: "Lose health", Key: "x", Group: "Health", Chapter: "house ruling",
			Purpose: engine.ForOther, Mode: engine.Instant,
			Also: "damage wound injury harm hit points hp",
			Help: "Takes health off, as the gamemaster says.",
			Form: hurtForm, Rule: loseHealth,
		},
		{
			ID: "recover", Label: "Recover health", Key: "R", Group: "Health", Chapter: "house ruling",
			Purpose: engine.ForHealing, Mode: engine.Instant,
			Also: "heal rest cure camp sleep first aid medicine",
			Help: "Gives lost health back after rest or care.",
			Form: recoverForm, Rule: regainHealth,
		},
	},
	Templates: templates,
	Chapters:  chapters,
	Time:      engine.Timekeeping{Round: "round", Unit: "turn"},
	Views: engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks,
		Defence: []string{"attributes", "powers", everyModifier.ID, everyDice.ID, everyEase.ID}},
	Typing: engine.Typing{Named: named},
}
