package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

var (
	throwForm = form()
	throwLoad = throwForm.Group("Throw").Decimal("load", "Load", 0, 1_000_000_000).Measured("kg").Said("Its Sphere value comes off the Quality first.")
	_         = stressed(throwForm)
)

// throwing is the Throw Roll (Ability Rolls): what the load leaves of the
// Quality is distance, a higher arc, or cheaper. Missed, the thing flies by
// the fraction cell.
func throwing(r *engine.Roll) engine.Outcome {
	me := ready(r, "throw", true)
	a := liftCheck("throw", 0).roll(r)
	tall := effort{me: me, moment: r.Moment()}.measure(height)
	a.pt = 15
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
	r.Note("%d on distance: %s m/segment, %s segments in the air, %s m", far, fast.milli(), air.milli(), distance.milli())
	if lob > 0 {
		r.Note("it rises %s m, which must be free", tall*engine.Milli(1+2*lob)/2)
	}
	if rest >= 0 {
		r.Note("as an attack, with a Combat Roll: range %s m at most, short range %d, range set %d", fast.milli(), far, far/2)
	}
	a.take()
	a.end(hurling, 0, false)
	return a.ended(rest >= 0, a.values(amount("distance", distance.milli()), amount("speed", fast.milli()), amount("air_time", air.milli()))...)
}

// airborne is how long something thrown stays up, in segments: twice the thrower's height on Square, and with n Quality on the
// arc 4 + 2n times.
func airborne(tall engine.Milli, lob int) nano {
	times := engine.Milli(2)
	if lob > 0 {
		times = engine.Milli(4 + 2*lob)
	}
	return natural(square.look(tall * times))
}

func distanceSink() engine.Sink {
	return engine.Sink{ID: "distance", Label: "Distance", Effect: func(n int) string {
		return fmt.Sprintf("%s m/segment", sphere.cell(n).milli())
	}}
}

func lobSink(tall engine.Milli) engine.Sink {
	return engine.Sink{ID: "lob", Label: "Lob", Effect: func(n int) string {
		return fmt.Sprintf("%s segments in the air", airborne(tall, n).milli())
	}}
}
