package d6

import (
	"cmp"
	"fmt"

	"example.org/fray/engine"
)

// What comes of a Critical Failure, as the house rule has it.
const (
	ask          = "ask" // the gamemaster decides each time
	cancel       = "cancel"
	complication = "complication"
)

// hand is the state of dice that are thrown together: the regular dice, the Wild Die, and
// the dice of Character Points that were bought before the roll.
type hand struct {
	rest int // the sum of all dice but the highest
	wild int // the sum of all tosses of the Wild Die
	high int // the highest regular die, or the Wild Die of a 1D roll; 0 unless the Wild Die shows 1
	part int // the part that falls next
}

// The parts of a hand, in the order in which they fall.
const (
	theRegular = iota
	theWild
	theBought
	handParts
)

// newHand gives the hand of p. The ids of its questions begin with the prefix of its
// party. Chapter "Wild Die".
func (p *pool) newHand() *engine.DiceSequence[hand] {
	regular, wild := "Regular dice", "The Wild Die"
	if p.Prefix != "" {
		regular, wild = "Regular dice of the other side", "The Wild Die of the other side"
	}
	parts := [handParts]engine.Part{
		theRegular: {Ask: engine.Ask{ID: p.ID("regular"), Words: regular}, Dice: engine.D(max(p.dice-1, 0), 6)},
		theWild:    {Ask: engine.Ask{ID: p.ID("wild"), Words: wild}, Dice: engine.D(min(p.dice, 1), 6).Exploding()},
		theBought:  {Ask: engine.Ask{ID: p.ID("cp"), Words: "Wild Dice of Character Points"}, Dice: engine.D(p.bought, 6).Exploding()},
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
				return h.wildDie(value, p.dice == 1)
			}
			h.rest += value
			return h
		},
		Thrown: func(h hand) hand {
			h.part++
			return h
		},
		Same: p.same,
	}
}

// regular adds a regular die. The highest is kept apart, since a Critical Failure may
// take it out.
func (h hand) regular(value int) hand {
	h.rest += min(value, h.high)
	h.high = max(value, h.high)
	return h
}

// wildDie adds the Wild Die. Only a 1 on its first toss can take out the highest die;
// in a roll of 1D that is the Wild Die itself.
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

// same forgets of the Wild Die all but what rules look at: whether it shows a 1, a 6 that
// went on, or neither; of the other side's, only whether it shows a 1.
func (p *pool) same(h hand) hand {
	switch {
	case h.wild > 6 && p.Prefix == "":
		h.wild = 7
	case h.wild > 1:
		h.wild = 2
	}
	return h
}

// wildOne is what a 1 on the Wild Die does to a roll.
type wildOne struct {
	kind  rollKind // worsens or justOne, for which the house rule does not count; else 0
	way   string   // as the house rule has it
	drops bool     // the 1 is taken out together with the highest die
}

// failure is what came of a Critical Failure.
type failure int

const (
	none failure = iota
	cancelled
	complicated
	marked
)

// thrown is the result of a roll so far: further dice may be bought.
type thrown struct {
	total int
	wild  int
	spent int // Character Points spent after the roll
	crit  failure
}

// throw throws the pool in one hand and resolves a Critical Failure. base is the difficulty
// if it was rolled, else 0. Chapter "Wild Die".
func (p *pool) throw(r *engine.Roll, base int) thrown {
	type state struct {
		thrown
		base int
	}
	return engine.ReadAs(r, p.hand, func(h hand) (thrown, state) {
		t := p.resolved(r, h)
		return t, state{t, base}
	})
}

// throwForTotal is throw for a roll of which only the total and a complication count.
func (p *pool) throwForTotal(r *engine.Roll) thrown {
	type state struct {
		total  int
		mishap bool
	}
	return engine.ReadAs(r, p.hand, func(h hand) (thrown, state) {
		t := p.resolved(r, h)
		return t, state{t.total, t.crit == complicated}
	})
}

