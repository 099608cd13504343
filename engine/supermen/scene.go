package supermen

import "example.org/fray/engine"

// sceneOver ends what does not last into the next scene: movement, held breath, the running
// action with its Defense, surprise, and a blast that could be maintained.
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	endActing(r, me)
	endRest(r, me)
	put(r, me, surprisePenalty, 0)
	put(r, me, surprisedUntil, min(surprisedUntil.Of(me), r.Moment()))
	put(r, me, savedFor, "")
	r.Story("The scene is over for {actor}")
	return engine.Done()
}

// endActing ends all that a character is doing: movement, held breath, the running action with
// its Attack and Defense, and a blast to throw or to maintain.
func endActing(r *engine.Roll, me engine.Sheet) {
	if onTheMove.Of(me) {
		halt(r, me)
	}
	put(r, me, holding, false)
	for _, f := range []engine.Field[int]{attack, defense, sideDefense, pastDefense, putOff} {
		put(r, me, f, 0)
	}
	put(r, me, busyUntil, min(busyUntil.Of(me), r.Moment()))
	put(r, me, moveUntil, min(moveUntil.Of(me), r.Moment()))
	put(r, me, blastPower, "")
	put(r, me, blastFired, false)
}

// collapse ends all that an unconscious character is doing, and the powers that it keeps up,
// when the segment in which it fell is over. Chapter "Healing Roll".
func collapse(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	endActing(r, me)
	var over []string
	for _, row := range running.Rows(me) {
		r.Note("%s ends", row.Name())
		over = append(over, row.Name())
		endUse(r, row)
	}
	if len(over) > 0 {
		r.Story("{actor} lies unconscious, and no longer keeps up %s", engine.AndList(over...))
	} else {
		r.Story("{actor} lies unconscious")
	}
	return engine.Done()
}

// between says what belongs to the time between fights. Rounds of rest bring VP and EP back.
// Hours, days and months are Healing Rolls; a day includes its hours, and a month its days.
// Chapter "Healing Roll".
var between = engine.Between{Scene: "scene-over", Down: "collapse", Rests: []engine.Rest{
	{ID: "round", Label: "Rounds of rest", Action: "rest", Count: "rounds", Units: round},
	{ID: "hour", Label: "Hours", Action: "heal", Units: hour, Params: engine.PageOf("every", "hour", "resting", true),
		More: []engine.Page{engine.PageOf("every", "hour", "kind", "mind", "resting", true)}},
	{ID: "day", Label: "Days", Action: "heal", Units: day, Of: "hour", Params: engine.PageOf("every", "day", "resting", true)},
	{ID: "month", Label: "Months", Action: "heal", Units: 30 * day, Of: "day", Params: engine.PageOf("every", "month", "resting", true)},
}}
