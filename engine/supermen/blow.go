package supermen

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// The parameters with which a blow waits for the segment in which it lands.
var (
	blowForm    = form()
	landing     = blowForm.Group("Blow")
	blowAttack  = landing.Int("attack", "Attack", -99_999, 99_999)
	blowDamage  = landing.Int("damage", "Damage", -99_999, 99_999)
	blowDefense = landing.Int("defense", "The attacker's Defense", -99_999, 99_999).Help("It ends with the action.")
	blowPart    = landing.Choice("part", "Aimed at", partIDs()...)
	blowKind    = landing.Choice("kind", "Kind of damage", kinds...)
	blowSmall   = landing.Bool("small", "Small projectile")
	blowThrown  = landing.Text("thrown", "Thrown", 60)
	blowPower   = landing.Text("power", "Of the blast", 60)
	blowEnds    = landing.Bool("ends", "Last of its action")
	blowPutOff  = landing.Int("put_off", "Put off so far", 0, 9999).Unit("segments")
)

// blow lands an attack. It hits if the Attack is at least the target's Defense in this
// segment. Defense that the attacker has from passive actions now is taken off the Attack.
// Chapter "Attack".
func blow(r *engine.Roll) engine.Outcome {
	me, target, f := r.Sheet(engine.Actor), r.Sheet(engine.Other), r.Params()
	carry := engine.Carry{Against: engine.Other, Params: engine.PageOf("attack", blowAttack.Of(f), "damage", blowDamage.Of(f),
		"defense", blowDefense.Of(f), "part", blowPart.Of(f), "kind", blowKind.Of(f), "small", blowSmall.Of(f), "thrown", blowThrown.Of(f), "power", blowPower.Of(f), "ends", blowEnds.Of(f), "put_off", putOff.Of(me))}
	if pushed(r, me, "blow", blowPutOff.Of(f), carry) {
		return waiting(r)
	}
	down := unconscious(r.House(), me) && fellAt.Of(me) < r.Moment()
	if blowEnds.Of(f) {
		endAction(r, me, blowDefense.Of(f))
	}
	if down {
		r.Note("the attacker fell before the blow")
		r.Story("{actor} falls before the blow can land")
		return engine.Outcome{Grade: engine.Failure, NoTarget: true}
	}
	with := kit.Sum{kit.Plain("Attack", blowAttack.Of(f)), kit.Plain("movement", -moveDefense.Of(me)), kit.Plain("passive actions", -sideDefense.Of(me))}
	with = append(with, kit.Held(me, attackMore)...)
	a, d := with.Total(), max(blowDamage.Of(f), 0)
	if name := blowPower.Of(f); blowEnds.Of(f) && name != "" {
		keepsOn(r, me, name)
	}
	if !target.There() {
		r.Note("Attack %d for %d damage; it hits a Defense of %d or less", a, d, a)
		r.Story("{actor} strikes  %d, if the Defense is %d or less", d, a)
		return engine.Outcome{Success: true, Grade: engine.Success, Total: a, NoTarget: true,
			Values: []engine.Named{engine.Num("attack", a), engine.Num("damage", d)}}
	}
	catchUp(r, target)
	against := defended(r, target)
	o := engine.Outcome{Success: a >= against.Total(), Total: a, Target: against.Total(), Margin: a - against.Total()}
	o.Grade = grade(o.Success)
	r.Note("Attack %s against Defense %s", with, against)
	lostVP, lostDP := 0, 0
	r.Story("{actor} misses {other}")
	if o.Success {
		w := wound{d, blowKind.Of(f), partCalled(blowPart.Of(f)), blowSmall.Of(f)}
		lostVP, lostDP = w.harm(r, engine.Other)
		by := ""
		if what := blowThrown.Of(f); what != "" {
			by = " with " + what
		}
		r.Story("{actor} hits {other}%s  %d%s", by, d, w.words(r, engine.Other, lostVP, lostDP))
	}
	o.Values = []engine.Named{engine.Num("attack", a), engine.Num("defense", against.Total()), engine.Num("damage", d),
		engine.Num("vp", lostVP), engine.Num("dp", lostDP)}
	return o
}

