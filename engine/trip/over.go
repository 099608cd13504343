package trip

import "example.org/fray/engine"

var sceneForm, eveningForm = &engine.Schema{}, &engine.Schema{}

// sceneOver names the Mana that is left and ends the running Focus, which lives
// no longer than its Nish. Chapter "Game Tip".
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	left := unspentBy(me, "scene")
	left.note(r)
	if colourAt(focusColour.Of(me)) >= 0 {
		engine.Put(r, me, focusColour, "none")
	}
	r.Story("The scene is over for {actor}%s", left.tail())
	return toldUnspent(left)
}

// eveningOver names all Meta that is left. An evening's end is no end of the
// day in the game: nothing comes back. Chapter "Game Tip".
func eveningOver(r *engine.Roll) engine.Outcome {
	left := unspentBy(r.Sheet(engine.Actor), "Nish", "scene", "day")
	left.note(r)
	r.Story("The evening is over for {actor}%s", left.tail())
	return toldUnspent(left)
}

func toldUnspent(left unspent) engine.Outcome {
	return engine.Outcome{Success: true, Grade: engine.Success, Total: left.count(), NoTarget: true,
		Values: []engine.Named{engine.Num("unspent", left.count())}}
}

// between is what is done between fights: with the day spent Meta comes back.
var between = engine.Between{Scene: "scene-over", Evening: "evening-over", Rests: []engine.Rest{
	{ID: "day", Label: "Days", Action: "day"},
}}
