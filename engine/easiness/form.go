package easiness

import "example.org/fray/engine"

// side is one party of a roll, with the parameters that give its pool.
type side struct {
	engine.Party
	who   string // begins its lines of working: "" or "the other side: "
	usual string // the facilitator that is used if none is named and the sheet has it

	dice, easiness, modifier, risk    engine.Field[int]
	attribute, attribute2, facilitate engine.Field[string]
}

func sideOf(g *engine.Group, seat engine.Seat) side {
	sd := side{Party: engine.PartyOf(seat)}
	if seat != engine.Actor {
		sd.who = "the other side: "
	}
	sd.attribute = sd.Row(g, "attribute", "Attribute", attributes, 60)
	sd.attribute2 = sd.Row(g, "attribute2", "second Attribute", attributes, 60)
	sd.facilitate = sd.Row(g, "facilitator", "Facilitator", powers, 60).Help("Or a special power.")
	return sd.numbers(g)
}

func (sd side) numbers(g *engine.Group) side {
	sd.dice = g.Extra(sd.ID("dice"), "Dice").Help("It replaces the attributes.")
	sd.easiness = g.Int(sd.ID("easiness"), "Easiness", 0, 9).BeyondSheet().Help("It replaces the level; 8 at most.")
	sd.modifier = g.Modifier(sd.ID("modifier"), "Modifier").Help("Bonus or penalty; a house rule says to what.")
	sd.risk = g.Int(sd.ID("risk"), "Risk", 0, mostRisk).Help("Declared before the roll: usually 1 or 2, in extreme cases up to 5.")
	return sd
}

// extent are the parameters for whether it matters how well or how badly a roll goes. If it
// does not matter, no die is thrown on. If nothing bad can happen, the worst is a failure.
type extent struct{ count, severity engine.Field[bool] }

func extentOf(g *engine.Group) extent {
	return extent{
		g.Bool("count_matters", "The number of successes matters").Default(true).
			Help("When all dice succeed, one is thrown on while it succeeds."),
		g.Bool("severity_matters", "Something bad can happen").Default(true).
			Help("When all dice are Nines, one is thrown on while it is a Nine. If nothing bad can happen, the worst is a failure."),
	}
}

// The forms of the actions.
var (
	poolForm   = &engine.Schema{}
	poolSide   = sideOf(poolForm.Group("Pool"), engine.Actor)
	poolExtent = extentOf(poolForm.Group("What matters"))

	opposeForm   = &engine.Schema{}
	opposeSide   = sideOf(opposeForm.Group("Pool"), engine.Actor)
	opposeOther  = sideOf(opposeForm.Group("The other side"), engine.Other)
	opposeExtent = extentOf(opposeForm.Group("What matters"))

	defendForm   = &engine.Schema{}
	defendFrom   = defendForm.Group("Attack").Int("against", "Attack's successes", 1, mostLost).BeyondSheet().Default(1)
	defendSide   = sideOf(defendForm.Group("Pool"), engine.Actor)
	defendExtent = extentOf(defendForm.Group("What matters"))

	hurtForm = &engine.Schema{}
	hurtBy   = hurtForm.Group("Health").Int("amount", "Health lost", 1, mostLost).BeyondSheet().Default(1)

	recoverForm = &engine.Schema{}
	recoverBy   = recoverForm.Group("Health").Int("amount", "Health back", 1, mostLost).BeyondSheet().Default(1)
	recoverAll  = recoverForm.Group("Health").Bool("all", "All of it").BeyondSheet()
)
