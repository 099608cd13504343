package d6

import "example.org/fray/engine"

// The form of an opposed roll.
var (
	opposeForm    = newForm()
	opposeSide    = acting.forTask(opposeForm.Group("Check"))
	opposeGroup   = opposeForm.Group("The other side")
	opposePassive = opposeGroup.Bool("other.derived", "Does not roll").Help("The difficulty is then derived from the code: twice the dice and the pips.")
	opposeFree    = opposeGroup.Bool("other.free", "Reacts freely").Help("The gamemaster does not count it as an action.")
	opposeOther   = resists.forTask(opposeGroup)
)

// oppose is a roll of two characters against each other. The higher total wins. Chapter
// "Opposed Difficulties".
func oppose(r *engine.Roll) engine.Outcome {
	me, them := r.Sheet(engine.Actor), r.Sheet(engine.Other)
	v := engine.Precompute(r, func() versus { return facing(r, me, them) })
	opposeSide.keepsBusy(r)
	if v.theirs == nil {
		return derivedDifficulty(r, v.mine, v.trait, v.against)
	}
	joins(r, them, opposeFree.Of(r.Params()))
	opposeOther.keepsBusy(r)
	first := v.mine.throw(r, 0)
	l := engine.ReadAs(r, v.theirs.hand, func(h hand) (landed, contest) {
		l := landed{mine: first, theirs: v.theirs.resolved(r, h)}
		l.mine = v.mine.buy(r, l.mine, l.theirs, nil)
		l.theirs = v.theirs.buy(r, l.theirs, l.mine, nil)
		return l, contest{l.mine, l.theirs.spent, l.theirs.crit == complicated, beats(r, l.over()), part(l.over(), 2), part(-l.over(), 2)}
	})
	own, against := l.mine, l.theirs
	r.Aim(against.total, "the other side has %d", against.total)
	v.mine.pay(r, own)
	v.theirs.pay(r, against)
	keepHalf(r, me, l.over())
	keepHalf(r, them, -l.over())
	o := contested(r, own, against)
	tellWinner(r, o, v.trait.name, own.mishapOf("{actor}")+against.mishapOf("{other}")+distracts(r, them))
	return o
}

// contest is all that the rest of an opposed roll depends on once both sides have rolled.
type contest struct {
	mine         thrown
	spent        int  // Character Points of the other side
	mishap       bool // a complication for the other side
	won          bool
	half, theirs int // the result points that each side keeps
}

// versus is an opposed roll before its dice.
type versus struct {
	trait, against trait
	mine           *pool
	theirs         *pool // nil for a side that does not roll
}

// facing prepares an opposed roll. Untrained use and rushing raise a difficulty. Where both
// sides roll they lower the total, which comes to the same.
func facing(r *engine.Roll, me, them engine.Sheet) versus {
	awake(r, me)
	v := versus{trait: opposeSide.trait(r, me, ""), against: opposeOther.trait(r, them, "")}
	if opposePassive.Of(r.Params()) {
		v.mine = opposeSide.pool(r, me, v.trait, skilled)
		return v
	}
	v.mine = opposeSide.pool(r, me, v.trait, skilled, opposeSide.lowered(r, v.trait)...)
	v.theirs = opposeOther.pool(r, them, v.against, skilled, opposeOther.lowered(r, v.against)...)
	return v
}

// lowered gives what untrained use and rushing take off a total.
func (sd side) lowered(r *engine.Roll, t trait) reasons {
	return reasons{{-t.raise, "untrained"}, {-sd.rushed(r.Params()), "rushed"}}
}

// tellWinner writes the story of an opposed roll: who wins, with which skill, and what
// complications there are.
func tellWinner(r *engine.Roll, o engine.Outcome, with, mishaps string) {
	if o.Success {
		r.Story("{actor} beats {other}%s%s", before("  with ", with), mishaps)
	} else {
		r.Story("{other} beats {actor}%s%s", before("  ", with), mishaps)
	}
}

// contested is the outcome of an opposed roll.
func contested(r *engine.Roll, mine, theirs thrown) engine.Outcome {
	o := measured(r, mine, theirs.total)
	winner := "other"
	if o.Success {
		winner = "actor"
	}
	o.Values = append(o.Values, engine.Num("other.total", theirs.total), engine.Num("other.wild", theirs.wild), engine.Word("winner", winner))
	o.Values = append(o.Values, theirs.grave(resists.Prefix)...)
	r.Note("%d against %d: %s", mine.total, theirs.total, o.Grade)
	return o
}

// derivedDifficulty is the outcome of a roll against somebody who does not roll.
func derivedDifficulty(r *engine.Roll, p *pool, mine, theirs trait) engine.Outcome {
	target := theirs.code.derived() + mine.raise + opposeSide.rushed(r.Params())
	r.Aim(target, "difficulty %d, %d of it derived from %v", target, theirs.code.derived(), theirs.code)
	t := p.roll(r)
	o := carried(r, r.Sheet(engine.Actor), measured(r, t, target))
	winner := "other"
	if o.Success {
		winner = "actor"
	}
	o.Values = append(o.Values, engine.Word("winner", winner))
	tellWinner(r, o, mine.name, t.mishapOf("{actor}")+distracts(r, r.Sheet(engine.Other)))
	return o
}
