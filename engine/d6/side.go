package d6

import "example.org/fray/engine"

// side is one side of a roll, with its parameters.
type side struct {
	engine.Party
	secondary bool                 // a related skill, which helps an attempt that is still to come
	reacts    bool                 // an active defence, for which untrained use costs nothing unless it is entered
	with      engine.Field[string] // the weapon of an attack: without one, everybody can brawl
	alone     bool                 // no other side rolls, so that a situation modifier is added to this one

	// The trait that is rolled.
	code, skill, attribute engine.Field[string]
	untrained, trainedOnly engine.Field[bool]
	unskilled              engine.Field[int]

	// What is added to it.
	dice, bonus, related engine.Field[int]
	half                 engine.Field[bool]

	// Points that are spent before the roll.
	cp   engine.Field[int]
	fate engine.Field[bool]

	// The time it takes, and the actions in that time.
	prepare, rounds, actions engine.Field[int]
	rush                     engine.Field[string]
}

// The sides of a roll.
var (
	acting  = side{Party: engine.PartyOf(engine.Actor)}
	resists = side{Party: engine.PartyOf(engine.Other)}
)

// forTask declares the parameters of a check.
func (sd side) forTask(g *engine.Group) side {
	sd = sd.forUse(g)
	sd.prepare = g.Int(sd.ID("prepare"), "Prepare", 0, 3).Unit("D").Help("Each doubling of the time gives +1D.")
	sd.rush = g.Choice(sd.ID("rush"), "Rush", "0", "25", "50", "75").Help("Per cent less time: +5, +10 or +20 to the difficulty.")
	sd.rounds = g.Int(sd.ID("rounds"), "Rounds it takes", 0, 1_000_000).Help("0: unknown. A task of less than two rounds cannot be rushed.")
	return sd.perRound(g)
}

// forFight declares the parameters of an attack or a defence: those of a check but for the
// time that it takes.
func (sd side) forFight(g *engine.Group) side { return sd.forUse(g).perRound(g) }

// forUse declares the parameters of a skill or an attribute in use.
func (sd side) forUse(g *engine.Group) side {
	sd.code = g.Text(sd.ID("code"), "Die code", 10).BeyondSheet().Help("Such as 4D+1; it replaces what the sheet gives.")
	sd.skill = sd.Row(g, "skill", "Skill", skills, 60)
	sd.attribute = sd.Row(g, "attribute", "Attribute", attributes, 40)
	sd.untrained = g.Bool(sd.ID("untrained"), "Untrained").Help("A skill that is not on the sheet is untrained anyway.")
	sd.unskilled = g.Int(sd.ID("unskilled"), "Untrained use costs", 0, 9999).BeyondSheet().Derived(sd.usualRaise).Help("Added to the difficulty: 1 for simple tasks, more for intricate ones. If you enter it, it counts for a defence as well.")
	sd.trainedOnly = g.Bool(sd.ID("trained_only"), "Impossible untrained")
	sd = sd.forBonuses(g)
	sd.related = g.Modifier(sd.ID("related"), "Related skill modifier").Help("One that is already on the sheet counts by itself.")
	sd.half = g.Bool(sd.ID("half"), "Half the last result points").BeyondSheet().Help("Those of the roll before go to this one, if the gamemaster allows.")
	return sd.forPoints(g)
}

// forAttribute declares the parameters of a roll of a given attribute.
func (sd side) forAttribute(g *engine.Group) side {
	sd.code = g.Text(sd.ID("code"), "Die code", 10).BeyondSheet().Help("It replaces what the sheet gives.")
	return sd.forBonuses(g).forPoints(g)
}

func (sd side) forBonuses(g *engine.Group) side {
	sd.dice = g.Extra(sd.ID("dice"), "Dice more or fewer").Unit("D")
	sd.bonus = g.Modifier(sd.ID("bonus"), "Added to the total")
	return sd
}

func (sd side) forPoints(g *engine.Group) side {
	sd.cp = g.Int(sd.ID("cp"), "Character Points", 0, 100).Help("Spent before the roll: a Wild Die each.")
	sd.fate = g.Bool(sd.ID("fate"), "Spend a Fate Point")
	if sd.Seat == engine.Actor {
		sd.cp.Letter("c")
		sd.fate.Letter("f")
	}
	return sd
}

func (sd side) perRound(g *engine.Group) side {
	sd.actions = g.Int(sd.ID("actions"), "Actions this round", 1, 20).Default(1).Help("Each action after the first takes 1D off every skill or attribute roll.")
	return sd
}
