package d6

import "example.org/fray/engine"

// What stands here changes no roll. It lets the odds of one be counted before a
// key is up again: rules say what happens, and this file what of it can be left
// out of account.

// prepared is what a rule puts together before its dice, from the inputs alone:
// the odds do it once.
func prepared[T any](r *engine.Roll, before func() T) *T { return engine.Precompute(r, before) }

// tuned is what of a pool only the odds go by.
type tuned struct {
	falls    engine.DiceSequence[hand] // its dice
	key      any                       // handKey: what those are known by
	beside   thrown                    // what was rolled before and still matters
	followed bool                      // dice or decisions follow, whatever is bought
	compared func(total int) int       // a total that compares alike, where it is only compared
	points   engine.Ask                // for Character Points after the roll
}

// besides names what was rolled before that still matters.
func (p *pool) besides(t thrown) *pool {
	p.beside = t
	return p
}

// leading says that dice or decisions follow this roll.
func (p *pool) leading() *pool {
	p.followed = true
	return p
}

// against makes p a roll that is only compared with another that lies on the
// table already.
func (p *pool) against(first thrown) *pool {
	p.beside = first
	p.compared = func(total int) int { return min(max(total, first.total-1), first.total+1) }
	return p
}

// resisting makes p the resistance to a damage that lies on the table already:
// of it only matters how it hurts, by wounds or by the Body Points there are.
func (p *pool) resisting(r *engine.Roll, damage thrown, hurt patient) *pool {
	p.beside = damage
	if mannerOf(r) == toHarm { // else every point counts
		points, most := bodied(r, hurt.Sheet), max(body.Now(hurt.Sheet), 0)
		p.compared = func(total int) int { return resistedLike(damage.total, total, points, most) }
	}
	return p
}

// resistedLike is a resistance to so much damage that hurts as much as total,
// where it takes Body Points, of which most are left, or wounds.
func resistedLike(damage, total int, points bool, most int) int {
	over := max(damage-total, 0)
	if points {
		return damage - min(over, most)
	}
	for _, h := range hits {
		if over >= h.least {
			return damage - h.least
		}
	}
	return damage
}

// bought is a roll that is about to be improved, with what else has been rolled
// that still matters.
type bought struct {
	mine, beside thrown
	dice         int
}

// buying says that when dice are bought, or were, only so much of a roll matters
// from here on.
func (p *pool) buying(r *engine.Roll, t thrown, dice int) {
	engine.Merge(r, bought{t, p.beside, dice})
}

// known says that of a roll that leads to others only t matters from here on.
func (p *pool) known(r *engine.Roll, t thrown) thrown {
	if p.followed {
		engine.Merge(r, t)
	}
	return t
}

// onlyThat says that of all that was rolled for n only n matters from here on.
func onlyThat(r *engine.Roll, n int) int {
	engine.Merge(r, n)
	return n
}

// handKey is all that a hand's dice depend on.
type handKey struct{ dice, bought int }

// oneMore is what is asked once a roll has been made.
const oneMore = "Character Points for one more Wild Die each"

// counted is a pool with all its dice.
func (p pool) counted() pool {
	p.falls, p.key = chain(p.prefix, p.dice, p.bought), handKey{p.dice, p.bought}
	p.points = engine.Ask{ID: p.prefix + "character-points", Words: oneMore}
	return p
}

// fall asks for the hand.
func (p *pool) fall(r *engine.Roll) hand {
	if !r.Again() {
		p.falls.Alike = p.alike
	}
	return p.falls.ReadKeyed(r, p.key)
}

// The parts of a hand, in the order in which they fall.
const (
	theRegular = iota
	theWild
	theBought
)

// chain is the order in which so many dice fall.
func chain(prefix string, dice, bought int) engine.DiceSequence[hand] {
	first := uint8(theRegular)
	switch dice {
	case 0:
		first = theBought
	case 1:
		first = theWild
	}
	regular, wild := "Regular dice", "The Wild Die"
	if prefix != "" {
		regular, wild = "Regular dice of the other side", "The Wild Die of the other side"
	}
	parts := [...]engine.Part{
		theRegular: {Ask: engine.Ask{ID: prefix + "regular", Words: regular}, Dice: engine.D(dice-1, 6)},
		theWild:    {Ask: engine.Ask{ID: prefix + "wild", Words: wild}, Dice: engine.D(1, 6).Exploding()},
		theBought:  {Ask: engine.Ask{ID: prefix + "cp", Words: "Wild Dice of Character Points"}, Dice: engine.D(bought, 6).Exploding()},
	}
	return engine.DiceSequence[hand]{
		From: hand{part: first},
		Same: forgetful,
		Sum:  func(h *hand) *int32 { return &h.rest },
		Next: func(h hand) (engine.Part, bool) {
			if h.part > theBought || h.part == theBought && bought <= 0 {
				return engine.Part{}, false
			}
			return parts[h.part], true
		},
		Fold: func(h hand, value int) hand {
			switch h.part {
			case theRegular:
				return h.regular(uint8(value))
			case theWild:
				return h.wildDie(value, dice == 1)
			}
			h.rest += int32(value)
			return h
		},
		Thrown: func(h hand) hand {
			h.part++
			return h
		},
	}
}

// forgetful keeps of the Wild Die what the rest of a rule looks at.
func forgetful(h hand) hand {
	switch {
	case h.wild > 6:
		h.wild = 7
	case h.wild > 1:
		h.wild = 2
	}
	return h
}

// alike is a hand as it counts where nothing more is decided: a Critical
// Failure goes the first way, so that its highest die is out or in, and one
// that is only compared needs no more than how it compares.
func (p *pool) alike(h hand) hand {
	out := 0
	if h.wild == 1 {
		if p.one.way == ask || p.one.way == cancel {
			out = p.cancels(h) - int(h.high)
		} else {
			h.rest += int32(h.high)
		}
		h.high = 0
	}
	if p.compared != nil {
		h.rest, h.wild = int32(p.compared(int(h.rest)+p.plus-out)-p.plus), 2
	}
	return h
}

// handedAlike are the most result points that add as much to the damage of a hit:
// its odds are those of the fifth.
func handedAlike(points int) engine.Value {
	return engine.ValueOf(damagePoints.Within(5 * part(points, 5)))
}
