package supermen

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	liftForm     = form()
	lifting      = liftForm.Group("Lift")
	liftLoad     = lifting.Decimal("load", "Load", 0, 1_000_000_000).Unit("kg").Help("Its Sphere value is the Quality it takes.")
	liftHow      = lifting.Choice("how", "How", "ground", "overhead", "worn").Help("Overhead counts double, worn half.")
	liftFriction = lifting.Choice("friction", "Push against friction", frictions()...).Help("Wheels 1, a box on a dirt road 5; nothing moves against 20.")
	liftDistance = lifting.Decimal("distance", "At a distance", 0, 1_000_000_000).Unit("m").Help("For powers that lift from afar.")
	liftPower    = lifting.Row("power", "With the power", powers).Help("It lifts with its PR, without dice.")
	liftPR       = lifting.Int("pr", "PR", 0, 999).BeyondSheet().Help("Of a power that is not on the sheet.")
	liftDead     = lifting.Bool("inanimate", "Without muscles").Help("A rope or a web: no dice; its roll and pool are its Quality.")
	_            = stressed(liftForm)
)

// frictions lists the choices for friction: "none" for a lift, and 0 to 20 for a push.
func frictions() []string {
	out := []string{"none"}
	for n := range 21 {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// liftCheck is the Lift Roll and, for the id "throw", the Throw Roll: strength - 9 and the mass
// on the Sphere Chart. harder is what friction takes off. Chapters "Lift Roll" and "Throw Roll".
func liftCheck(id string, harder int) check {
	c := check{id: id, own: liftOwn, paper: liftRoll, raises: []engine.Field[int]{strength},
		more: func(effort) kit.Sum { return kit.Sum{kit.Plain("friction", -harder)} }}
	if id == "throw" {
		c.paper = throwRoll
	}
	return c
}

func liftOwn(e effort) kit.Sum {
	return kit.Sum{kit.Plain("strength", e.of(strength)), kit.Plain("", -9), sphere.measured(e.measure(mass))}
}

// lift is the Lift Roll. Its Quality must reach the load on the Sphere Chart. Chapter "Lift
// Roll".
func lift(r *engine.Roll) engine.Outcome {
	f := r.Params()
	friction := slices.Index(liftFriction.Options, liftFriction.Of(f)) - 1
	pushing := friction >= 0
	if friction == 20 {
		r.Refuse("nothing moves against a friction of 20")
	}
	if w, lifts := liftingPower(r); liftDistance.Of(f) > 0 && (!lifts || w.there && !powerAfar.At(w.row)) {
		r.Refuse("only a power that lifts from afar lifts at a distance: choose one whose row on the sheet says so")
	}
	c, cost := liftCheck("lift", max(friction, 0)), forLift
	var a *attempt
	switch w, lifts := liftingPower(r); {
	case lifts:
		ready(r, "lift", true)
		a = powerCheck(w.name, w.pr, kit.Plain("friction", -max(friction, 0))).aim(r, actor)
		a.pt, cost = w.pt, forPower.from(w.start).of(w.row)
		w.push(a)
		r.Note("no dice: Quality %d", a.q())
	case liftDead.Of(f):
		a = c.aim(r, actor)
		a.pt = liftPT
	default:
		ready(r, "lift", true)
		a = c.roll(r)
		a.pt = liftPT
	}
	need := loadOn(r, liftLoad.Of(f), liftHow.Of(f))
	if d := liftDistance.Of(f); d > 0 {
		a.pt = max(a.pt, powerLiftPT)
		more := max(sphere.look(d), 0)
		need += more
		r.Note("at %s m: Sphere %d more", d, more)
	}
	good := a.q() >= need
	switch {
	case liftDead.Of(f):
		r.Note("Quality %d without muscles, %d needed", a.q(), need)
		tellLift(r, good, pushing)
		return a.ended(good)
	case good:
		give := a.share(a.q()-need, rowUse(cost.start), ptUse("pt", a.pt))
		a.pt = quicken(a.pt, give["pt"])
		a.charge(cost, give["ep"])
	case pushing:
		good = shove(a, need-a.q(), friction)
		a.charge(cost.from(oneEP), 0)
	default:
		r.Note("Quality %d does not reach %d", a.q(), need)
		a.charge(cost.from(oneEP), 0)
	}
	tellLift(r, good, pushing)
	a.take()
	a.end(called("lift", ""), 0, false)
	return a.ended(good)
}

// tellLift writes the story of a lift or a push: whether the load moves.
func tellLift(r *engine.Roll, good, pushing bool) {
	f, does := r.Params(), "lift"
	if pushing {
		does = "push"
	}
	load := "the load"
	if n := liftLoad.Of(f); n > 0 {
		load = n.String() + " kg"
	}
	if how := liftHow.Of(f); how == "overhead" {
		load += " overhead"
	}
	if !good {
		r.Story("{actor} cannot %s %s", does, load)
		return
	}
	if pushing {
		r.Story("{actor} pushes %s", load)
		return
	}
	r.Story("{actor} lifts %s", load)
}

// The Performance Times of a Lift by hand and by a power, in segments.
const (
	liftPT      = 10
	powerLiftPT = 20
)

// liftingPower gives the power that lifts. It is false for a lift by hand.
func liftingPower(r *engine.Roll) (usedPower, bool) {
	f := r.Params()
	w := usedPower{name: "power", pr: liftPR.Of(f), start: usualRow, pt: powerLiftPT}
	if id := liftPower.Of(f); id != "" {
		row := kit.Found(r, powers, r.Sheet(engine.Actor), id, "power")
		w.row, w.there, w.name, w.start = row, true, row.Name(), powerRow.At(row)
		w.pr = liftPR.Else(r, powerPR.At(row)-powerLost.At(row))
	}
	if liftPower.Of(f) != "" && w.pr <= 0 {
		r.Refuse("no PR to use: %s has lost it all", w.name)
	}
	return w, w.pr > 0
}

// shove is a push whose roll is missed. Each point missed doubles the time, up to 20 - friction
// of them; beyond that the load does not move, and shove is false. Chapter "Pushing and Pulling".
func shove(a *attempt, missed, friction int) bool {
	if missed > 20-friction {
		a.r.Note("missed by %d against friction %d: it does not move", missed, friction)
		return false
	}
	a.pt <<= missed
	a.r.Note("missed by %d: it moves, but takes %s", missed, segments(a.pt))
	return true
}

// loadOn gives the Quality that a load takes. Chapters "Overhead Lift" and "Worn".
func loadOn(r *engine.Roll, load engine.Milli, how string) int {
	switch how {
	case "overhead":
		load *= 2
	case "worn":
		load /= 2
	}
	need, light := sphere.look(load), ""
	if need < 0 && !(lightLoad.Of(r.House()) && load > 0) {
		need = 0
		if load > 0 {
			light = "; our ruling: less than 1 kg is no bonus"
		}
	}
	r.Note("load %s kg: Quality %d needed%s", load, need, light)
	return need
}
