package trip

import "example.org/fray/engine"

var sceneForm = &engine.Schema{}

// sceneOver ends the running Focus, which lives no longer than its Nish.
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if colourAt(focusColour.Of(me)) >= 0 {
		engine.Put(r, me, focusColour, "none")
	}
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// between is what is done between fights (Focusing): with the day spent Meta
// comes back, and what is unspent is named.
var between = engine.Between{Scene: "scene-over", Evening: "day", Rests: []engine.Rest{
	{ID: "day", Label: "Days", Action: "day"},
}}
