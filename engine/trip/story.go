package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// tell tells a Trip roll: what was done with the ability, to whom, and how well.
func (a *attempt) tell(r *engine.Roll, s throws, good bool) {
	if !r.Told() {
		return
	}
	what, at := a.ability, r.OpponentNames(" against ")
	if what == "" {
		what = "the Trip roll"
	}
	how := a.how(s)
	if damage := formHoldsOff.Of(r.Params()); damage > 0 {
		off := 0
		if good {
			off = min(max(s.result, 0), damage)
		}
		r.Story("{actor} holds damage off with %s  %d of %d%s", what, off, damage, how)
		return
	}
	switch {
	case s.failed:
		r.Story("{actor} fails at %s%s  ability failure%s", what, at, how)
	case a.kind == "attack" && at != "" && a.set && good:
		r.Story("{actor} hits%s  %s%s", r.OpponentNames(" "), what, how)
	case a.kind == "attack" && at != "" && a.set:
		r.Story("{actor} misses%s  %s%s", r.OpponentNames(" "), what, how)
	case a.kind == "attack" && at != "":
		r.Story("{actor} attacks%s  %d with %s%s", r.OpponentNames(" "), s.result, what, how)
	case a.kind == "damage":
		r.Story("{actor} does damage%s  %d with %s%s", r.OpponentNames(" to "), s.result, what, how)
	case !a.set:
		r.Story("{actor} rolls %s%s  %d%s", what, at, s.result, how)
	case good:
		r.Story("{actor} succeeds at %s%s  %d%s", what, at, s.result, how)
	default:
		r.Story("{actor} fails at %s%s  %d%s", what, at, s.result, how)
	}
}

// how says the flags and the Degree of a throw, and whether it is one of two.
func (a *attempt) how(s throws) string {
	words := a.fortune.words()
	switch s.omen {
	case critical:
		words += ", Critical"
	case tremendous:
		words += ", Tremendous"
	}
	switch {
	case s.max && !s.failed:
		words += ", Max Heroic"
	case s.degree > 0:
		words += fmt.Sprintf(", Degree %d", s.degree)
	}
	return words
}

// whomName is where the name of who is faced stands in a story, or else that of
// the one who acts.
func whomName(r *engine.Roll) string {
	if r.Sheet(engine.Other).There() {
		return "{other}"
	}
	return "{actor}"
}

// tail says how much Meta is left unspent, behind the sentence of a story.
func (u unspent) tail() string {
	if n := u.count(); n > 0 {
		return fmt.Sprintf("  %d Meta unspent", n)
	}
	return ""
}
