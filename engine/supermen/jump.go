package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

var (
	jumpForm    = form()
	leaping     = jumpForm.Group("Jump")
	jumpSpeed   = leaping.Decimal("speed", "Speed", 0, 1_000_000).Measured("m/segment").Said("Of the run-up; left open, the speed there is.")
	jumpDensity = leaping.Decimal("density", "Density", 1, 1_000_000).Default(1000).Said("Left open, that of the sheet; below 1 one floats.")
	jumpAir     = leaping.Decimal("air", "Density of the air", 0, 1_000_000).Default(1000)
	_           = stressed(jumpForm)
)

// jump is the Jump Roll (Ability Rolls). Missed, one still jumps, by the
// fraction cell.
func jump(r *engine.Roll) engine.Outcome {
	me := ready(r, "jump", false)
	a := jumpCheck().roll(r)
	a.pt = 6
	high := a.q()
	if a.q() >= 0 {
		give := a.share(a.q(), heightSink(), rowSink(forJump.start))
		high = give["height"]
		a.charge(forJump, give["ep"])
	} else {
		a.charge(forJump, 0)
	}
	cm := square.cell(high)
	air := natural(square.look(4 * cm / 100))
	f := r.Params()
	light := jumpDensity.Of(f)
	if !f.Written("density") {
		light = density.Of(me)
	}
	if light < 1000 {
		r.Note("density %s in %s: %s + %s over %s as long", light, jumpAir.Of(f), jumpAir.Of(f), light, light)
		air = air * (jumpAir.Of(f) + light) / light
	}
	along := runUp(f, me)
	distance := along * air / 1000
	r.Note("%d on height: %s cm high, %s segments in the air, %s m far", high, cm, air, distance)
	r.Note("to grab something, with a Combat Roll: up to %s m more", height.Of(me))
	a.takeBeside()
	a.end(jumping, 0, true)
	return a.outcome(a.values(amount("height_cm", cm), amount("air_time", air), amount("distance", distance))...)
}

// runUp is how fast the jumper runs, in thousandths of m a segment.
func runUp(f, me engine.Sheet) engine.Milli {
	if f.Written("speed") || !onTheMove.Of(me) {
		return jumpSpeed.Of(f)
	}
	return speed(speedQ.Of(me)) / 10
}

func heightSink() engine.Sink {
	return engine.Sink{ID: "height", Label: "Height", Effect: func(n int) string {
		return fmt.Sprintf("%s cm high", square.cell(n))
	}}
}
