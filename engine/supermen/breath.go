package supermen

import "example.org/fray/engine"

var (
	breathForm   = form()
	gasping      = breathForm.Group("Hold Breath")
	breathRounds = gasping.Int("rounds", "Rounds held so far", 0, 9999).Said("Held so far: each makes it dearer, by Sphere.")
	breathCut    = gasping.Int("cut_short", "Segments missing", 0, 10).Said("Of the 10 it takes, when the air was gone first.")
	_            = stressed(breathForm)
)

// holdBreath is the Hold Breath Roll (Ability Rolls): one roll for the whole
// attempt; what it costs is paid at each Payment Segment.
func holdBreath(r *engine.Roll) engine.Outcome {
	if holding.Of(ready(r, "breath", true)) {
		r.Refuse("holds breath already: there is one roll for the whole attempt")
	}
	a := breathCheck(breathCut.Of(r.Params())).roll(r)
	a.pt = 10
	rounds := breathRounds.Of(r.Params())
	a.row = breathRow(a.q(), rounds)
	a.paid = flat(a.row)
	r.Note("row %d - Quality %d + Sphere(%d) = %d: %s at a Payment Segment", forBreath.start, a.q(), rounds, a.row, price(a.row))
	put(r, a.me, holding, true)
	put(r, a.me, breathQ, a.q())
	put(r, a.me, breathSince, r.Moment()-rounds*round)
	a.take()
	a.end(inhaling, 0, false)
	return a.outcome(a.values()...)
}

// exhale ends an attempt to hold breath.
func exhale(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !holding.Of(me) {
		r.Refuse("breathes already")
	}
	put(r, me, holding, false)
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}
