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
	awake(r, me)
	mine := opposeSide.trait(r, me, "")
	theirs := opposeOther.trait(r, them, "")
	p := opposeSide.pool(r, me, mine, skilled)
	opposeSide.keepsBusy(r)
	if opposePassive.Of(r.Params()) {
		return derivedDifficulty(r, p, mine, theirs)
	}
	awake(r, them)
	if !opposeFree.Of(r.Params()) {
		r.UsesAction(engine.Other)
	}
	q := opposeOther.pool(r, them, theirs, skilled)
	// Untrained use and rushing raise a difficulty. Here they lower the total, which comes
	// to the same.
	p.plus -= mine.raise + opposeSide.rushed(r.Params())
	q.plus -= theirs.raise + opposeOther.rushed(r.Params())
	first := p.throw(r)
	q.compared = func(total int) int { return min(max(total, first.total-1), first.total+1) }
	second := q.throw(r)
	r.Aim(second.total, "the other side has %d", second.total)
	own, against := bothBuy(r, p, q, first, second)
	keepHalf(r, me, own.total-against.total)
	keepHalf(r, them, against.total-own.total)
	o := contested(r, own, against)
	tellWinner(r, o, mine.name, own.mishapOf("{actor}")+against.mishapOf("{other}"))
	return o
}

// tellWinner writes the story of an opposed roll: who wins, with which skill, and what
// complications there are.
func tellWinner(r *engine.Roll, o engine.Outcome, with, mishaps string) {
	if o.Success {
		r.Story("{actor} beats {other}%s%s", before("  ", with), mishaps)
	} else {
		r.Story("{other} beats {actor}%s%s", before("  ", with), mishaps)
	}
}

// bothBuy lets first the actor and then the other side spend points on the roll, and takes
// the points off their sheets.
func bothBuy(r *engine.Roll, p, q *pool, mine, theirs thrown) (thrown, thrown) {
	p.against = theirs
	mine = p.buy(r, mine)
	q.against = mine
	theirs = q.buy(r, theirs)
	p.pay(r, mine)
	q.pay(r, theirs)
	return mine, theirs
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
	tellWinner(r, o, mine.name, t.mishapOf("{actor}"))
	return o
}
