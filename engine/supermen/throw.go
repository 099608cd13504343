package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	throwForm   = form()
	hurl        = throwForm.Group("Throw")
	throwLoad   = hurl.Decimal("load", "Load", 0, 1_000_000_000).Unit("kg").Help("Its Sphere value comes off the Quality first.")
	throwThing  = hurl.Text("thing", "What", 60).Default("something")
	throwWith   = hurl.Row("weapon", "Weapon", weapons).Help("If one on the sheet is thrown.")
	throwHurt   = hurl.Int("damage", "Damage", -99, 9999).BeyondSheet().Help("Of the thing thrown, if it is not a weapon on the sheet.")
	throwAttack = hurl.Bool("attack", "As an attack").Help("Its Combat Roll follows as part of the throw. The same holds against anybody you choose as an opponent.")
	_           = stressed(throwForm)
)

// throwPT is the Performance Time of a Throw Roll, in segments, with the Combat Roll that may
// belong to it.
const throwPT = 15

// throwing is the Throw Roll. The load is taken off the Quality. What is left goes to distance,
// a higher arc or EP; if it is below 0, the speed is a fraction. Chapter "Throw Roll".
func throwing(r *engine.Roll) engine.Outcome {
	me := ready(r, "throw", true)
	if id := throwWith.Of(r.Params()); id != "" {
		kit.Found(r, weapons, me, id, "weapon")
	}
	a := liftCheck("throw", 0).roll(r)
	tall := effort{me: me, moment: r.Moment()}.measure(height)
	a.pt = throwPT
	rest := a.q() - loadOn(r, throwLoad.Of(r.Params()), "ground")
	far, lob := rest, 0
	if rest >= 0 {
		give := a.share(rest, distanceUse(), lobUse(tall), rowUse(forThrow.start))
		far, lob = give["distance"], give["lob"]
		a.charge(forThrow, give["ep"])
	} else {
		r.Note("missed by %d", -rest)
		a.charge(forThrow, 0)
	}
	fast := sphere.read(r, far)
	air := airborne(tall, lob)
	distance := fast.times(int64(air), int64(one))
	r.Note("%d on distance: %s m/segment, %s in the air, %s m", far, fast.milli(), lasting(air), distance.milli())
	if lob > 0 {
		r.Note("it rises %s m, which must be free", tall*engine.Milli(1+2*lob)/2)
	}
	tellThrow(r, me, rest >= 0, distance.milli())
	values := []engine.Named{amount("distance", distance.milli()), amount("speed", fast.milli()), amount("air_time", air.milli())}
	if rest < 0 || !throwAttack.Of(r.Params()) && !r.Sheet(engine.Other).There() {
		a.take()
		a.end(called("throw", ""), 0, false)
		return a.ended(rest >= 0, values...)
	}
	a.begun() // its Combat Roll takes the time
	handOver(r, me, fast.milli(), far)
	return a.ended(true, append(values, amount("range", fast.milli()), engine.Num("short_range", far), engine.Num("range_set", far/2))...)
}

// tellThrow writes the story of a throw: how far the thing flies.
func tellThrow(r *engine.Roll, me engine.Sheet, good bool, far engine.Milli) {
	what := throwThing.Of(r.Params())
	if w, ok := weapons.Find(me, throwWith.Of(r.Params())); ok {
		what = w.Name()
	}
	at := r.OpponentNames(" at ")
	if !good {
		at = " too short" + r.OpponentNames(" for ")
	}
	r.Story("{actor} throws %s%s  %s m far", what, at, far)
}

// handOver calls for the Combat Roll of a throw. Its range is the speed, and its short range
// the Quality on distance. Chapter "Attacking with a Thrown Object".
func handOver(r *engine.Roll, me engine.Sheet, fast engine.Milli, far int) {
	f := r.Params()
	what := throwThing.Of(f)
	page := engine.PageOf("pt", throwPT, "range", combatRange.Within(fast), "short_range", combatShort.Within(far))
	if id := throwWith.Of(f); id != "" {
		w, _ := weapons.Find(me, id)
		what = w.Name()
		page = page.With("weapon", engine.ValueOf(w.ID))
	}
	if f.Written("damage") || throwWith.Of(f) == "" {
		page = page.With("damage", engine.ValueOf(throwHurt.Of(f)))
	}
	r.Note("a Combat Roll follows, as part of the throw: range %s m at most, short range %d, range set %d", fast, far, far/2)
	r.Follow(engine.Actor, "combat", engine.Carry{Against: engine.Other, Params: page.With("thrown", engine.ValueOf(what))})
}

// airborne gives for how many segments something thrown is in the air: twice the thrower's
// height on the Square Chart or, with lob Quality on the arc, 4 + 2 x lob times. Chapter
// "Lobbing and Tall/Short Folks".
func airborne(tall engine.Milli, lob int) nano {
	times := engine.Milli(2)
	if lob > 0 {
		times = engine.Milli(4 + 2*lob)
	}
	return natural(square.look(tall * times))
}

// lasting gives a time in words.
func lasting(n nano) string {
	if n.milli() == 1000 {
		return "1 segment"
	}
	return n.milli().String() + " segments"
}

func distanceUse() engine.Use {
	return engine.Use{ID: "distance", Label: "Distance", Effect: func(n int) string {
		return fmt.Sprintf("%s m/segment", sphere.cell(n).milli())
	}}
}

func lobUse(tall engine.Milli) engine.Use {
	return engine.Use{ID: "lob", Label: "Lob", Effect: func(n int) string {
		return lasting(airborne(tall, n)) + " in the air"
	}}
}
