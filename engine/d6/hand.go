package d6

import "example.org/fray/engine"

// The ways a Critical Failure goes, and who decides.
const (
	ask          = "ask"
	cancel       = "cancel"
	complication = "complication"
)

// hand is a reading of dice thrown together.
type hand struct {
	sum  int
	high int // the highest regular die; only kept beside a Wild 1
	wild int // all tosses of the Wild Die
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

// fold takes the regular dice, the Wild Die and bought dice.
func fold(h hand, part, value int) hand {
	h.sum += value
	switch part {
	case 0:
		h.high = max(h.high, value)
	case 1:
		h.wild = value
		if value != 1 {
			h.high = 0
		}
	}
	return h
}

// thrown is a roll as far as it has come. The odds go on from here, so it has
// all that may matter later.
type thrown struct {
	total int
	wild  int
	spent int    // Character Points after the roll
	crit  string // how a Critical Failure went, "" for none
}

// pair is a roll and what else has been rolled that still matters.
type pair struct{ mine, beside thrown }

// throw throws the pool in one hand and settles a Critical Failure.
func (p *pool) throw(r *engine.Roll) thrown {
	h := engine.ReadAlike(r, []engine.Part{
		{Ask: engine.Ask{ID: p.prefix + "regular", Words: "Regular dice"}, Dice: engine.D(p.dice-1, 6)},
		{Ask: engine.Ask{ID: p.prefix + "wild", Words: "The Wild Die"}, Dice: engine.D(1, 6).Exploding()},
		{Ask: engine.Ask{ID: p.prefix + "cp", Words: "Wild Dice of Character Points"}, Dice: engine.D(p.bought, 6).Exploding()},
	}, fold, same)
	t := thrown{total: h.sum + p.plus, wild: h.wild}
	r.Note("dice %d %+d = %d", h.sum, p.plus, t.total)
	if h.wild == 1 {
		p.fail(r, h, &t)
	}
	engine.Settle(r, pair{t, p.beside})
	return t
}

// fail settles a Critical Failure.
func (p *pool) fail(r *engine.Roll, h hand, t *thrown) {
	t.crit = criticalFailure.Of(r.House())
	if t.crit == ask {
		t.crit = r.Pick(engine.Ask{ID: p.prefix + "critical-failure", Words: "Critical Failure: what comes of it?"}, engine.Gamemaster,
			engine.Option{ID: cancel, Label: "The highest die is taken out"},
			engine.Option{ID: complication, Label: "All dice count, and there is a complication"})
	}
	if t.crit == complication {
		r.Note("Critical Failure: all dice count, a %s complication", gravity(t.total))
		return
	}
	out := max(h.high, 1) // with one die the Wild Die is the highest
	if cancelDropsWild.Of(r.House()) && p.dice > 1 {
		out++
	}
	t.total -= out
	r.Note("Critical Failure: %d taken out, %d stays", out, t.total)
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

// flags are the flags of the outcome.
func (t thrown) flags() []string {
	switch {
	case t.wild > 6:
		return []string{"critical-success"}
	case t.crit == complication:
		return []string{"critical-failure", "complication"}
	case t.crit != "":
		return []string{"critical-failure"}
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
