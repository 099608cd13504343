package contest

import "example.org/fray/engine"

// mostBlows is how many blows a side may need where a contest is fought in one
// go: more dice than anybody throws for one roll.
const mostBlows = 100

// lefts are the resistances of both sides.
type lefts struct{ own, other int }

// rollContest fights exchange after exchange until somebody has lost. Chapter
// "Contests".
func rollContest(r *engine.Roll) engine.Outcome {
	w := engine.Precompute(r, func() whole { return toTheEnd.wholly(r) })
	t, own, other := &w.terms, w.own, w.other
	ends := engine.Bouts[clash, lefts]{
		Bout: t.bout(r, false),
		Over: func(s lefts) bool { return s.own <= 0 || s.other <= 0 },
		Then: func(s lefts, c clash) lefts { return s.after(w, c.ruled) },
		Left: func(s lefts) int { return s.own + s.other },
	}.ReadKeyed(r, t.met(false), lefts{own.left, other.left}, func(s lefts, c clash) {
		t.totals(r)
		r.Note("%s", verdict(c.ruled))
		then := s.after(w, c.ruled)
		own.left, other.left = s.own, s.other
		own.struck(r, s.own-then.own, 1)
		other.struck(r, s.other-then.other, 1)
	})
	own.left, other.left = ends.own, ends.other
	return fought(r, w, &own, &other)
}

// after is what an exchange leaves on both sides.
func (s lefts) after(w *whole, ruled ruling) lefts {
	times := 1
	if ruled.double {
		times = 2
	}
	switch {
	case ruled.winner > 0:
		s.other -= times * w.own.blow(w.least)
	case ruled.winner < 0:
		s.own -= times * w.other.blow(w.least)
	}
	return s
}

// whole is a contest that is fought to its end, before its dice.
type whole struct {
	name, kind, side string
	own, other       contender
	least            int // effect
	terms            terms
}

func (b battle) wholly(r *engine.Roll) whole {
	w := whole{least: leastEffect.Of(r.House())}
	w.name, w.kind, w.side = b.contest(r)
	w.own, w.other = b.joins(r, b.own, w.name, w.kind), b.joins(r, b.other, w.name, w.kind)
	endsInTime(r, &w.own, &w.other, w.least)
	w.own.stands(r, w.own.ability.ID, &w.other, w.least)
	w.other.stands(r, string(w.other.seat), &w.own, w.least)
	acting, foes := w.own.now(r, startingFrom(w.own.acting)), w.other.now(r, startingFrom(w.other.acting))
	w.terms = terms{
		die: 20, own: acting.sum, other: foes.sum,
		spectacular: spectacular.Of(r.House()),
	}
	w.terms.asked("other.")
	r.Note("own side throws 1d20 on %s, the other side on %s", acting, foes)
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
func fought(r *engine.Roll, w *whole, own, other *contender) engine.Outcome {
	own.keep(r, w.name, w.kind, w.side)
	other.keep(r, w.name, w.kind, against(w.side))
	o := engine.Outcome{
		Success: other.left <= 0, Grade: engine.Failure, Flags: []string{lostFlag},
		Total: own.left, NoTarget: true,
	}
	winner := int8(-1)
	if o.Success {
		winner, o.Grade, o.Flags = 1, engine.Success, []string{wonFlag}
		own.over(r, won)
		other.over(r, lost)
		r.Story("{actor} wins against {other}  %s is over%s", w.name, alsoIn([]engine.Sheet{other.sheet}, w.name))
	} else {
		own.over(r, lost)
		other.over(r, won)
		r.Story("{actor} loses to {other}  %s is over%s", w.name, alsoIn([]engine.Sheet{own.sheet}, w.name))
	}
	o.Values = []engine.Named{
		engine.Word("winner", seatOf(winner)),
		engine.Num("resistance", own.left), engine.Num("other.resistance", other.left),
	}
	return o
}
