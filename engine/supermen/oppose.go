package supermen

import (
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	opposeForm = form()
	opposing   = opposeForm.Group("Opposed action")
	opposeBase = opposing.Int("base", "Base", -99, 999).BeyondSheet().Help("Empty: the Lift Roll with nothing to lift.").WhenEmpty("the Lift Roll")
	otherBase  = opposing.Int("other.base", "The other's base", -99, 999).BeyondSheet().Help("Empty: the other's Lift Roll.").WhenEmpty("the Lift Roll")
	opposeRow  = opposing.Choice("row", "EP row", strains...).Help("Physical effort starts at row 9; a contest of wits costs nothing.")
	otherRow   = opposing.Choice("other.row", "The other's EP row", strains...)
	_          = rolled(opposeForm)
	poolOther  = opposing.Int("other.pool", "The other's pool", -mostPool, mostPool).BeyondSheet()
)

// The parties of an Opposed Action. All other rolls are those of the actor.
var (
	actor    = engine.PartyOf(engine.Actor)
	opponent = engine.PartyOf(engine.Other)
)

// strains are the choices for the start row of an Opposed Action: the usual one for anything
// physical, or none.
var strains = []string{strconv.Itoa(usualRow), "none"}

// oppose is an Opposed Action. If both rolls succeed, each side may reduce the Quality of the
// other, by 1 for 2 points. Chapter "Opposed Actions".
func oppose(r *engine.Roll) engine.Outcome {
	ready(r, "oppose", true)
	them := r.Sheet(engine.Other)
	if !them.There() && !r.Params().Written("other.base") {
		r.Refuse("there is no opponent: choose one, or give the opponent's base")
	}
	if them.There() {
		r.TakesPart(engine.Other)
		readyAt(r, opponent, "oppose", true)
	}
	a := opposed(r, opposeBase).aim(r, actor)
	b := opposed(r, otherBase).aim(r, opponent)
	a.free, b.free = opposeRow.Of(r.Params()) == "none", otherRow.Of(r.Params()) == "none"
	theirs := throwOf(r, opponent)
	a.dice = throw(r)
	x := engine.ReadAs(r, theirs, func(f fallen) (bout, bout) {
		b.dice = f.total
		a.exert()
		b.exert()
		a.note()
		b.note()
		x := struggle(a, b)
		return x, x
	})
	a.target, a.keep = x.target, x.keep
	winner := x.winner
	for i, side := range []*attempt{a, b} {
		cost := forOppose
		if x.failed[i] && !x.failed[1-i] && !side.free {
			if loserPays.Of(r.House()) == "1 EP" {
				cost = forOppose.from(oneEP)
			} else {
				side.says("our ruling: who fails alone pays the row as it stands (house rule %q)", loserPays.Label)
			}
		}
		side.charge(cost, []int{x.mine, x.theirs}[i])
	}
	r.Story("%s", winner.Sentence(engine.Other))
	for _, x := range []*attempt{a, b} {
		if x.me.There() {
			x.pt = opposePT
			x.take()
			x.end(called("opposed action", ""), 0, false)
		}
	}
	o := a.ended(winner == engine.ActorWins, winner.Value())
	if winner == engine.NobodyWins {
		o.Grade = engine.Undecided
	}
	return o
}

// opposePT is the Performance Time of an Opposed Action, in segments. It is that of both sides.
const opposePT = 10

// opposed gives the roll of one side: the base that was entered, or else a Lift Roll.
func opposed(r *engine.Roll, base engine.Field[int]) check {
	if !r.Params().Written(base.ID) {
		return liftCheck("oppose", 0)
	}
	return check{id: "oppose", own: func(effort) kit.Sum { return kit.Sum{kit.Plain("base", base.Of(r.Params()))} }}
}

// bout is all that the rest of an Opposed Action depends on once both sides have rolled and
// shared their Quality.
type bout struct {
	dice, target, keep int     // of the actor
	mine, theirs       int     // the Quality that each side gives to EP
	failed             [2]bool // the roll of each side, before the other reduced it
	winner             engine.Winner
}

// struggle lets both sides share their Quality, and decides who wins.
func struggle(a, b *attempt) bout {
	var x bout
	lost, loses := 0, 0 // of the Quality of a and of b
	if a.q() >= 0 {
		x.mine, loses = wrestle(a, b)
	}
	if b.q() >= 0 {
		x.theirs, lost = wrestle(b, a)
	}
	a.reduced(lost)
	b.reduced(loses)
	fails, failed := a.q()-lost < 0, b.q()-loses < 0
	switch {
	case a.q() < 0 && b.q() < 0:
		x.winner = engine.NobodyWins
	case fails:
		x.winner = engine.OtherWins
	case failed:
		x.winner = engine.ActorWins
	default:
		x.winner = engine.NobodyWins
	}
	x.dice, x.target, x.keep = a.dice, a.target, a.keep
	x.failed = [2]bool{a.q() < 0, b.q() < 0}
	return x
}

// reduced notes what the opponent takes off the Quality.
func (a *attempt) reduced(by int) {
	if by > 0 {
		a.says("the opponent reduces Quality %d by %d: %d", a.q(), by, a.q()-by)
	}
}

// beating gives the points that reduce a Quality to a failure.
func beating(q int) int { return 2 * (q + 1) }

// sharing is how a side shares its Quality.
type sharing struct{ ep, reduce int }

// offered gives the preset sharing of a Quality q: first what wins against the other's, if it
// is enough for that, and then EP.
func offered(q, against int) sharing {
	var s sharing
	if wins := beating(against); against >= 0 && wins <= q {
		s.reduce = wins
	}
	s.ep = min(max(q-s.reduce, 0), forOppose.start)
	return s
}

// wrestle asks how the Quality of a is shared between EP and reducing that of b. It gives the
// points for EP and how much Quality b loses.
func wrestle(a, b *attempt) (ep, loses int) {
	row := rowUse(forOppose.start)
	reduce := engine.Use{ID: "reduce", Label: "The other's Quality", Each: 2,
		Effect: func(n int) string { return "Quality " + turns(b.q(), b.q()-n/2) }}
	if b.q() < 0 {
		reduce.WhyNot = "the other has failed already"
	}
	s := offered(a.q(), b.q())
	row.Preset, reduce.Preset = s.ep, s.reduce
	uses := []engine.Use{row, reduce}
	if a.free {
		uses = uses[1:]
	}
	give := a.share(a.q(), uses...)
	return give["ep"], give["reduce"] / 2
}
