package supermen

import "example.org/fray/engine"

// What is carried to the clean-up after an action that is called off: that of
// a blow, or of the end of an action.
var (
	offForm    = form()
	offs       = offForm.Group("Called off")
	offAttack  = offs.Int("attack", "Attack", -99_999, 99_999)
	offEnds    = offs.Bool("ends", "Last of its action")
	offDefense = offs.Int("defense", "Its Defense", -99_999, 99_999)
	offBeside  = offs.Bool("passive", "Passive")
	offWork    = offs.Row("work", "Work", works)
	offRest    = offs.Int("since", "Rests since", 0, lastSegment)
)

// calledOff ends an action before its time, and its Defense with it. Of
// several blows only the last ends it.
func calledOff(r *engine.Roll) engine.Outcome {
	me, f := r.Sheet(engine.Actor), r.Params()
	n := offDefense.Of(f)
	r.Story("{actor} breaks off")
	setAside(r, me, offWork.Of(f), offBeside.Of(f))
	switch {
	case f.Written(offRest.ID):
		restless(r, me)
	case offBeside.Of(f):
		r.Add(me, sideDefense, -min(max(n, 0), sideDefense.Of(me)))
	case offEnds.Of(f) || !f.Written(offAttack.ID):
		letGo(r, me, n)
		put(r, me, busyUntil, min(busyUntil.Of(me), r.Moment()))
	}
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// sceneOver ends what nobody carries into the next scene: movement, held
// breath, the running action and its Defense, surprise, a blast to maintain.
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if onTheMove.Of(me) {
		halt(r, me)
	}
	put(r, me, holding, false)
	restless(r, me)
	for _, f := range []engine.Field[int]{attack, defense, sideDefense, pastDefense, putOff, surprisePenalty} {
		put(r, me, f, 0)
	}
	put(r, me, busyUntil, min(busyUntil.Of(me), r.Moment()))
	put(r, me, moveUntil, min(moveUntil.Of(me), r.Moment()))
	put(r, me, surprisedUntil, min(surprisedUntil.Of(me), r.Moment()))
	put(r, me, blastPower, "")
	put(r, me, blastFired, false)
	put(r, me, savedFor, "")
	r.Story("The scene is over for {actor}")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// between is what is done between fights (Healing Roll): rest by the round
// brings VP and EP back, and each Healing Roll is one of its hour, day or month.
var between = engine.Between{Scene: "scene-over", Rests: []engine.Rest{
	{ID: "round", Label: "Rounds of rest", Action: "rest", Count: "rounds", Units: round},
	{ID: "hour", Label: "Hours", Action: "heal", Units: hour, Params: engine.PageOf("every", "hour")},
	{ID: "hour-mind", Label: "Hours, for the mind", Action: "heal", Units: hour, Params: engine.PageOf("every", "hour", "kind", "mind")},
	{ID: "day", Label: "Days", Action: "heal", Units: day, Params: engine.PageOf("every", "day")},
	{ID: "month", Label: "Months", Action: "heal", Units: 30 * day, Params: engine.PageOf("every", "month")},
}}
