package supermen

import "example.org/fray/engine"

// What a blow carries to the segment in which it lands.
var (
	blowForm    = form()
	landing     = blowForm.Group("Blow")
	blowAttack  = landing.Int("attack", "Attack", -99_999, 99_999)
	blowDamage  = landing.Int("damage", "Damage", -99_999, 99_999)
	blowDefense = landing.Int("defense", "The attacker's Defense", -99_999, 99_999).Said("It ends with the action.")
	blowPart    = landing.Choice("part", "Aimed at", partIDs()...)
	blowKind    = landing.Choice("kind", "Kind of damage", kinds...)
	blowEnds    = landing.Bool("ends", "Last of its action")
	blowPutOff  = landing.Int("put_off", "Put off so far", 0, 9999).Measured("segments")
)

// blow lands an attack (Combat Roll: Attack): it hits when the Attack is at
// least the Defense that the target has in this segment.
func blow(r *engine.Roll) engine.Outcome {
	me, target, f := r.Sheet(engine.Actor), r.Sheet(engine.Other), r.Params()
	carry := engine.Carry{Against: engine.Other, Params: engine.PageOf("attack", blowAttack.Of(f), "damage", blowDamage.Of(f),
		"defense", blowDefense.Of(f), "part", blowPart.Of(f), "kind", blowKind.Of(f), "ends", blowEnds.Of(f), "put_off", putOff.Of(me))}
	if pushed(r, me, "blow", blowPutOff.Of(f), carry) {
		return waiting(r)
	}
	down := unconscious(r.House(), me) && fellAt.Of(me) < r.Moment()
	if blowEnds.Of(f) {
		letGo(r, me, blowDefense.Of(f))
	}
	if down {
		r.Note("the attacker fell before the blow")
		return engine.Outcome{Grade: engine.Failure, NoTarget: true}
	}
	a, d := blowAttack.Of(f), max(blowDamage.Of(f), 0)
	if !target.There() {
		r.Note("Attack %d for %d damage; it hits a Defense of %d or less", a, d, a)
		return engine.Outcome{Success: true, Grade: engine.Success, Total: a, NoTarget: true,
			Values: []engine.Named{engine.Num("attack", a), engine.Num("damage", d)}}
	}
	catchUp(r, target)
	against := defended(r, target)
	o := engine.Outcome{Success: a >= against.total(), Total: a, Target: against.total(), Margin: a - against.total()}
	o.Grade = grade(o.Success)
	r.Note("Attack %d against Defense %s", a, against)
	lostVP, lostDP := 0, 0
	if o.Success {
		lostVP, lostDP = harm(r, engine.Other, d, blowKind.Of(f), partCalled(blowPart.Of(f)))
	}
	o.Values = []engine.Named{engine.Num("attack", a), engine.Num("defense", against.total()), engine.Num("damage", d),
		engine.Num("vp", lostVP), engine.Num("dp", lostDP)}
	return o
}

// harm deals a blow's damage: first to VP, and what is left of it to the DP of
// a part of the body.
func harm(r *engine.Roll, seat engine.Seat, damage int, kind string, at part) (lostVP, lostDP int) {
	s := r.Sheet(seat)
	was := unconscious(r.House(), s)
	n := damage
	if skin := min(damageIgnored.Of(s), n); skin > 0 {
		n -= skin
		r.Note("%d of %d damage ignored", skin, damage)
	}
	has := max(vp.Now(s), 0)
	lostVP = min(has, n)
	if n > lostVP && (has == 0 || vpOverflow.Of(r.House())) {
		lostDP = n - lostVP
	}
	add(r, s, vpLost, lostVP)
	add(r, s, at.of(kind), lostDP)
	r.Note("%d VP lost, %d left; %d %s DP lost, %s %d left", lostVP, vp.Now(s), lostDP, kind, at.label, at.now(s))
	switch {
	case lostDP > 0:
		r.Note("Throwback Roll: hit=dp damage=%d", damage)
		callThrowback(r, seat, "dp", damage, kind)
	case lostVP > 0:
		r.Note("if surprised, Throwback Roll: hit=vp damage=%d", damage)
		if surprisedUntil.Of(s) > r.Moment() {
			callThrowback(r, seat, "vp", damage, kind)
		}
	}
	if !was && unconscious(r.House(), s) {
		put(r, s, fellAt, r.Moment())
		r.Note("unconscious")
	}
	return lostVP, lostDP
}

// callThrowback calls for the Throwback Roll of who was hit.
func callThrowback(r *engine.Roll, seat engine.Seat, hit string, damage int, kind string) {
	r.Follow(seat, "throwback", engine.Carry{Params: engine.PageOf("damage", damage, "hit", hit,
		"surprised", surprisedUntil.Of(r.Sheet(seat)) > r.Moment(), "penetrating", kind == penetrating)})
}

var (
	hurtForm   = form()
	hurting    = hurtForm.Group("Damage")
	hurtDamage = hurting.Int("damage", "Damage", 0, 9999)
	hurtKind   = hurting.Choice("kind", "Kind of damage", kinds...)
	hurtPart   = hurting.Choice("part", "Part of the body", partIDs()...)
)

// hurt is damage from anything but a blow on the timeline.
func hurt(r *engine.Roll) engine.Outcome {
	f := r.Params()
	lostVP, lostDP := harm(r, engine.Actor, hurtDamage.Of(f), hurtKind.Of(f), partCalled(hurtPart.Of(f)))
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true,
		Values: []engine.Named{engine.Num("vp", lostVP), engine.Num("dp", lostDP)}}
}
