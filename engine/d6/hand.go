package d6

import (
	"fmt"

	"example.org/fray/engine"
)

// The ways a Critical Failure goes, and who decides.
const (
	ask          = "ask"
	cancel       = "cancel"
	complication = "complication"

	// Where nobody decides.
	justOne = "just a one" // an amount is rolled, not a task
	worsens = "worsens"    // the rule says what comes of it
)

// hand is dice thrown together: regular dice, the Wild Die, and those of
// Character Points bought before the roll.
type hand struct {
	rest int // all dice but the highest
	wild int // the Wild Die, all its tosses
	high int // the highest regular die, of 1D the Wild Die; 0 unless the Wild Die shows 1
	part int // what falls next
}

// The parts of a hand, in the order in which they fall.
const (
	theRegular = iota
	theWild
	theBought
	handParts
)

// handOf is a hand of so many dice, one of them the Wild Die, and those that were
// bought. prefix begins the ids of its questions. Chapter "Wild Die".
func handOf(prefix string, dice, bought int) *engine.DiceSequence[hand] {
	regular, wild := "Regular dice", "The Wild Die"
	if prefix != "" {
		regular, wild = "Regular dice of the other side", "The Wild Die of the other side"
	}
	parts := [handParts]engine.Part{
		theRegular: {Ask: engine.Ask{ID: prefix + "regular", Words: regular}, Dice: engine.D(max(dice-1, 0), 6)},
		theWild:    {Ask: engine.Ask{ID: prefix + "wild", Words: wild}, Dice: engine.D(min(dice, 1), 6).Exploding()},
		theBought:  {Ask: engine.Ask{ID: prefix + "cp", Words: "Wild Dice of Character Points"}, Dice: engine.D(bought, 6).Exploding()},
	}
	first := theRegular
	for first < theBought && parts[first].Dice.Count == 0 {
		first++
	}
	return &engine.DiceSequence[hand]{
		From: hand{part: first},
		Next: func(h hand) (engine.Part, bool) {
			if h.part == handParts || parts[h.part].Dice.Count == 0 {
				return engine.Part{}, false
			}
			return parts[h.part], true
		},
		Fold: func(h hand, value int) hand {
			switch h.part {
			case theRegular:
				return h.regular(value)
			case theWild:
				return h.wildDie(value, dice == 1)
			}
			h.rest += value
			return h
		},
		Thrown: func(h hand) hand {
			h.part++
			return h
		},
		Same: hand.same,
	}
}

// regular is the hand with a regular die more: the highest is kept apart.
func (h hand) regular(value int) hand {
	h.rest += min(value, h.high)
	h.high = max(value, h.high)
	return h
}

// wildDie is the hand with the Wild Die. Only a 1 on its first toss can take out
// the highest die; where it is alone that is itself.
func (h hand) wildDie(value int, alone bool) hand {
	h.wild = value
	switch {
	case value != 1:
		h.rest, h.high = h.rest+value+h.high, 0
	case alone:
		h.high = 1
	default:
		h.rest++
	}
	return h
}

// same keeps of the Wild Die what rules look at: a 1, a 6 that went on, or
// neither.
func (h hand) same() hand {
	switch {
	case h.wild > 6:
		h.wild = 7
	case h.wild > 1:
		h.wild = 2
	}
	return h
}

// alike is a hand that counts as much as h where each decision is answered with
// its first option: a Critical Failure has then taken out the highest die
// already, or left it in. Where the total is only compared, it is one that
// compares alike.
func (p *pool) alike(h hand) hand {
	out := 0
	if h.wild == 1 {
		if p.one.way == ask || p.one.way == cancel {
			out = p.cancels(h) - h.high
		} else {
			h.rest += h.high
		}
		h.high = 0
	}
	if p.compared != nil {
		h.rest, h.wild = p.compared(h.rest+p.plus-out)-p.plus, 2
	}
	return h
}

// wildOne is what a 1 on the Wild Die does to a roll.
type wildOne struct {
	way   string // who decides, as the table has it
	drops bool   // the 1 is taken out too
}

// failure is how a Critical Failure went.
type failure int

const (
	none failure = iota
	cancelled
	complicated
	marked
)

// thrown is a roll as far as it has come.
type thrown struct {
	total int
	wild  int
	spent int // Character Points after the roll
	crit  failure
}

// throw throws the pool in one hand and settles a Critical Failure. Chapter
// "Wild Die".
func (p *pool) throw(r *engine.Roll) thrown {
	h := p.hand.ReadAlike(r, p.alike)
	t := thrown{total: h.rest + h.high + p.plus, wild: h.wild}
	if h.wild == 1 {
		t.crit = p.failure(r)
	}
	if t.crit == cancelled {
		p.strike(r, h, t.total)
		t.total -= p.cancels(h)
	}
	r.Note("the dice come to %d", t.total)
	return t
}

// whose says of a question whose it is, where that is not who acts.
func (p *pool) whose(r *engine.Roll) string {
	if p.prefix == "" {
		return ""
	}
	return r.NameOf(p.seat, "the other side") + "'s "
}

// failure asks, if the table has it so, how a Critical Failure goes.
func (p *pool) failure(r *engine.Roll) failure {
	way := p.one.way
	switch way {
	case justOne:
		return none
	case worsens:
		r.Note("Critical Failure")
		return marked
	case ask:
		way = r.Pick(engine.Ask{ID: p.prefix + "critical-failure", Words: p.whose(r) + "Critical Failure: what comes of it?", About: p.seat}, engine.Gamemaster,
			engine.Option{ID: cancel, Label: "The highest die is taken out"},
			engine.Option{ID: complication, Label: "All dice count, and there is a complication"})
	}
	if way == complication {
		r.Note("Critical Failure: all dice count, and there is a complication")
		return complicated
	}
	return cancelled
}

// cancels is what a Critical Failure takes out of a hand: the highest die.
func (p *pool) cancels(h hand) int {
	if p.one.drops && p.dice > 1 {
		return h.high + 1
	}
	return h.high
}

// strike marks the dice that a Critical Failure takes out of a total.
func (p *pool) strike(r *engine.Roll, h hand, total int) {
	if h.high == 0 {
		return // the odds have taken it out
	}
	r.Note("Critical Failure: of %d, %d is taken out", total, p.cancels(h))
	if p.dice > 1 {
		r.Cancelled(p.prefix+"regular", h.high)
	}
	if p.dice == 1 || p.one.drops {
		r.Cancelled(p.prefix+"wild", 1)
		return
	}
	r.Decisive(p.prefix+"wild", 1)
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

// grave gives how grave the complication of a roll is, as a value of an outcome;
// nothing where there is none. prefix is that of the side that rolled.
func (t thrown) grave(prefix string) []engine.Named {
	if t.crit != complicated {
		return nil
	}
	return []engine.Named{engine.Word(prefix+"complication", gravity(t.total))}
}

// mishap tells of the complication of a roll, behind what it comes to.
func (t thrown) mishap() string {
	if t.crit != complicated {
		return ""
	}
	return ", with a " + gravity(t.total) + " complication"
}

// mishapOf tells of the complication of the other side's roll.
func (t thrown) mishapOf(name string) string {
	if t.crit != complicated {
		return ""
	}
	return fmt.Sprintf("; a %s complication for %s", gravity(t.total), name)
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
	case t.crit != none:
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
