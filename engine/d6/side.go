package d6

import "example.org/fray/engine"

// side is one side of a roll: the parameters it is asked with, and the start
// of the ids of its questions.
type side struct {
	seat      engine.Seat
	prefix    string               // of ids: "" or "other."
	secondary bool                 // a related skill: it helps an attempt that is still to come
	reacts    bool                 // an active defence: untrained use costs nothing by itself
	with      engine.Field[string] // what an attack is made with; with nothing everybody can brawl
	alone     bool                 // the only side that rolls: a situation is its own

	// What is rolled.
	code, skill, attribute engine.Field[string]
	untrained, trainedOnly engine.Field[bool]
	unskilled              engine.Field[int]

	// What is added to it from outside.
	dice, bonus, related engine.Field[int]
	half                 engine.Field[bool]

	// Points that are spent before the roll.
	cp   engine.Field[int]
	fate engine.Field[bool]

	// The time that is taken, and what else is done in it.
	prepare, rounds, actions engine.Field[int]
	rush                     engine.Field[string]
}

// The sides of a roll.
var (
	acting  = side{seat: engine.Actor}
	resists = side{seat: engine.Other, prefix: "other."}
)

// forTask declares all that a check asks of a side.
func (sd side) forTask(g *engine.Group) side {
	sd = sd.forUse(g)
	sd.prepare = g.Int(sd.prefix+"prepare", "Prepare", 0, 3).Unit("D").Help("Each doubling of the time gives +1D.")
	sd.rush = g.Choice(sd.prefix+"rush", "Rush", "0", "25", "50", "75").Help("Per cent less time: +5, +10 or +20 to the difficulty.")
	sd.rounds = g.Int(sd.prefix+"rounds", "Rounds it takes", 0, 1_000_000).Help("0: not said. What takes less than two cannot be rushed.")
	return sd.perRound(g)
}

// forFight declares what an attack or a defence asks of a side: all but the time
// that it takes.
func (sd side) forFight(g *engine.Group) side { return sd.forUse(g).perRound(g) }

// forUse declares what a skill or an attribute in use asks of a side. Rows of the
// other's sheet are plain text, since a row of a form is one of the actor's.
func (sd side) forUse(g *engine.Group) side {
	sd.code = g.Text(sd.prefix+"code", "Die code", 10).BeyondSheet().Help("Such as 4D+1; it replaces what the sheet gives.")
	if sd.seat == engine.Actor {
		sd.skill = g.Row("skill", "Skill", skills)
		sd.attribute = g.Row("attribute", "Attribute", attributes)
	} else {
		sd.skill = g.Text(sd.prefix+"skill", "Skill", 60)
		sd.attribute = g.Text(sd.prefix+"attribute", "Attribute", 40)
	}
	sd.untrained = g.Bool(sd.prefix+"untrained", "Untrained").Help("A skill that is not on the sheet is untrained anyway.")
	sd.unskilled = g.Int(sd.prefix+"unskilled", "Untrained use costs", 0, 9999).BeyondSheet().Derived(sd.usualRaise).Help("Added to the difficulty: 1 for simple tasks, more for intricate ones. If you enter it, it counts for a defence as well.")
	sd.trainedOnly = g.Bool(sd.prefix+"trained_only", "Impossible untrained")
	sd = sd.forBonuses(g)
	sd.related = g.Modifier(sd.prefix+"related", "Related skill modifier").Help("One that is already on the sheet counts by itself.")
	sd.half = g.Bool(sd.prefix+"half", "Half the last result points").BeyondSheet().Help("Those of the roll before go to this one, if the gamemaster allows.")
	return sd.forPoints(g)
}

// forAttribute declares what the roll of a given attribute asks of a side: its code
// may be typed, and points spent.
func (sd side) forAttribute(g *engine.Group) side {
	sd.code = g.Text(sd.prefix+"code", "Die code", 10).BeyondSheet().Help("It replaces what the sheet gives.")
	return sd.forBonuses(g).forPoints(g)
}

// forBonuses declares bonuses and penalties.
func (sd side) forBonuses(g *engine.Group) side {
	sd.dice = g.Extra(sd.prefix+"dice", "Dice more or fewer").Unit("D")
	sd.bonus = g.Modifier(sd.prefix+"bonus", "Added to the total")
	return sd
}

// forPoints declares points spent before the roll.
func (sd side) forPoints(g *engine.Group) side {
	sd.cp = g.Int(sd.prefix+"cp", "Character Points", 0, 100).Help("Spent before the roll: a Wild Die each.")
	sd.fate = g.Bool(sd.prefix+"fate", "Spend a Fate Point")
	return sd
}

// perRound declares the number of actions in the round.
func (sd side) perRound(g *engine.Group) side {
	sd.actions = g.Int(sd.prefix+"actions", "Actions this round", 1, 20).Default(1).Help("Each action after the first takes 1D off every roll.")
	return sd
}
