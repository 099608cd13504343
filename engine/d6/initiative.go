package d6

import "example.org/fray/engine"

var (
	initiativeForm = newForm()
	initiativeSide = acting.called(initiativeForm.Group("Initiative"))
)

// called declares a roll of a given attribute: its code may be typed, and
// points spent.
func (sd side) called(g *engine.Group) side {
	sd.code = g.Text(sd.prefix+"code", "Die code", 10).Said("Typed, it stands instead of the sheet.")
	sd.dice = g.Extra(sd.prefix+"dice", "Dice more or fewer").Measured("D")
	sd.bonus = g.Modifier(sd.prefix+"bonus", "Added to the total")
	return sd.buying(g)
}

// served is the trait of such a roll.
func (sd side) served(r *engine.Roll, s engine.Sheet, role string) trait {
	if typed := sd.code.Of(r.Params()); typed != "" {
		c, err := parseCode(typed)
		if err != nil {
			r.Refuse("%v", err)
		}
		return trait{code: c}
	}
	return servingTrait(r, s, role)
}

// initiative rolls Perception: the highest acts first. Chapter "Rounds".
func initiative(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	if initiativeSide.fate.Of(r.Params()) {
		r.Refuse("a Fate Point does not count for initiative: Character Points do")
	}
	t := initiativeSide.served(r, me, "perception")
	p := initiativeSide.pool(r, me, t, reaction)
	got := p.roll(r)
	r.Story("{actor} rolls initiative  %d", got.total)
	return engine.Outcome{Success: true, Grade: engine.Success, Flags: got.flags(), Total: got.total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", got.total), engine.Num("wild", got.wild), engine.Num("tie", t.code.worth())}}
}
