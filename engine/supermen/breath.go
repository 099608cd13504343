package supermen

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	breathForm   = form()
	gasping      = breathForm.Group("Hold Breath")
	breathRounds = gasping.Int("rounds", "Rounds held so far", 0, 9999).Help("Each round makes it more expensive, by the Sphere Chart.")
	breathCut    = gasping.Int("cut_short", "Segments missing", 0, 10).Help("Of the 10 that a full breath takes, when the air ran out.")
	_            = stressed(breathForm)
)

// breathCheck is the Hold Breath Roll: constitution, half strength and the DP of the body, which
// a house rule puts into the pool. late is the number of segments that were missing from a full
// breath. Chapter "Hold Breath Roll".
func breathCheck(house engine.Sheet, late int) check {
	c := check{id: "breath", own: breathOwn, paper: breathRoll, raises: []engine.Field[int]{constitution, strength},
		more: func(e effort) kit.Sum { return append(bodyPool(e), kit.Plain("cut short", -late)) }}
	if breathPool.Of(house) {
		c.more, c.pool = func(effort) kit.Sum { return kit.Sum{kit.Plain("cut short", -late)} }, bodyPool
	}
	return c
}

func breathOwn(e effort) kit.Sum {
	return kit.Sum{kit.Plain("constitution", e.of(constitution)), kit.Plain("half strength", e.of(strength)/2)}
}

// holdBreath makes the one roll of an attempt to hold breath, which is paid for at each
// Payment Segment. Chapter "Hold Breath Roll".
func holdBreath(r *engine.Roll) engine.Outcome {
	if holding.Of(ready(r, "breath", true)) {
		r.Refuse("the character already holds breath: there is one roll for the whole attempt")
	}
	a := breathCheck(r.House(), breathCut.Of(r.Params())).roll(r)
	a.pt = 10
	rounds := breathRounds.Of(r.Params())
	a.row = breathRow(a.q(), rounds)
	a.paid = flat(a.row)
	r.Note("row %d - Quality %d + Sphere(%d) = %d: %s at a Payment Segment", forBreath.start, a.q(), rounds, a.row, roundPrice(a.row))
	r.Story("{actor} holds breath  %s", aRound(a.row))
	put(r, a.me, holding, true)
	put(r, a.me, breathQ, a.q())
	put(r, a.me, breathSince, r.Moment()-rounds*round)
	put(r, a.me, breathReady, r.Moment()+a.pt)
	a.take()
	a.end(called("taking a breath", ""), 0, false)
	return a.outcome()
}

var (
	goneForm = form()
	goneGas  = goneForm.Group("Air").Bool("gas", "A gas came instead").Help("The gas that the breath was held for.")
)

// airGone is the moment at which the air runs out or a gas comes. Segments that are still
// missing from a full breath are taken off the Quality. In a gas, they mean that it is
// breathed in. Chapter "Hold Breath Roll".
func airGone(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	missing := max(breathReady.Of(me)-r.Moment(), 0)
	caught := !holding.Of(me) || missing > 0 && goneGas.Of(r.Params())
	switch {
	case caught && goneGas.Of(r.Params()):
		r.Note("the breath is not held: the gas takes effect")
		r.Story("{actor} breathes the gas in")
	case caught:
		r.Note("the breath is not held")
		r.Story("{actor} is caught without breath")
	case missing > 0:
		put(r, me, breathQ, breathQ.Of(me)-missing)
		r.Note("%s missing: Quality %d", segments(missing), breathQ.Of(me))
		r.Story("{actor} holds half a breath  %s missing", engine.Counted(missing, "segment"))
	default:
		r.Note("the breath is held")
		r.Story("{actor} holds breath, and the air is gone")
	}
	return engine.Outcome{Success: !caught, Grade: grade(!caught), NoTarget: true,
		Values: []engine.Named{engine.Num("missing", missing), engine.Num("quality", breathQ.Of(me))}}
}

// exhale ends holding breath.
func exhale(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !holding.Of(me) {
		r.Refuse("the character is breathing already")
	}
	put(r, me, holding, false)
	r.Story("{actor} breathes again")
	return engine.Done()
}
