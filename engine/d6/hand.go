package d6

import "example.org/fray/engine"

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
// Character Points bought before. It is small because the odds count thousands
// of them.
type hand struct {
	rest int32 // all dice but the highest
	wild int16 // the Wild Die, all its tosses
	high uint8 // the highest regular die; of 1D the Wild Die. Only beside a Wild 1
	part uint8 // what falls next: the regular dice, the Wild Die, those bought
}

// regular counts a regular die: the highest is kept apart.
func (h hand) regular(value uint8) hand {
	if value > h.high {
		h.high, value = value, h.high
	}
	h.rest += int32(value)
	return h
}

// wildDie counts the Wild Die. Only a 1 on its first toss can take out the
// highest die; where it is alone that is itself.
func (h hand) wildDie(value int, alone bool) hand {
	h.wild = int16(value)
	switch {
	case value != 1:
		h.rest, h.high = h.rest+int32(value)+int32(h.high), 0
	case alone:
		h.high = 1
	default:
		h.rest++
	}
	return h
}

// wildOne is what a 1 on the Wild Die does to a roll.
type wildOne struct {
	way   string // who decides, as the table has it
	drops bool   // the 1 is taken out too
}

// failure is how a Critical Failure went.
type failure uint8

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
	h := p.fall(r)
	t := thrown{total: int(h.rest) + int(h.high) + p.plus, wild: int(h.wild)}
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
	if p.prefix == "" || !r.Told() {
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
		way = r.Pick(engine.Ask{ID: p.prefix + "critical-failure", Words: p.whose(r) + "Critical Failure: what comes of it?"}, engine.Gamemaster,
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
		return int(h.high) + 1
	}
	return int(h.high)
}

// strike marks the dice that a Critical Failure takes out of a total.
func (p *pool) strike(r *engine.Roll, h hand, total int) {
	if h.high == 0 {
		return // the odds have taken it out
	}
	r.Note("Critical Failure: of %d, %d is taken out", total, p.cancels(h))
	if p.dice > 1 {
		r.Cancelled(p.prefix+"regular", int(h.high))
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
