package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// surpriseNow gives what surprise that was bought off still takes off every roll: 1 less for
// each 2 idle segments.
func surpriseNow(r *engine.Roll, s engine.Sheet) int { return surpriseAt(s, r.Moment()) }

func surpriseAt(s engine.Sheet, moment int) int {
	idle := max(moment-surpriseSince.Of(s), 0)
	return max(surprisePenalty.Of(s)-idle/2, 0)
}

// perceptionCheck is a roll against perception, to sense danger or to get over surprise.
func perceptionCheck(id string) check {
	return check{
		id:     id,
		own:    func(e effort) kit.Sum { return kit.Sum{kit.Plain("perception", e.of(perception))} },
		raises: []engine.Field[int]{perception},
	}
}

var surpriseForm, collectForm = stressed(form()), stressed(form())

// surprise is the roll to sense danger. If it is missed, segments are lost. Each of them can be
// bought off for 1 off every roll, until the character has got over the surprise.
func surprise(r *engine.Roll) engine.Outcome {
	a := perceptionCheck("surprise").roll(r)
	lost, bought := 0, 0
	r.Story("{actor} senses the danger")
	if m := a.missed(); m > 0 {
		pool := combatCheck(1).pool(effort{me: a.me, moment: r.Moment()}).Total()
		lost = sphere.of(m) + max(-pool, 0)
		r.Note("missed by %d: Sphere %d and combat pool %d: surprised for %s", m, sphere.of(m), pool, segments(lost))
		bought = r.Amount(engine.Ask{ID: "buy-off", Words: "Segments to buy off, each 1 off every roll"}, engine.Actor, 0, lost)
		r.Story("{actor} is surprised%s", surprisedFor(lost-bought, bought))
	}
	if lost > 0 {
		until := r.Moment() + lost - bought
		put(r, a.me, surprisedUntil, until)
		put(r, a.me, surprisePenalty, bought)
		put(r, a.me, surpriseSince, until)
		put(r, a.me, surpriseTried, bought > 0)
	}
	return a.outcome(engine.Num("segments", lost-bought), engine.Num("penalty", bought))
}

// surprisedFor says in a story what a surprise costs.
func surprisedFor(segments, penalty int) string {
	words := ", and loses no time"
	if segments > 0 {
		words = " for " + engine.Counted(segments, "segment")
	}
	if penalty > 0 {
		words += fmt.Sprintf(", then %d off every roll", penalty)
	}
	return words
}

// collect is the perception save that ends the penalty for surprise, which counts in it too.
// There is one try at the end of each active action.
func collect(r *engine.Roll) engine.Outcome {
	if surpriseNow(r, r.Sheet(engine.Actor)) == 0 {
		r.Refuse("there is no surprise left to get over")
	}
	if surpriseTried.Of(r.Sheet(engine.Actor)) {
		r.Refuse("the next try to get over surprise is at the end of an active action")
	}
	a := perceptionCheck("collect").roll(r)
	put(r, a.me, surpriseTried, a.q() < 0)
	r.Story("{actor} is still surprised  %d off every roll", surpriseNow(r, a.me))
	if a.q() >= 0 {
		put(r, a.me, surprisePenalty, 0)
		r.Story("{actor} gets over the surprise")
	}
	return a.outcome()
}
