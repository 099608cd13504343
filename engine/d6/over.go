package d6

import "example.org/fray/engine"

var sceneForm = &engine.Schema{}

// sceneOver ends what belongs to the rounds of a scene.
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	for _, f := range []engine.Field[int]{defence, defenceRound, hitPoints, fateRound} {
		if f.Of(me) != 0 {
			engine.Put(r, me, f, 0)
		}
	}
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// between is what is done between fights (Healing, Fate Points).
var between = engine.Between{Scene: "scene-over", Evening: "debrief", Rests: []engine.Rest{
	{ID: "natural", Label: "The rest that the wounds need", Action: "heal", Params: engine.PageOf("kind", "natural")},
}}
