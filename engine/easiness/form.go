package easiness

import "example.org/fray/engine"

// side is one side of a roll: the parameters that give its pool, and the
// start of the ids of its questions.
type side struct {
	seat   engine.Seat
	prefix string // of ids: "" or "other."
	who    string // in the working: "", or who throws
	usual  string // what is rolled with where nothing is named and the sheet has it

	dice, easiness, modifier, risk    engine.Field[int]
	attribute, attribute2, facilitate engine.Field[string]
}

func actorSide(g *engine.Group) side {
	sd := side{seat: engine.Actor}
	sd.attribute = g.Row("attribute", "Attribute", attributes)
	sd.attribute2 = g.Row("attribute2", "second Attribute", attributes)
	sd.facilitate = g.Row("facilitator", "Facilitator", powers).Said("Or a Special Power.")
	return sd.numbers(g)
}

// otherSide names rows of another sheet, so they are plain text.
func otherSide(g *engine.Group) side {
	sd := side{seat: engine.Other, prefix: "other.", who: "the other side: "}
	sd.attribute = g.Text("other.attribute", "Attribute", 60)
	sd.attribute2 = g.Text("other.attribute2", "second Attribute", 60)
	sd.facilitate = g.Text("other.facilitator", "Facilitator", 60).Said("Or a Special Power.")
	return sd.numbers(g)
}

func (sd side) numbers(g *engine.Group) side {
	sd.dice = g.Extra(sd.prefix+"dice", "Dice").Said("Typed, it stands instead of the attributes.")
	sd.easiness = g.Int(sd.prefix+"easiness", "Easiness", 0, 9).Said("Typed, it stands instead of the level; 8 at most.")
	sd.modifier = g.Modifier(sd.prefix+"modifier", "Modifier").Said("Bonus or penalty; a house rule says to what.")
	sd.risk = g.Int(sd.prefix+"risk", "Risk", 0, mostRisk).Said("Declared before the roll: usually 1 or 2, in extreme cases up to 5.")
	return sd
}

// extent says whether it matters how well or how badly a roll goes. Where it
// does not, no die is thrown on.
type extent struct{ count, severity engine.Field[bool] }

func extentOf(g *engine.Group) extent {
	return extent{
		g.Bool("count_matters", "The number of successes matters").Default(true).
			Said("When all dice succeed, one is thrown on while it succeeds."),
		g.Bool("severity_matters", "A failure can get worse").Default(true).
			Said("When all dice are Nines, one is thrown on while it is a Nine."),
	}
}

// The forms of the actions.
var (
	poolForm   = &engine.Schema{}
	poolSide   = actorSide(poolForm.Group("Pool"))
	poolExtent = extentOf(poolForm.Group("What matters"))

	opposeForm   = &engine.Schema{}
	opposeSide   = actorSide(opposeForm.Group("Pool"))
	opposeOther  = otherSide(opposeForm.Group("The other side"))
	opposeExtent = extentOf(opposeForm.Group("What matters"))

	defendForm   = &engine.Schema{}
	defendFrom   = defendForm.Group("Attack").Int("against", "Attack's successes", 1, mostLost).Default(1)
	defendSide   = actorSide(defendForm.Group("Pool"))
	defendExtent = extentOf(defendForm.Group("What matters"))

	hurtForm = &engine.Schema{}
	hurtBy   = hurtForm.Group("Health").Int("amount", "Health lost", 1, mostLost).Default(1)

	recoverForm = &engine.Schema{}
	recoverBy   = recoverForm.Group("Health").Int("amount", "Health back", 1, mostLost).Default(1)
	recoverAll  = recoverForm.Group("Health").Bool("all", "All of it")
)
