package trip

import "example.org/fray/engine"

var dayForm = &engine.Schema{}

var (
	dayGroup   = dayForm.Group("What comes back")
	dayReturns = dayFields()
	dayLuck    = dayGroup.Bool("luck", "Luck boxes")
)

func dayFields() []engine.Field[bool] {
	var out []engine.Field[bool]
	for _, p := range purses {
		out = append(out, dayGroup.Bool(p.id, p.label).Default(p.id == "mana" || p.id == "omega"))
	}
	return out
}

// endDay names the Meta that is left unspent, each a Focus that was not made,
// and lets what was spent come back. A day ends for the whole table. Chapter "Game
// Tip".
func endDay(r *engine.Roll) engine.Outcome {
	if !r.Gamemaster() {
		r.Refuse("the gamemaster says when the day is over")
	}
	me, form := r.Sheet(engine.Actor), r.Params()
	left := unspentBy(me, "Nish", "scene", "day")
	left.note(r)
	for i, p := range purses {
		if dayReturns[i].Of(form) {
			for c := range colours {
				engine.Put(r, me, p.spent[c], 0)
			}
		}
	}
	if dayLuck.Of(form) {
		engine.Put(r, me, luckSpent, 0)
	}
	engine.Put(r, me, focusColour, "none")
	r.Story("{actor} ends the day%s", left.tail())
	return toldUnspent(left)
}
