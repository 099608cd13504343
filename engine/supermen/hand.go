package supermen

import (
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// handDamage gives the most damage that a bare hand does: a tenth of the mass on the Doubles
// Chart, and a quarter of the strength or of the mass, whichever is less. Chapter "Hand
// Damage".
func handDamage(e effort) kit.Sum { return asPrinted(handOwn, handMost, e) }

func handOwn(e effort) kit.Sum {
	m, s := e.measure(mass), e.of(strength)
	d := kit.Sum{doubles.measured(m / 10)}
	if engine.Milli(s)*1000 > m {
		return append(d, kit.Plain("mass/4", m.Whole()/4))
	}
	return append(d, kit.Plain("strength/4", s/4))
}

// handCost gives the row of doing done of most Hand Damage: one row less for each point that
// is left out.
func handCost(most, done int) int { return lower(forHand.start, most-done) }

// handDone gives how much Hand Damage the attack adds. allowed is false for attacks that add
// none.
func handDone(r *engine.Roll, me engine.Sheet, allowed bool) int {
	most, text := handDamage(effort{me: me, moment: r.Moment()}), combatHand.Of(r.Params())
	if text == "max" {
		if !allowed {
			return 0
		}
		r.Note("Hand Damage %s", most)
		return most.Total()
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 0:
		r.Refuse("Hand Damage is max or a number from 0 to %d, not %q", most.Total(), text)
	case n > max(most.Total(), 0):
		r.Refuse("Hand Damage cannot be %d: it is %s at most", n, most)
	case n > 0 && !allowed:
		r.Refuse("this attack adds no Hand Damage")
	}
	return n
}

// payHand pays for Hand Damage, whether the attack hits or not, and gives the EP paid.
// Chapter "Hand Damage".
func payHand(r *engine.Roll, me engine.Sheet, done int) int {
	if done <= 0 {
		return 0
	}
	row := handCost(handDamage(effort{me: me, moment: r.Moment()}).Total(), done)
	paid := forHand.pay(r, me, row)
	r.Note("Hand Damage %d, row %d: %s", done, row, forHand.bill(me, row, paid))
	return paid
}
