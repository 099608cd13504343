package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// tell writes the story of a Trip roll: what was tried, against whom, and how well it went.
func (a *attempt) tell(r *engine.Roll, t throw, f fortune, good bool) {
	what, at := a.ability.name, r.OpponentNames(" against ")
	if what == "" {
		what = "the Trip roll"
	}
	how := t.how(f)
	if damage := formHoldsOff.Of(r.Params()); damage > 0 {
		r.Story("{actor} holds damage off with %s  %d of %d%s", what, t.holdsOff(damage, good), damage, how)
		return
	}
	switch {
	case t.failed:
		r.Story("{actor} fails at %s%s  ability failure%s", what, at, how)
	case a.ability.kind == "attack" && at != "" && a.difficulty.set && good:
		r.Story("{actor} hits%s  with %s%s", r.OpponentNames(" "), what, how)
	case a.ability.kind == "attack" && at != "" && a.difficulty.set:
		r.Story("{actor} misses%s  with %s%s", r.OpponentNames(" "), what, how)
	case a.ability.kind == "attack" && at != "":
		r.Story("{actor} attacks%s  with %s: %d%s", r.OpponentNames(" "), what, t.result, how)
	case a.ability.kind == "damage":
		r.Story("{actor} does damage%s  with %s: %d%s", r.OpponentNames(" to "), what, t.result, how)
	case !a.difficulty.set:
		r.Story("{actor} rolls %s%s  %d%s", what, at, t.result, how)
	case good:
		r.Story("{actor} succeeds at %s%s  %d%s", what, at, t.result, how)
	default:
		r.Story("{actor} fails at %s%s  %d%s", what, at, t.result, how)
	}
}

// how gives the words for the flags and the Degree of a throw, and for a second throw.
func (t throw) how(f fortune) string {
	words := f.words()
	switch t.omen {
	case critical:
		words += ", Critical"
	case tremendous:
		words += ", Tremendous"
	}
	switch {
	case t.max && !t.failed:
		words += ", Max Heroic"
	case t.degree > 0:
		words += fmt.Sprintf(", Degree %d", t.degree)
	}
	return words
}
