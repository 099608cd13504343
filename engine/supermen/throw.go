package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

var (
	throwForm   = form()
	hurl        = throwForm.Group("Throw")
	throwLoad   = hurl.Decimal("load", "Load", 0, 1_000_000_000).Measured("kg").Said("Its Sphere value comes off the Quality first.")
	throwThing  = hurl.Text("thing", "What", 60).Default("something")
	throwWith   = hurl.Row("weapon", "Weapon", weapons).Said("Where one of the sheet is thrown.")
	throwHurt   = hurl.Int("damage", "Damage", -99, 9999).Said("Of what is thrown, where it is no weapon of the sheet.")
	throwAttack = hurl.Bool("attack", "As an attack").Said("Its Combat Roll follows, and is part of the throw. So it is at anybody aimed at.")
	_           = stressed(throwForm)
)

// throwPT is the Performance Time of a Throw, with the Combat Roll that may
// belong to it.
const throwPT = 15

// throwing is the Throw Roll: what the load leaves of the Quality is distance,
// a higher arc, or cheaper. Missed, the thing flies by the fraction cell.
// Chapter "Throw Roll".
func throwing(r *engine.Roll) engine.Outcome {
	me := ready(r, "throw", true)
	if id := throwWith.Of(r.Params()); id != "" {
		if _, ok := weapons.Find(me, id); !ok {
			r.Refuse("there is no weapon %q on the sheet", id)
		}
	}
	a := liftCheck("throw", 0).roll(r)
	tall := effort{me: me, moment: r.Moment()}.measure(height)
	a.pt = throwPT
	rest := a.q() - loadOn(r, throwLoad.Of(r.Params()), "ground")
	far, lob := rest, 0
	if rest >= 0 {
		give := a.share(rest, distanceSink(), lobSink(tall), rowSink(forThrow.start))
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
	a.tellThrow(rest >= 0, distance.milli())
	values := a.values(amount("distance", distance.milli()), amount("speed", fast.milli()), amount("air_time", air.milli()))
	if rest < 0 || !throwAttack.Of(r.Params()) && !r.Sheet(engine.Other).There() {
		a.take()
		a.end(hurling, 0, false)
		return a.ended(rest >= 0, values...)
	}
	a.begun() // its Combat Roll takes the time
	a.aimed(fast.milli(), far)
	return a.ended(true, append(values, amount("range", fast.milli()), engine.Num("short_range", far), engine.Num("range_set", far/2))...)
}

// tellThrow tells how far something flies.
func (a *attempt) tellThrow(good bool, far engine.Milli) {
	what := throwThing.Of(a.r.Params())
	if w, ok := weapons.Find(a.me, throwWith.Of(a.r.Params())); ok {
		what = w.Name()
	}
	short := ""
	if !good {
		short = " short"
	}
	a.r.Story("{actor} throws %s%s%s  %s m", what, short, a.r.OpponentNames(" at "), far)
}

// aimed hands a throw over to its Combat Roll: the speed is the farthest it
// reaches, the Quality used for it the short range, and half of that a range
// set. Chapter "Attacking with a Thrown Object".
func (a *attempt) aimed(fast engine.Milli, far int) {
	f := a.r.Params()
	what := throwThing.Of(f)
	page := engine.PageOf("pt", throwPT, "range", combatRange.Within(fast), "short_range", combatShort.Within(far))
	if id := throwWith.Of(f); id != "" {
		w, _ := weapons.Find(a.me, id)
		what = w.Name()
		page = page.With("weapon", engine.ValueOf(w.ID))
	}
	if f.Written("damage") || throwWith.Of(f) == "" {
		page = page.With("damage", engine.ValueOf(throwHurt.Of(f)))
	}
	a.r.Note("a Combat Roll follows, as part of the throw: range %s m at most, short range %d, range set %d", fast, far, far/2)
	a.r.Follow(engine.Actor, "combat", engine.Carry{Against: engine.Other, Params: page.With("thrown", engine.ValueOf(what))})
}

// readyToHit lets a Combat Roll begin: by itself, or as part of the throw that
// was made in this segment.
func readyToHit(r *engine.Roll) engine.Sheet {
	ranges(r)
	what := combatThrown.Of(r.Params())
	if what == "" {
		return ready(r, "combat", true)
	}
	me := awake(r)
	if started.Of(me) != "throw" || startedAt.Of(me) != r.Moment() {
		r.Refuse("%s is not thrown yet: the Throw Roll comes first, in the same segment", what)
	}
	catchUp(r, me)
	return me
}

// ranges says how far the target is in short ranges and range sets, and refuses
// what is out of range. Where nobody gave a range there is none.
func ranges(r *engine.Roll) {
	f := r.Params()
	at, far, short := combatAway.Of(f), combatRange.Of(f), combatShort.Of(f)
	if far > 0 && at > far {
		r.Refuse("out of range: %s m away, and it is %s m at most", at, far)
	}
	switch over := at - engine.Milli(short*1000); {
	case at == 0 || short < 1:
	case over <= 0:
		r.Note("%s m is short range, of %d", at, short)
	default:
		set := engine.Milli(max(short/2, 1) * 1000)
		sets, word := (over+set-1)/set, "sets"
		if sets == 1 {
			word = "set"
		}
		r.Note("%s m: %d range %s of %d beyond the short range of %d", at, sets, word, set/1000, short)
	}
}

// airborne is how long something thrown stays up, in segments: twice the
// thrower's height on Square, and with n Quality on the arc 4 + 2n times.
// Chapter "Lobbing and Tall/Short Folks".
func airborne(tall engine.Milli, lob int) nano {
	times := engine.Milli(2)
	if lob > 0 {
		times = engine.Milli(4 + 2*lob)
	}
	return natural(square.look(tall * times))
}

// lasting says a time in segments.
func lasting(n nano) string {
	if n.milli() == 1000 {
		return "1 segment"
	}
	return n.milli().String() + " segments"
}

func distanceSink() engine.Use {
	return engine.Use{ID: "distance", Label: "Distance", Effect: func(n int) string {
		return fmt.Sprintf("%s m/segment", sphere.cell(n).milli())
	}}
}

func lobSink(tall engine.Milli) engine.Use {
	return engine.Use{ID: "lob", Label: "Lob", Effect: func(n int) string {
		return lasting(airborne(tall, n)) + " in the air"
	}}
}