// wound is damage to a part of the body.
type wound struct {
	damage int
	kind   string
	at     part
	small  bool // by a small projectile
}

// harm takes damage off the character at a seat: first off the VP and then, by a house rule
// or if there are none, off the DP of the part. It gives what was lost.
func (w wound) harm(r *engine.Roll, seat engine.Seat) (lostVP, lostDP int) {
	s, damage, kind, at := r.Sheet(seat), w.damage, w.kind, w.at
	was := unconscious(r.House(), s)
	n := damage
	if skin := ignored(s, r.Moment()); skin.Total() > 0 {
		n -= min(skin.Total(), n)
		r.Note("%d of %d damage ignored: %s", damage-n, damage, skin.Terms())
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
		w.callThrowback(r, seat, "dp")
	case lostVP > 0:
		if surprisedUntil.Of(s) > r.Moment() {
			w.callThrowback(r, seat, "vp")
		}
	}
	if !was && unconscious(r.House(), s) {
		put(r, s, fellAt, r.Moment())
		r.Note("unconscious")
	}
	return lostVP, lostDP
}

// words say in a story where a blow hit and what it did, apart from the VP, and whether
// whoever sits there falls.
func (w wound) words(r *engine.Roll, seat engine.Seat, lostVP, lostDP int) string {
	words := " in the " + strings.ToLower(w.at.label)
	switch {
	case lostDP > 0:
		words += fmt.Sprintf(", %d %s DP", lostDP, w.kind)
	case lostVP == 0:
		words += ", without effect"
	}
	if on := r.Sheet(seat); fellAt.Of(on) == r.Moment() && unconscious(r.House(), on) {
		words += ". {" + string(seat) + "} falls unconscious"
	}
	return words
}

// callThrowback calls for a Throwback Roll of the character who was hit. hit is "vp" if only
// VP were lost, and else "dp".
func (w wound) callThrowback(r *engine.Roll, seat engine.Seat, hit string) {
	r.Note("a Throwback Roll follows, against %d damage", w.damage)
	r.Follow(seat, "throwback", engine.Carry{Params: engine.PageOf("damage", w.damage, "hit", hit,
		"surprised", surprisedUntil.Of(r.Sheet(seat)) > r.Moment(), "penetrating", w.kind == penetrating, "small", w.small)})
}

var (
	hurtForm   = form()
	hurting    = hurtForm.Group("Damage")
	hurtDamage = hurting.Int("damage", "Damage", 0, 99_999).BeyondSheet()
	hurtKind   = hurting.Choice("kind", "Kind of damage", kinds...)
	hurtPart   = hurting.Choice("part", "Part of the body", partIDs()...)
	hurtSmall  = hurting.Bool("small", "Small projectile").Help("Throws back half as far.")
)

// hurtOf gives the part of the body and the kind of damage by a field for what is lost of it.
func hurtOf(loss string) engine.Page {
	for _, p := range parts {
		for i, f := range p.lost {
			if f.ID == loss {
				return engine.PageOf(hurtPart.ID, p.id, hurtKind.ID, kinds[i])
			}
		}
	}
	return engine.Page{}
}

// hurt is damage that does not come from a blow on the timeline.
func hurt(r *engine.Roll) engine.Outcome {
	f := r.Params()
	w := wound{hurtDamage.Of(f), hurtKind.Of(f), partCalled(hurtPart.Of(f)), hurtSmall.Of(f)}
	lostVP, lostDP := w.harm(r, engine.Actor)
	r.Story("{actor} is hurt  for %d%s", w.damage, w.words(r, engine.Actor, lostVP, lostDP))
	return engine.Done(engine.Num("vp", lostVP), engine.Num("dp", lostDP))
}
