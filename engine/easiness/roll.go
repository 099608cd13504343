package easiness

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// thrown is the result of a pool.
type thrown struct {
	successes int // faces up to the Easiness
	nines     int // 0 if there is a success
	net       int // successes, or Nines below 0, with modifier and risk
}

// hand is the state of the dice of a pool.
type hand struct {
	successes, nines int
	fell             int  // dice of the pool that have fallen
	over             bool // the last die that was thrown on has ended the streak
}

// throw rolls a pool, with modifier and risk. Chapter "Dice Rolls".
func (p *pool) throw(r *engine.Roll) thrown {
	if p.dice <= 0 {
		r.Note("%sno dice are left, so this is a failure%s", p.side.who, p.idle())
		return thrown{}
	}
	h := p.throws.Read(r)
	t := thrown{successes: h.successes, nines: h.nines, net: h.successes}
	if h.successes == 0 {
		t.net = -h.nines
	}
	r.Note("%s%s", p.side.who, t)
	if p.added != nil {
		t.net += p.added.Total()
		r.Note("%s%s: %+d", p.side.who, p.added.Signed(), t.net)
	}
	t.net += p.dare(r, t.net)
	if t.net < 0 && !p.worsen {
		r.Note("%snothing bad can happen: a failure", p.side.who)
		t.net = 0
	}
	return t
}

// idle names the risk and the modifiers that have no effect, since no dice are thrown.
func (p *pool) idle() string {
	lost := p.added
	if p.risk != 0 {
		lost = append(kit.Sum{kit.Plain("a risk of", p.risk)}, lost...)
	}
	if lost == nil {
		return ""
	}
	return "; without effect: " + lost.Signed()
}

// sequence gives the dice of the pool. After nothing but successes, or nothing but Nines, a
// single die is thrown as long as it shows the same. Chapter "Full-Successes and Full-Critical
// Failures".
func (p *pool) sequence() *engine.DiceSequence[hand] {
	all := engine.Part{Ask: engine.Ask{ID: p.side.ID("dice"), Words: p.side.who + "the pool"}, Dice: tens(p.dice)}
	more := engine.Part{Ask: engine.Ask{ID: p.side.ID("more"), Words: p.side.who + "all alike, so one more die"}, Dice: tens(1)}
	return &engine.DiceSequence[hand]{
		Next: func(h hand) (engine.Part, bool) {
			if h.fell == 0 {
				return all, true
			}
			return more, !h.over && (p.full(h) || p.worst(h))
		},
		Fold: func(h hand, face int) hand {
			if h.fell < p.dice {
				return p.read(h, face)
			}
			return p.readOn(h, face)
		},
	}
}

// full reports whether all dice are successes and one is thrown on, worst the same for Nines.
func (p *pool) full(h hand) bool  { return p.grow && h.successes >= p.dice }
func (p *pool) worst(h hand) bool { return p.worsen && h.nines >= p.dice }

// read adds a die of the pool. One success outweighs any number of Nines.
func (p *pool) read(h hand, face int) hand {
	h.fell++
	switch {
	case face <= p.easiness:
		h.successes++
		h.nines = 0
	case face == 9 && h.successes == 0:
		h.nines++
	}
	return h
}

// readOn adds a die that was thrown on. The die that ends the streak does not count.
func (p *pool) readOn(h hand, face int) hand {
	switch {
	case p.full(h) && face <= p.easiness:
		h.successes++
	case p.worst(h) && face == 9:
		h.nines++
	default:
		h.over = true
	}
	return h
}

func (t thrown) String() string {
	switch {
	case t.successes > 0:
		return engine.Counted(t.successes, "success", "successes")
	case t.nines > 0:
		return "no success, " + engine.Counted(t.nines, "Nine", "Nines")
	}
	return "no success and no Nine"
}

// tens gives ten-sided dice with faces from 0 to 9.
func tens(count int) engine.Dice { return engine.Dice{Count: count, High: 9} }
