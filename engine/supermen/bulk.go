package supermen

import "example.org/fray/engine"

// The rolls of which the panel shows the target; their actions stand in the
// files named after them.

// jumpCheck is the Jump Roll: agility, strength, and twice the height on the
// Square Chart.
func jumpCheck() check {
	return check{id: "jump", own: jumpOwn, paper: jumpRoll, uses: []engine.Field[int]{agility, strength}}
}

func jumpOwn(e effort) sum {
	return sum{plain("agility", e.of(agility)), plain("strength", e.of(strength)), square.measured(2 * e.measure(height))}
}

// liftCheck is the Lift and the Throw Roll: strength less 9, and the mass on
// the Sphere Chart. harder is what friction takes off. Chapters "Lift Roll"
// and "Throw Roll".
func liftCheck(id string, harder int) check {
	c := check{id: id, own: liftOwn, paper: liftRoll, uses: []engine.Field[int]{strength},
		more: func(effort) sum { return sum{plain("friction", -harder)} }}
	if id == "throw" {
		c.paper = throwRoll
	}
	return c
}

func liftOwn(e effort) sum {
	return sum{plain("strength", e.of(strength)), plain("", -9), sphere.measured(e.measure(mass))}
}

// breathCheck is the Hold Breath Roll: constitution and half strength; the
// body's DP go into the pool. late is what the missing segments take off.
func breathCheck(late int) check {
	return check{id: "breath", own: breathOwn, paper: breathRoll,
		more: func(effort) sum { return sum{plain("cut short", -late)} },
		pool: bodyPool, uses: []engine.Field[int]{constitution, strength}}
}

func breathOwn(e effort) sum {
	return sum{plain("constitution", e.of(constitution)), plain("half strength", e.of(strength)/2)}
}

// healCheck is the Healing Roll: constitution on the Sphere Chart; the body's
// DP go into the pool and, for mental healing, a quarter of Newoen. No Extra
// Effort helps it.
func healCheck(mental bool) check {
	return check{
		id: "heal", own: healOwn, paper: healRoll,
		pool: func(e effort) sum {
			if mental {
				return append(bodyPool(e), plain("Newoen/4", e.of(newoen)/4))
			}
			return bodyPool(e)
		},
	}
}

func healOwn(e effort) sum { return sum{sphere.from(e.of(constitution))} }

// bodyPool is the bonus for the DP that the body has; low DP are no penalty.
func bodyPool(e effort) sum { return sum{plain("body DP", max(body.now(e.me), 0))} }

// throwbackCheck is the Throwback Roll: the mass on the Sphere Chart. bonus
// works out what strength or agility add.
func throwbackCheck(damage int, bonus func(effort) term, uses ...engine.Field[int]) check {
	return check{id: "throwback", own: backOwn, paper: backRoll, uses: uses,
		more: func(e effort) sum { return sum{bonus(e), plain("damage", -damage)} }}
}

func backOwn(e effort) sum { return sum{sphere.measured(e.measure(mass))} }
