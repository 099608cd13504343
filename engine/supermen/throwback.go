package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	backForm    = form()
	thrown      = backForm.Group("Throwback")
	backDamage  = thrown.Int("damage", "Damage", 0, 999_999).BeyondSheet().Help("All damage, before any of it is ignored.")
	backHit     = thrown.Choice("hit", "Lost", "vp", "dp").Help("VP only, or DP as well.")
	backSurpise = thrown.Bool("surprised", "Surprised").Help("If only VP are lost, it throws back only in surprise. If DP are lost, strength counts half.")
	backPierce  = thrown.Bool("penetrating", "Mainly penetrating").Help("Throws half as far.")
	backSmall   = thrown.Bool("small", "Small projectile").Help("Throws half as far again.")
	_           = stressed(backForm)
)

// throwbackCheck is the Throwback Roll: the mass on the Sphere Chart, and what bonus gives for
// strength or agility.
func throwbackCheck(damage int, bonus func(effort) kit.Term, raises ...engine.Field[int]) check {
	return check{id: "throwback", own: backOwn, paper: backRoll, raises: raises,
		more: func(e effort) kit.Sum { return kit.Sum{bonus(e), kit.Plain("damage", -damage)} }}
}

func backOwn(e effort) kit.Sum { return kit.Sum{sphere.measured(e.measure(mass))} }

// throwback is the Throwback Roll of a character who was hit. Chapter "Throwback Roll".
func throwback(r *engine.Roll) engine.Outcome {
	f := r.Params()
	surprised, vpOnly := backSurpise.Of(f), backHit.Of(f) == "vp"
	if vpOnly && !surprised {
		r.Note("only VP lost, and not surprised: nobody is thrown back")
		r.Story("{actor} stands firm")
		return engine.Done(engine.Num("distance", 0), engine.Num("speed", 0))
	}
	a := braced(backDamage.Of(f), vpOnly, surprised).roll(r)
	fast, far := nano(0), nano(0)
	r.Story("{actor} stands firm")
	if m := a.missed(); m > 0 || thrownAnyway.Of(r.House()) {
		fast = sphere.read(r, -a.q()) // a roll that was made has a row of fractions
		if backPierce.Of(f) {
			fast /= 2
		}
		if backSmall.Of(f) {
			fast /= 2
		}
		air := airborne(effort{me: a.me, moment: r.Moment()}.measure(height), 0)
		far = fast.times(int64(air), int64(one))
		how := fmt.Sprintf("made by %d", a.q())
		if m > 0 {
			how = fmt.Sprintf("missed by %d", m)
		}
		r.Note("%s: thrown at %s m/segment, %s in the air: %s m; %d more pushback", how, fast.milli(), lasting(air), far.milli(), m)
		r.Story("{actor} is thrown back  %s m", far.milli())
	}
	return a.outcome(amount("distance", far.milli()), amount("speed", fast.milli()))
}

// braced gives the Throwback Roll. If only VP were lost, the better of agility and strength
// counts; if DP were lost, strength counts, and half of that in surprise.
func braced(damage int, vpOnly, surprised bool) check {
	if vpOnly {
		return throwbackCheck(damage, func(e effort) kit.Term { return sphere.from(max(e.of(agility), e.of(strength))) }, agility, strength)
	}
	return throwbackCheck(damage, func(e effort) kit.Term {
		t := sphere.from(e.of(strength))
		if surprised {
			t.Words, t.N = "half "+t.Words, t.N/2
		}
		return t
	}, strength)
}
