package supermen

import (
	"strconv"

	"example.org/fray/engine"
)

var (
	opposeForm = form()
	opposing   = opposeForm.Group("Opposed action")
	opposeBase = opposing.Int("base", "Base", -99, 999).BeyondSheet().Help("Empty: the Lift Roll with nothing to lift.").WhenEmpty("the Lift Roll")
	otherBase  = opposing.Int("other.base", "The other's base", -99, 999).BeyondSheet().Help("Empty: the other's Lift Roll.").WhenEmpty("the Lift Roll")
	opposeRow  = opposing.Choice("row", "EP row", strains...).Help("Bodies strain from row 9; a contest of wits costs nothing.")
	otherRow   = opposing.Choice("other.row", "The other's EP row", strains...)
	_          = rolled(opposeForm)
	poolOther  = opposing.Int("other.pool", "The other's pool", -mostPool, mostPool).BeyondSheet()
)

// strains are the start rows of an Opposed Action: that of everything bodily,
// or none.
var strains = []string{strconv.Itoa(usualRow), "none"}

// oppose is an Opposed Action: two rolls, of which one may fail; or both make
// it, and each may wear the other's Quality down, 2 points for 1. Chapter
// "Opposed Actions".
func oppose(r *engine.Roll) engine.Outcome {
	ready(r, "oppose", true)
	them := r.Sheet(engine.Other)
	if !them.There() && !r.Params().Written("other.base") {
		r.Refuse("nobody opposes: choose an opponent or give the other's base")
	}
	mayOppose(r, them)
	a := opposed(r, opposeBase).aim(r, "")
	b := opposed(r, otherBase).aim(r, "other.")
	a.free, b.free = opposeRow.Of(r.Params()) == "none", otherRow.Of(r.Params()) == "none"
	theirs := *engine.Precompute(r, func() *engine.DiceSequence[fallen] { return throwOf(r, "other.") })
	a.dice = throw(r)
	b.dice = theirs.ReadAlike(r, func(f fallen) fallen {
		f.total = b.target - alike(a.q(), b.target-f.total)
		return f
	}).total
	a.exert()
	b.exert()
	a.note()
	b.note()
	winner := struggle(a, b)
	r.Story("%s", winner.Sentence(engine.Other))
	a.pt = 10
	a.take()
	a.end(called("opposed action", ""), 0, false)
	if them.There() {
		put(r, them, busyUntil, r.Moment()+a.pt)
	}
	o := a.ended(winner == engine.ActorWins, winner.Value())
	if winner == engine.NobodyWins {
		o.Grade = engine.Undecided
	}
	return o
}

// mayOppose refuses an opponent who cannot contend: both sides must be conscious and
// free, since it takes the time of both.
func mayOppose(r *engine.Roll, them engine.Sheet) {
	switch until := busyUntil.Of(them); {
	case !them.There():
	case unconscious(r.House(), them):
		r.Refuse("the other is unconscious: nobody contends with somebody who does nothing")
	case until > r.Moment():
		r.Refuse("the other is busy until segment %d: an opposed action takes the time of both", r.SceneMoment(until))
	}
}

// opposed is one side's roll: the base that is given, or a Lift Roll.
func opposed(r *engine.Roll, base engine.Field[int]) check {
	if !r.Params().Written(base.ID) {
		return liftCheck("oppose", 0)
	}
	return check{id: "oppose", own: func(effort) sum { return sum{plain("base", base.Of(r.Params()))} }}
}

// struggle decides between two rolls.
func struggle(a, b *attempt) engine.Winner {
	switch {
	case a.q() < 0 && b.q() < 0:
		a.charge(forOppose, 0)
		b.charge(forOppose, 0)
		return engine.NobodyWins
	case a.q() < 0:
		a.charge(forOppose, 0)
		wrestle(b, a)
		return engine.OtherWins
	case b.q() < 0:
		wrestle(a, b)
		b.charge(forOppose, 0)
		return engine.ActorWins
	}
	mine := wrestle(a, b)
	theirs := wrestle(b, a)
	switch {
	case a.q()-theirs < 0:
		return engine.OtherWins
	case b.q()-mine < 0:
		return engine.ActorWins
	}
	return engine.NobodyWins
}

// beating is what it takes to wear a Quality down to a failure.
func beating(q int) int { return 2 * (q + 1) }

// wrestle shares the Quality of a between EP and the Quality of b, first to win
// where it is enough for that. It returns how much b loses.
func wrestle(a, b *attempt) int {
	row := rowUse(forOppose.start)
	reduce := engine.Use{ID: "reduce", Label: "The other's Quality", Each: 2,
		Effect: func(n int) string { return "Quality " + turns(b.q(), b.q()-n/2) }}
	switch wins := beating(b.q()); {
	case b.q() < 0:
		reduce.WhyNot = "the other has failed already"
	case wins <= a.q():
		reduce.Preset = wins
		row.Preset = min(a.q()-wins, row.Most)
	}
	uses := []engine.Use{row, reduce}
	if a.free {
		uses = uses[1:]
	}
	give := a.share(a.q(), uses...)
	a.charge(forOppose, give["ep"])
	return give["reduce"] / 2
}

// alike gives a Quality against which q comes to the same as long as both share as it is
// offered: every miss is one, and so is what is more than winning and the cheapest row
// take.
func alike(q, against int) int {
	if against < 0 {
		return -1
	}
	return min(against, max(beating(q), 0)+rowUse(forOppose.start).Most)
}
