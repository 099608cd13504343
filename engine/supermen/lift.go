package supermen

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

var (
	liftForm     = form()
	lifting      = liftForm.Group("Lift")
	liftLoad     = lifting.Decimal("load", "Load", 0, 1_000_000_000).Measured("kg").Said("Its Sphere value is the Quality it takes.")
	liftHow      = lifting.Choice("how", "How", "ground", "overhead", "worn").Said("Overhead counts double, worn half.")
	liftFriction = lifting.Choice("friction", "Push against friction", frictions()...).Said("Wheels 1, a box on a dirt road 5; nothing moves against 20.")
	liftDistance = lifting.Decimal("distance", "At a distance", 0, 1_000_000_000).Measured("m").Said("For powers that lift from afar.")
	liftDead     = lifting.Bool("inanimate", "Without muscles").Said("A rope or a web: no dice, its roll and pool are its Quality.")
	_            = stressed(liftForm)
)

// frictions are none, which is a lift, and those that a push works against.
func frictions() []string {
	out := []string{"none"}
	for n := range 21 {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// lift is the Lift Roll (Ability Rolls): the Quality must reach the load on
// the Sphere Chart.
func lift(r *engine.Roll) engine.Outcome {
	f := r.Params()
	friction := slices.Index(liftFriction.Options, liftFriction.Of(f)) - 1
	pushing := friction >= 0
	if friction == 20 {
		r.Refuse("nothing moves against a friction of 20, however strong one is")
	}
	c := liftCheck("lift", max(friction, 0))
	var a *attempt
	if liftDead.Of(f) {
		a = c.aim(r, "")
	} else {
		ready(r, "lift", true)
		a = c.roll(r)
	}
	a.pt = 10
	need := loadOn(r, liftLoad.Of(f), liftHow.Of(f))
	if d := liftDistance.Of(f); d > 0 {
		a.pt = 20
		more := max(sphere.look(d), 0)
		need += more
		r.Note("at %s m: Sphere %d more", d, more)
	}
	good := a.q() >= need
	switch {
	case liftDead.Of(f):
		a.r.Note("Quality %d without muscles, %d needed", a.q(), need)
		return a.ended(good, a.values()...)
	case good:
		give := a.share(a.q()-need, rowSink(forLift.start), ptSink("pt", a.pt))
		a.pt = quicken(a.pt, give["pt"])
		a.charge(forLift, give["ep"])
	case pushing:
		good = a.shove(need-a.q(), friction)
		a.charge(forLift.from(oneEP), 0)
	default:
		r.Note("Quality %d does not reach %d", a.q(), need)
		a.charge(forLift.from(oneEP), 0)
	}
	a.take()
	a.end(heaving, 0, false)
	return a.ended(good, a.values()...)
}

// shove is pushing or pulling that missed: each point doubles the time, up to
// 20 less the friction.
func (a *attempt) shove(missed, friction int) bool {
	if missed > 20-friction {
		a.r.Note("missed by %d against friction %d: it does not move", missed, friction)
		return false
	}
	a.pt <<= missed
	a.r.Note("missed by %d: it moves, but takes %d segments", missed, a.pt)
	return true
}

// loadOn is the Quality that a load takes.
func loadOn(r *engine.Roll, load engine.Milli, how string) int {
	switch how {
	case "overhead":
		load *= 2
	case "worn":
		load /= 2
	}
	need := max(sphere.look(load), 0) // what weighs next to nothing is no bonus
	r.Note("load %s kg: Quality %d needed", load, need)
	return need
}
