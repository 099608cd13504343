package contest

import "example.org/fray/engine"

// mostBlows is how many blows a contest may take that is fought in one go.
const mostBlows = 20

// rollContest fights exchange after exchange until somebody has lost. Chapter
// "Contests".
func rollContest(r *engine.Roll) engine.Outcome {
	w := engine.Once(r, func() whole { return toTheEnd.wholly(r) })
	t, own, other, least := &w.terms, w.own, w.other, w.least
	for own.left > 0 && other.left > 0 {
		ruled := t.meet(r, false).ruled
		t.totals(r)
		r.Note("%s", verdict(ruled))
		times := 1
		if ruled.double {
			times = 2
		}
		switch {
		case ruled.winner > 0:
			other.struck(r, own.blow(least), times)
		case ruled.winner < 0:
			own.struck(r, other.blow(least), times)
		}
		engine.Settle(r, [2]int{own.left, other.left})
	}
	return fought(r, &own, &other, w.name)
}

// whole is a contest that is fought to its end, before its dice.
type whole struct {
	name       string
	own, other contender
	least      int // effect
	terms      terms
}

func (b battle) wholly(r *engine.Roll) whole {
	name := b.contestName(r)
	w := whole{name: name, own: b.joins(r, b.own, name), other: b.joins(r, b.other, name), least: leastEffect.Of(r.House())}
	endsInTime(r, &w.own, &w.other, w.least)
	acting := w.own.now(r, startingFrom(w.own.acting), b.plan)
	w.terms = terms{
		die: 20, own: acting.sum, other: w.other.acting,
		spectacular: spectacular.Of(r.House()), reroll: true, // a tie changes nothing
	}
	w.terms.asked("other.")
	r.Note("own side throws 1d20 on %s, the other side on %d", acting, w.other.acting)
	return w
}

// endsInTime refuses a contest that would not end, or not this evening.
func endsInTime(r *engine.Roll, own, other *contender, least int) {
	for _, side := range [2][2]*contender{{own, other}, {other, own}} {
		n := side[0].blow(least)
		if n <= 0 {
			r.Refuse("%s: an effect total of %d never ends a contest", side[0].who, n)
		}
		if blows := (side[1].left + n - 1) / n; blows > mostBlows {
			r.Refuse("%s would need %d blows: more than %d are fought exchange by exchange", side[0].who, blows, mostBlows)
		}
	}
}

// fought writes down how a whole contest ended.
func fought(r *engine.Roll, own, other *contender, name string) engine.Outcome {
	own.keep(r, name)
	other.keep(r, name)
	o := engine.Outcome{
		Success: other.left <= 0, Grade: engine.Failure, Flags: []string{lostFlag},
		Total: own.left, NoTarget: true,
	}
	winner := -1
	if o.Success {
		winner, o.Grade, o.Flags = 1, engine.Success, []string{wonFlag}
		own.over(r, won)
		other.over(r, lost)
	} else {
		own.over(r, lost)
		other.over(r, won)
	}
	o.Values = []engine.Named{
		engine.Word("winner", seatOf(winner)),
		engine.Num("resistance", own.left), engine.Num("other.resistance", other.left),
	}
	return o
}

// rollLeave takes a contest off both sheets, or all that are over.
func rollLeave(r *engine.Roll) engine.Outcome {
	left := 0
	own := r.Sheet(engine.Actor)
	name := leaveName.Of(r.Params())
	named, ok := ongoing(own, name)
	if name != "" && !ok {
		r.Refuse("the sheet has no contest %q", name)
	}
	for _, row := range contests.Rows(own) {
		if name == "" && trackOver.At(row) == running || name != "" && row.ID != named.ID {
			continue
		}
		r.Note("%s is left", row.Name())
		if there, ok := ongoing(r.Sheet(engine.Other), row.Name()); ok {
			r.Drop(there)
		}
		r.Drop(row)
		left++
	}
	if left == 0 {
		r.Refuse("no contest is over")
	}
	return engine.Outcome{Success: true, Grade: engine.Success, Total: left, NoTarget: true,
		Values: []engine.Named{engine.Num("left", left)}}
}
