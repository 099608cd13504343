package d6

import "example.org/fray/engine"

var sceneForm, sessionForm = &engine.Schema{}, &engine.Schema{}

// sceneOver clears what belongs to the rounds of a scene, and what waits for a roll that
// was to follow soon.
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	for _, f := range []engine.Field[int]{defence, defenceRound, hitPoints, halfReady, fateRound, relatedReady, relatedRound} {
		engine.Put(r, me, f, 0)
	}
	engine.Put(r, me, relatedFor, "")
	for _, row := range helps.Rows(me) {
		r.Drop(row)
	}
	r.Story("The scene is over for {actor}")
	return engine.Done()
}

// sessionOver ends the round with the session, for a Fate Point of the next one. Chapter "Fate
// Points".
func sessionOver(r *engine.Roll) engine.Outcome {
	engine.Put(r, r.Sheet(engine.Actor), fateRound, 0)
	r.Story("The session is over for {actor}")
	return engine.Done()
}

// between says what belongs to the time between fights.
var between = engine.Between{Scene: "scene-over", Turn: "turn", Down: "collapse", Session: "session-over", Awards: "debrief", Points: []engine.Field[int]{characterPoints, fatePoints}, Hurt: wound.ID, Rests: []engine.Rest{
	{ID: "natural", Label: "The rest that the wounds need", Action: "heal", Params: engine.PageOf("kind", "natural"), Takes: naturalRest},
}}
