package supermen

import (
	"cmp"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// readWeapon reads the weapon, power or thrown thing of an attack from form and sheet.
func readWeapon(r *engine.Roll, me engine.Sheet) strike {
	f := r.Params()
	s := strike{pt: combatPT.Of(f), damage: combatHurt.Of(f), kind: combatKind.Of(f),
		automatic: combatAuto.Of(f), small: combatSmall.Of(f)}
	what := combatThrown.Of(f)
	hand := what == "" // a thrown thing adds Hand Damage only if it is a weapon that does
	if name := combatWith.Of(f); name != "" {
		w := kit.Found(r, weapons, me, name, "weapon")
		hand = weaponHand.At(w)
		s.fill(r, weaponPT.At(w), weaponDamage.At(w))
		s.kind, s.automatic, s.small = combatKind.Else(r, weaponKind.At(w)), combatAuto.Else(r, weaponAuto.At(w)), combatSmall.Else(r, weaponSmall.At(w))
	}
	if name := combatPower.Of(f); name != "" {
		p := kit.Found(r, powers, me, name, "power")
		if blastPower.Of(me) != p.Name() {
			r.Refuse("%s is not set up for a blast: use the power first", p.Name())
		}
		if blastFired.Of(me) {
			r.Refuse("the blast of %s has been fired: use the power again, or maintain it", p.Name())
		}
		hand, s.power = false, p.Name()
		s.fill(r, blastPT.Of(me), blastDamage.Of(me))
	}
	if s.power == "" {
		throwFirst(r, actor)
	}
	if what = cmp.Or(s.power, what); what != "" {
		combatWith.Else(r, what) // so that the form does not say "unarmed"
	}
	s.hand = handDone(r, me, hand)
	s.damage += s.hand
	with := combatWith
	if s.power != "" {
		with = combatPower
	}
	r.Beside(with.ID, "%d %s, %s", s.damage, s.kind, segments(s.pt))
	return s
}

// fill takes PT and damage from the form, and from the weapon what the form leaves open.
func (s *strike) fill(r *engine.Roll, pt, damage int) {
	s.pt, s.damage = combatPT.Else(r, pt), combatHurt.Else(r, damage)
}

// readyToHit refuses a Combat Roll that cannot begin now. One with something thrown belongs to
// a Throw Roll of the same segment.
func readyToHit(r *engine.Roll) engine.Sheet {
	ranges(r)
	what := combatThrown.Of(r.Params())
	if what == "" {
		return ready(r, "combat", true)
	}
	me := awake(r, actor)
	if started.Of(me) != "throw" || startedAt.Of(me) != r.Moment() {
		r.Refuse("%s is not thrown yet: the Throw Roll comes first, in the same segment", what)
	}
	catchUp(r, me)
	return me
}

// ranges notes the distance to the target in range sets, and refuses a target that is out of
// range.
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
