package d6

import "example.org/fray/engine"

// The ways a Critical Failure goes, and who decides.
const (
	ask          = "ask"
	cancel       = "cancel"
	complication = "complication"
)

// hand is a reading of dice thrown together: regular dice, the Wild Die, and
// those of Character Points bought before.
// It is small because the odds count thousands of them.
type hand struct {
	sum     int16
	wild    int16 // all tosses of the Wild Die
	fell    uint8 // how many dice have been read
	high    uint8 // the highest regular die; only kept beside a Wild 1
	settled bool  // a Critical Failure has been settled, in odds
}

// handKey is all that a hand's dice depend on.
type handKey struct{ dice, bought int }

// chain asks for the hand.
func (p *pool) chain() engine.Chain[hand] {
	regular, bought := uint8(p.dice-1), p.bought
	return engine.Chain[hand]{
		Same: same,
		Next: func(h hand) (engine.Part, bool) {
			switch {
			case h.fell == 0 && regular > 0:
				return engine.Part{Ask: engine.Ask{ID: p.prefix + "regular", Words: "Regular dice"}, Dice: engine.D(int(regular), 6)}, true
			case h.fell == regular:
				return engine.Part{Ask: engine.Ask{ID: p.prefix + "wild", Words: "The Wild Die"}, Dice: engine.D(1, 6).Exploding()}, true
			case h.fell == regular+1 && bought > 0:
				return engine.Part{Ask: engine.Ask{ID: p.prefix + "cp", Words: "Wild Dice of Character Points"}, Dice: engine.D(bought, 6).Exploding()}, true
			}
			return engine.Part{}, false
		},
		Fold: func(h hand, value int) hand {
			h.sum += int16(value)
			switch {
			case h.fell < regular:
				h.high = max(h.high, uint8(value))
			case h.fell == regular:
				h.wild = int16(value)
				if value != 1 {
					h.high = 0
				}
			}
			h.fell++
			return h
		},
	}
}

// same keeps of the Wild Die what the rest of a rule looks at.
func same(h hand) hand {
	switch {
	case h.wild > 6:
		h.wild = 7
	case h.wild > 1:
		h.wild = 2
	}
	return h
}

// thrown is a roll as far as it has come. The odds go on from here, so it has
// all that may matter later.
type thrown struct {
	total int
	wild  int
	spent int // Character Points after the roll
	crit  failure
}

// failure is how a Critical Failure went.
type failure uint8

const (
	none failure = iota
	cancelled
	complicated
)

// pair is a roll and what else has been rolled that still matters.
type pair struct{ mine, beside thrown }

// throw throws the pool in one hand and settles a Critical Failure.
func (p *pool) throw(r *engine.Roll) thrown {
	c := p.chain()
	c.Alike = func(h hand) hand { return p.alike(r, h) }
	h := engine.ReadKeyed(r, handKey{p.dice, p.bought}, c)
	t := thrown{total: int(h.sum) + p.plus, wild: int(h.wild)}
	if h.wild == 1 {
		t.crit = p.failure(r)
		if t.crit == cancelled && !h.settled {
			r.Note("Critical Failure: of %d, %d is taken out", t.total, p.loses(r, h))
			p.strike(r, h)
			t.total -= p.loses(r, h)
		}
	}
	r.Note("the dice come to %d", t.total)
	if p.left > 0 || p.followed {
		engine.Settle(r, pair{t, p.beside})
	}
	return t
}

// alike is a hand as it counts where nothing more is decided: a Critical
// Failure is settled by the first option, and one that is only compared needs
// no more than how it compares.
func (p *pool) alike(r *engine.Roll, h hand) hand {
	if h.wild == 1 && !h.settled {
		h.settled = true
		if p.wild(r).way != complication {
			h.sum -= int16(p.loses(r, h))
		}
		h.high = 0
	}
	if p.compared != nil {
		h.sum, h.wild = int16(p.compared(int(h.sum)+p.plus)-p.plus), 2
	}
	return h
}

// wildRules are the table's rules for a 1 on the Wild Die.
type wildRules struct {
	way   string
	drops bool
}

// wild reads those rules once a throw.
func (p *pool) wild(r *engine.Roll) wildRules {
	if p.ones.way == "" {
		p.ones = wildRules{criticalFailure.Of(r.House()), cancelDropsWild.Of(r.House())}
	}
	return p.ones
}

// failure asks, if the table has it so, how a Critical Failure goes.
func (p *pool) failure(r *engine.Roll) failure {
	way := p.wild(r).way
	if way == ask {
		way = r.Pick(engine.Ask{ID: p.prefix + "critical-failure", Words: "Critical Failure: what comes of it?"}, engine.Gamemaster,
			engine.Option{ID: cancel, Label: "The highest die is taken out"},
			engine.Option{ID: complication, Label: "All dice count, and there is a complication"})
	}
	if way == complication {
		r.Note("Critical Failure: all dice count, and there is a complication")
		return complicated
	}
	return cancelled
}

// loses is what a Critical Failure takes out of a hand.
func (p *pool) loses(r *engine.Roll, h hand) int {
	out := max(int(h.high), 1) // with one die the Wild Die is the highest
	if p.wild(r).drops && p.dice > 1 {
		out++
	}
	return out
}

// strike marks the dice that a Critical Failure takes out.
func (p *pool) strike(r *engine.Roll, h hand) {
	if p.dice > 1 {
		r.Fate(p.prefix+"regular", int(h.high), engine.Cancelled)
	}
	if p.dice == 1 || p.wild(r).drops {
		r.Fate(p.prefix+"wild", 1, engine.Cancelled)
		return
	}
	r.Fate(p.prefix+"wild", 1, engine.Decisive)
}

// gravity says how grave a complication is: the lower the total, the graver.
func gravity(total int) string {
	switch {
	case total <= 10:
		return "serious"
	case total <= 20:
		return "tricky"
	}
	return "slight"
}

// The flags of an outcome.
var (
	criticalSuccess  = []string{"critical-success"}
	criticalFailed   = []string{"critical-failure"}
	withComplication = []string{"critical-failure", "complication"}
)

// flags are the flags of the outcome.
func (t thrown) flags() []string {
	switch {
	case t.wild > 6:
		return criticalSuccess
	case t.crit == complicated:
		return withComplication
	case t.crit == cancelled:
		return criticalFailed
	}
	return nil
}

// plainSum throws so many dice, one of them the Wild Die, for an amount: of
// minutes, of Body Points. A Wild 1 is just 1.
func plainSum(r *engine.Roll, id, words string, dice int) int {
	return engine.ReadHand(r, []engine.Part{
		{Ask: engine.Ask{ID: id, Words: words}, Dice: engine.D(dice-1, 6)},
		{Ask: engine.Ask{ID: id + "-wild", Words: words + ": the Wild Die"}, Dice: engine.D(1, 6).Exploding()},
	}, func(n, _, value int) int { return n + value })
}
