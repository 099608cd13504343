package trip

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
)

// unspent is the Meta that is left in purses when their time is over.
type unspent []struct {
	purse
	left, full int
}

// unspentBy gives what is left in the purses whose time is one of spans. Chapter "Game Tip".
func unspentBy(s engine.Sheet, spans ...string) (out unspent) {
	for _, p := range purses {
		if left, full := p.holds(s); left > 0 && slices.Contains(spans, p.lasts) {
			out = append(out, unspent{{p, left, full}}...)
		}
	}
	return out
}

func (u unspent) note(r *engine.Roll) {
	for _, p := range u {
		r.Note("%d of %d %s unspent at the end of the %s: that was a chance to Focus", p.left, p.full, p.label, p.lasts)
	}
}

// count gives the number of Meta.
func (u unspent) count() (n int) {
	for _, p := range u {
		n += p.left
	}
	return n
}

// tail gives the words for the unspent Meta, which end a story.
func (u unspent) tail() string {
	if n := u.count(); n > 0 {
		return fmt.Sprintf("  %d Meta unspent", n)
	}
	return ""
}

var dayForm = &engine.Schema{}

var (
	dayGroup   = dayForm.Group("What comes back")
	dayLuck    = dayGroup.Bool("luck", "Luck boxes")
	dayReturns = dayFields()
)

func dayFields() []engine.Field[bool] {
	var out []engine.Field[bool]
	for _, p := range purses {
		out = append(out, dayGroup.Bool(p.id, p.label).Default(p.id == "mana" || p.id == "omega"))
	}
	return out
}

// endDay says how much Meta is left unspent, and gives back what was spent. A day ends for
// the whole table, so only the gamemaster ends it. Chapter "Game Tip".
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
	endFocus(r, me)
	r.Story("{actor} ends the day%s", left.tail())
	return toldUnspent(left)
}

var (
	sceneForm, sessionForm = &engine.Schema{}, &engine.Schema{}

	sceneFirst = sceneForm.Group("The scene").Bool("first", "No scene was played before")
)

// sceneOver says how much Mana is left, and clears the running Focus. If no scene was played
// before, none has ended, and nothing is said. Chapter "Game Tip".
func sceneOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	var left unspent
	if !sceneFirst.Of(r.Params()) {
		left = unspentBy(me, "scene")
	}
	left.note(r)
	endFocus(r, me)
	r.Story("The scene is over for {actor}%s", left.tail())
	return toldUnspent(left)
}

// sessionOver says how much Meta is left. The end of a session is not the end of a day in the
// game, so nothing comes back. Chapter "Game Tip".
func sessionOver(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	left := unspentBy(me, "Nish", "scene", "day")
	left.note(r)
	endFocus(r, me)
	r.Story("The session is over for {actor}%s", left.tail())
	return toldUnspent(left)
}

// endFocus ends the running Focus.
func endFocus(r *engine.Roll, me engine.Sheet) {
	if colourAt(focusColour.Of(me)) >= 0 {
		engine.Put(r, me, focusColour, "none")
	}
}

func toldUnspent(left unspent) engine.Outcome {
	return engine.Outcome{Success: true, Grade: engine.Success, Total: left.count(), NoTarget: true,
		Values: []engine.Named{engine.Num("unspent", left.count())}}
}

// between says what belongs to the time between fights. Spent Meta comes back with the day.
var between = engine.Between{Scene: "scene-over", First: sceneFirst.ID, TurnOver: "nish-over", Session: "evening-over", Rests: []engine.Rest{
	{ID: "day", Label: "Days", Action: "day"},
}}
