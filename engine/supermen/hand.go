package supermen

import (
	"cmp"
	"strconv"

	"example.org/fray/engine"
)

// handDamage is the most a fist does: a tenth of the mass on the Doubles
// Chart, and a quarter of the strength, or of the mass if that is less.
// Chapter "Hand Damage".
func handDamage(e effort) sum { return asPrinted(handOwn, handMost, e) }

func handOwn(e effort) sum {
	m, s := e.measure(mass), e.of(strength)
	d := sum{doubles.measured(m / 10)}
	if engine.Milli(s)*1000 > m {
		return append(d, plain("mass/4", m.Whole()/4))
	}
	return append(d, plain("strength/4", s/4))
}

// handCost is the row of doing some of the most Hand Damage there is: one less
// for each point left out.
func handCost(most, done int) int { return lower(forHand.start, most-done) }

// armed reads from the form what the attack is made with.
func armed(r *engine.Roll, me engine.Sheet) strike {
	f := r.Params()
	s := strike{pt: combatPT.Of(f), damage: combatHurt.Of(f), kind: combatKind.Of(f),
		automatic: combatAuto.Of(f), small: combatSmall.Of(f)}
	what := combatThrown.Of(f)
	hand := what == "" // a thing adds it where the sheet says so
	if name := combatWith.Of(f); name != "" {
		w, ok := weapons.Find(me, name)
		if !ok {
			r.Refuse("there is no weapon %q on the sheet", name)
		}
		hand = weaponHand.At(w)
		s.fill(r, weaponPT.At(w), weaponDamage.At(w))
		s.kind, s.automatic, s.small = combatKind.Else(r, weaponKind.At(w)), combatAuto.Else(r, weaponAuto.At(w)), combatSmall.Else(r, weaponSmall.At(w))
	}
	if name := combatPower.Of(f); name != "" {
		p, ok := powers.Find(me, name)
		if !ok {
			r.Refuse("there is no power %q on the sheet", name)
		}
		if blastPower.Of(me) != p.Name() {
			r.Refuse("%s is not set up for a blast: use the power first", p.Name())
		}
		if blastFired.Of(me) {
			r.Refuse("the blast of %s is fired: use the power again, or maintain it", p.Name())
		}
		hand, s.power = false, p.Name()
		s.fill(r, blastPT.Of(me), blastDamage.Of(me))
	}
	if what = cmp.Or(s.power, what); what != "" {
		combatWith.Else(r, what) // nobody is unarmed then
	}
	s.hand = handDone(r, me, hand)
	s.damage += s.hand
	with := combatWith
	if s.power != "" {
		with = combatPower
	}
	r.Beside(with.ID, "%d %s, %d segments", s.damage, s.kind, s.pt)
	return s
}

// fill takes PT and damage from the weapon where the form leaves them open.
func (s *strike) fill(r *engine.Roll, pt, damage int) {
	s.pt, s.damage = combatPT.Else(r, pt), combatHurt.Else(r, damage)
}

// handDone is how much Hand Damage the attacker does.
func handDone(r *engine.Roll, me engine.Sheet, allowed bool) int {
	most, text := handDamage(effort{me: me, moment: r.Moment()}), combatHand.Of(r.Params())
	if text == "max" {
		if !allowed {
			return 0
		}
		r.Note("Hand Damage %s", most)
		return most.total()
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 0:
		r.Refuse("Hand Damage is max or a number from 0 to %d, not %q", most.total(), text)
	case n > max(most.total(), 0):
		r.Refuse("Hand Damage cannot be %d: it is %s at most", n, most)
	case n > 0 && !allowed:
		r.Refuse("this attack adds no Hand Damage")
	}
	return n
}

// payHand pays for Hand Damage, hit or not. Chapter "Hand Damage".
func (a *attempt) payHand(done int) int {
	if done <= 0 {
		return 0
	}
	row := handCost(handDamage(effort{me: a.me, moment: a.r.Moment()}).total(), done)
	paid := forHand.pay(a.r, a.me, row)
	a.r.Note("Hand Damage %d, row %d: %s", done, row, bill(use, row, paid))
	return paid
}
