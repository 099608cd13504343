package d6

import "example.org/fray/engine"

var upForm = &engine.Schema{}

// getUp spends an action on getting up. Chapter "Rounds".
func getUp(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	if !prone.Of(me) {
		r.Refuse("one who stands need not get up")
	}
	engine.Put(r, me, prone, false)
	r.Story("{actor} gets up")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}
