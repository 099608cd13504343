package d6

import "example.org/fray/engine"

var (
	initiativeForm = newForm()
	initiativeSide = acting.forAttribute(initiativeForm.Group("Initiative"))
)

// initiative rolls Perception: the highest acts first.
func initiative(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	if initiativeSide.fate.Of(r.Params()) {
		r.Refuse("by our ruling a Fate Point cannot be spent on initiative, but Character Points can")
	}
	t := initiativeSide.served(r, me, "perception")
	p := initiativeSide.pool(r, me, t, reflex)
	got := p.roll(r)
	r.Story("{actor} rolls initiative  %d%s", got.total, got.mishap())
	return amount(got, engine.Num("tie", t.code.worth()))
}
