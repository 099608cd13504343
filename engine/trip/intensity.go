package trip

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var intensityForm = &engine.Schema{}

var (
	intensityRoll   = intensityForm.Group("The roll")
	intensityWith   = intensityRoll.Choice("with", "With", "d20", "heroic")
	intensityDegree = intensityRoll.Int("degree", "Degree", 1, degrees).Default(1).Help("Of a Heroic roll.")
)

// intensity rolls how strong the benefit or harm of a Tremendous or Critical roll is. Chapters
// "Tremendous Effect" and "Critical Effect".
func intensity(r *engine.Roll) engine.Outcome {
	form := r.Params()
	ask := engine.Ask{ID: "intensity", Words: "Intensity"}
	var n int
	if intensityWith.Of(form) == "d20" {
		n = r.Sum(ask, engine.D(1, 20))
		r.Note("d20: %d of 20", n)
	} else {
		faces := heroicDice[intensityDegree.Of(form)-1].Of(r.Sheet(engine.Actor))
		pair := r.Throw(ask, engine.D(2, faces))
		n = smallest(pair[0], pair[1])
		r.Note("two d%d: %d and %d make %d", faces, min(pair[0], pair[1]), max(pair[0], pair[1]), n)
	}
	n = kit.InSituation(r, n)
	r.Story("{actor} rolls the intensity  %d", n)
	return engine.Outcome{Success: true, Grade: engine.Success, Total: n, NoTarget: true,
		Values: []engine.Named{engine.Num("total", n)}}
}
