package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	jumpForm    = form()
	leaping     = jumpForm.Group("Jump")
	jumpSpeed   = leaping.Decimal("speed", "Speed", 0, 1_000_000).BeyondSheet().Unit("m/segment").Help("Speed of the run-up; empty: the present speed.")
	jumpDensity = leaping.Decimal("density", "Density", 1, 1_000_000).Default(1000).Help("Empty: that of the sheet. 1 is flesh.")
	jumpAir     = leaping.Decimal("air", "Density of the air", 0, 1_000_000).Default(1).Help("Empty: that of the sheet. It carries anybody at most 100 times as dense.")
	_           = stressed(jumpForm)
)

// jumpCheck is the Jump Roll: agility, strength and twice the height on the Square Chart.
func jumpCheck() check {
	return check{id: "jump", own: jumpOwn, paper: jumpRoll, raises: []engine.Field[int]{agility, strength}}
}

func jumpOwn(e effort) kit.Sum {
	return kit.Sum{kit.Plain("agility", e.of(agility)), kit.Plain("strength", e.of(strength)), square.measured(2 * e.measure(height))}
}

// jump is the Jump Roll. A missed roll is still a jump, whose height is a fraction. Chapter
// "Jump Roll".
func jump(r *engine.Roll) engine.Outcome {
	me := ready(r, "jump", false)
	a := jumpCheck().roll(r)
	a.pt = 6
	high := a.q()
	if a.q() >= 0 {
		give := a.share(a.q(), heightUse(), rowUse(forJump.start))
		high = give["height"]
		a.charge(forJump, give["ep"])
	} else {
		a.charge(forJump, 0)
	}
	cm := square.read(r, high)
	air := floats(r, me, hangs(cm))
	distance := air.times(int64(runUp(r, me)), 1000)
	r.Note("%d on height: %s cm high, %s in the air, %s m far", high, cm.milli(), lasting(air), distance.milli())
	r.Note("to grab something, with a Combat Roll: up to %s m more", effort{me: me, moment: r.Moment()}.measure(height))
	badly := ""
	if a.q() < 0 {
		badly = " badly"
	}
	r.Story("{actor} jumps%s  %s cm high, %s m far", badly, cm.milli(), distance.milli())
	a.takeBeside()
	a.end(called("jump", ""), 0, true)
	return a.outcome(amount("height_cm", cm.milli()), amount("air_time", air.milli()), amount("distance", distance.milli()))
}

// hangs gives for how many segments a jump of that many centimetres is in the air: four times
// the height in metres, on the Square Chart.
func hangs(cm nano) nano {
	if m := cm / 25; m < one {
		return natural(square.lookPart(m)) // not rounded to thousandths, so that a short hop is never 0
	}
	return natural(square.of(int(cm / 25 / one)))
}

// floats gives the time that a jumper is in the air, which may be longer in dense air; see
// borne.
func floats(r *engine.Roll, me engine.Sheet, time nano) nano {
	light, air := jumpDensity.Else(r, density.Of(me)), jumpAir.Else(r, airAround.Of(me))
	out := borne(time, light, air)
	if out != time {
		r.Note("density %s in %s: %s + %s over %s as long", light, air, air, light, light)
	}
	return out
}

// runUp gives the speed of the run-up, in metres a segment.
func runUp(r *engine.Roll, me engine.Sheet) engine.Milli {
	now := engine.Milli(0)
	if onTheMove.Of(me) {
		now = speed(speedQ.Of(me)) / 10
	}
	return jumpSpeed.Else(r, now)
}

func heightUse() engine.Use {
	return engine.Use{ID: "height", Label: "Height", Effect: func(n int) string {
		return fmt.Sprintf("%s cm high", square.cell(n).milli())
	}}
}
