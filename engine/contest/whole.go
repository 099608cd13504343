package contest

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// whole is a contest that is fought to its end in one roll, before its dice.
type whole struct {
	name, kind, side string
	own, other       contender
	least            int // the least effect of a won exchange
	terms            terms
	dice             *engine.DiceSequence[clash] // of one exchange in which somebody is hit
}

// rollContest fights one exchange after the other until somebody has lost. Chapter "Contests".
func rollContest(r *engine.Roll) engine.Outcome {
	w := engine.Precompute(r, func() whole { return toTheEnd.prepareContest(r) })
	end := w.exchanges(r).Read(r)
	w.own.left, w.other.left = end.own, end.other
	return w.ended(r)
}

// resistances are what is left of the resistance of both sides.
type resistances struct{ own, other int }

// exchanges gives the dice of one exchange after the other, until one side has no resistance
// left.
func (w *whole) exchanges(r *engine.Roll) *engine.DiceSeries[resistances, clash] {
	own, other := w.own.blow(w.least), w.other.blow(w.least)
	return &engine.DiceSeries[resistances, clash]{
		From: resistances{w.own.left, w.other.left},
		Each: w.dice,
		Fold: func(s resistances, c clash) resistances {
			switch {
			case c.ruled.winner > 0:
				s.other -= own * c.ruled.times()
			case c.ruled.winner < 0:
				s.own -= other * c.ruled.times()
			}
			return s
		},
		Left: func(s resistances) int {
			if s.own <= 0 || s.other <= 0 {
				return 0
			}
			return s.own + s.other
		},
		Fell: func(c clash) {
			w.terms.note(r, c.mine, c.theirs)
			c.ruled.note(r)
			switch {
			case c.ruled.winner > 0:
				w.other.struck(r, own, c.ruled.times())
			case c.ruled.winner < 0:
				w.own.struck(r, other, c.ruled.times())
			}
		},
	}
}

// prepareContest gives the contest before its dice.
func (b battle) prepareContest(r *engine.Roll) whole {
	w := whole{least: leastEffect.Of(r.House())}
	w.name, w.kind, w.side = b.contest(r)
	w.own, w.other = b.join(r, b.own, w.name, w.kind), b.join(r, b.other, w.name, w.kind)
	mustEnd(r, [2]*contender{&w.own, &w.other}, w.least)
	w.own.noteBlows(r, w.own.ability.ID, &w.other, w.least)
	w.other.noteBlows(r, string(w.other.Seat), &w.own, w.least)
	acting, foes := w.own.forThisThrow(r, kit.Sum{kit.Plain("", w.own.acting)}), w.other.forThisThrow(r, kit.Sum{kit.Plain("", w.other.acting)})
	w.terms = newTerms(r, 20, acting.Total(), foes.Total(), "other.")
	r.Note("own side throws 1d20 on %s, the other side on %s", acting, foes)
	terms := w.terms
	tie := func(c clash) {
		terms.note(r, c.mine, c.theirs)
		c.ruled.note(r)
	}
	w.dice = w.terms.dice(tie, func(c clash) clash { return clash{ruled: c.ruled} })
	return w
}

// mustEnd refuses a contest that would never end.
func mustEnd(r *engine.Roll, sides [2]*contender, least int) {
	for _, side := range sides {
		if n := side.blow(least); n <= 0 {
			r.Refuse("%s: an effect total of %d never ends a contest", side.who, n)
		}
	}
}

// ended writes the result on the sheets, and gives the outcome.
func (w *whole) ended(r *engine.Roll) engine.Outcome {
	own, other := &w.own, &w.other
	own.keep(r, w.name, w.kind, w.side)
	other.keep(r, w.name, w.kind, opposing(w.side))
	others := []contender{*other}
	end := endingOf(r, w.name, w.side, own, others)
	end.keep(r)
	o := engine.Outcome{
		Success: other.left <= 0, Grade: engine.Failure, Flags: []string{lostFlag},
		Total: own.left, NoTarget: true,
	}
	winner := engine.OtherWins
	if o.Success {
		winner, o.Grade, o.Flags = engine.ActorWins, engine.Success, []string{wonFlag}
		r.Story("{actor} wins against {other}%s", end.words(r))
	} else {
		r.Story("{actor} loses to {other}%s", end.words(r))
	}
	o.Values = []engine.Named{
		winner.Value(),
		engine.Num("resistance", own.left), engine.Num("other.resistance", other.left),
	}
	return o
}