// resolved resolves the Critical Failure of a hand that has been thrown.
func (p *pool) resolved(r *engine.Roll, h hand) thrown {
	t := thrown{total: h.rest + h.high + p.plus, wild: h.wild}
	if h.wild == 1 {
		t.crit = p.failure(r)
	}
	if t.crit == cancelled {
		p.strike(r, h, t.total)
		t.total -= p.cancels(h)
	}
	r.Note("%s come to %d", cmp.Or(p.whose(r), "the ")+"dice", t.total)
	return t
}

// whose begins a question or a note about the other side's roll with whose it is. It is ""
// for the actor's.
func (p *pool) whose(r *engine.Roll) string {
	if p.Prefix == "" {
		return ""
	}
	return r.NameOf(p.Seat, "the other side") + "'s "
}

// failures are what may come of a Critical Failure.
var failures = []engine.Option{
	{ID: cancel, Label: "The highest die is taken out"},
	{ID: complication, Label: "All dice count, and there is a complication"},
}

// failure resolves a Critical Failure. It asks the gamemaster if the house rule says so.
func (p *pool) failure(r *engine.Roll) failure {
	way := p.one.way
	switch {
	case p.one.kind&justOne != 0:
		return none
	case p.one.kind&worsens != 0:
		r.Note("%sCritical Failure", p.whose(r))
		return marked
	case way == ask:
		way = r.Pick(engine.Ask{ID: p.ID("critical-failure"), Words: p.whose(r) + "Critical Failure: what comes of it?", About: p.Seat}, engine.Gamemaster, failures...)
	}
	if way == complication {
		r.Note("%sCritical Failure: all dice count, and there is a complication", p.whose(r))
		return complicated
	}
	return cancelled
}

// cancels gives how much a Critical Failure takes off the total: the highest die and, by
// a house rule, the 1 as well.
func (p *pool) cancels(h hand) int {
	if p.one.drops && p.dice > 1 {
		return h.high + 1
	}
	return h.high
}

// strike marks the dice that a Critical Failure has taken out of a total.
func (p *pool) strike(r *engine.Roll, h hand, total int) {
	r.Note("%sCritical Failure: of %d, %d is taken out", p.whose(r), total, p.cancels(h))
	if p.dice > 1 {
		r.Cancelled(p.ID("regular"), h.high)
	}
	if p.dice == 1 || p.one.drops {
		r.Cancelled(p.ID("wild"), 1)
		return
	}
	r.Decisive(p.ID("wild"), 1)
}

// gravity says in a word how serious a complication is: the lower the total, the worse.
func gravity(total int) string {
	switch {
	case total <= 10:
		return "serious"
	case total <= 20:
		return "tricky"
	}
	return "slight"
}

// grave gives the gravity of a roll's complication as a value of an outcome, and nothing
// without a complication. Its id begins with the prefix of the side that rolled.
func (t thrown) grave(prefix string) []engine.Named {
	if t.crit != complicated {
		return nil
	}
	return []engine.Named{engine.Word(prefix+"complication", gravity(t.total))}
}

// mishap gives the words for the complication of the actor's roll, which end a story.
func (t thrown) mishap() string {
	if t.crit != complicated {
		return ""
	}
	return ", with a " + gravity(t.total) + " complication"
}

// mishapOf gives the words for the complication of another's roll, which end a story.
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

// plainSum throws dice, one of them the Wild Die, for an amount of minutes or Body
// Points. A 1 on the Wild Die is just a 1.
func plainSum(r *engine.Roll, id, words string, dice int) int {
	return engine.ReadHand(r, []engine.Part{
		{Ask: engine.Ask{ID: id, Words: words}, Dice: engine.D(dice-1, 6)},
		{Ask: engine.Ask{ID: id + "-wild", Words: words + ": the Wild Die"}, Dice: engine.D(1, 6).Exploding()},
	}, func(n, _, value int) int { return n + value })
}
