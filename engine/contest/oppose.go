package contest

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// opposed is an opposed roll before its dice.
type opposed struct {
	own, other kit.Sum
	terms      terms
	dice       *engine.DiceSequence[clash]
}

func prepareOpposed(r *engine.Roll) opposed {
	o := opposed{own: opposeOwn.forThisThrow(r, opposeOwn.base(r)), other: opposeOther.forThisThrow(r, opposeOther.base(r))}
	o.terms = newTerms(r, 10, o.own.Total(), o.other.Total(), "other.")
	var again func(clash)
	switch opposedTie.Of(r.House()) {
	case tieReroll:
		again = func(clash) { r.Note("a tie: both throw again") }
	case tieInitiator:
		o.terms.edge = 1
	}
	o.dice = o.terms.dice(again, func(c clash) clash {
		return clash{mine: cast{face: c.mine.sum()}, ruled: c.ruled}
	})
	return o
}

// rollOpposed is a single roll of two sides against each other. Chapter "Opposed rolls".
func rollOpposed(r *engine.Roll) engine.Outcome {
	r.TakesPart(engine.Other)
	p := engine.Precompute(r, func() opposed { return prepareOpposed(r) })
	r.Note("acting total %s", p.own)
	r.Note("against %s", p.other)
	c := p.dice.Read(r)
	p.terms.note(r, c.mine, c.theirs)
	total, target := p.own.Total()+c.mine.sum(), p.other.Total()+c.theirs.sum()
	if c.ruled.winner > 0 && p.terms.edge > 0 && total == target {
		r.Note("a tie goes to the side that started it")
	}
	c.ruled.note(r)
	tellWinner(r, c.ruled, engine.Other)
	return engine.Outcome{
		Success: c.ruled.winner == engine.ActorWins, Grade: c.ruled.winner.Grade(), Flags: flagsOf(c.ruled),
		Total: total, Target: target, Margin: total - target,
		Values: []engine.Named{c.ruled.winner.Value()},
	}
}

// tellWinner writes the story of an opposed roll.
func tellWinner(r *engine.Roll, ruled ruling, foe engine.Seat) {
	well := ""
	if ruled.spectacular {
		well = ", spectacularly"
	}
	r.Story("%s%s", ruled.winner.Sentence(foe), well)
}
