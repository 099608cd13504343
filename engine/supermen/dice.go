package supermen

import (
	"math"

	"example.org/fray/engine"
)

// fallen is a throw of an Action Roll as far as it has come: two ten-sided
// dice. Each that shows a 1 is thrown again, and what it then shows is taken
// off; -18 to 20.
type fallen struct {
	total int32
	left  int8 // dice of this throw that have not fallen; small, since the odds keep many
	ones  int8 // dice to throw again after it
	again bool // these are dice thrown again
}

// dice are those to throw next. Where the house lets ones go on, a die thrown
// again goes on as long as it shows a 1.
func (f fallen) dice(side string, chain bool) engine.Part {
	if !f.again {
		return engine.Part{Ask: engine.Ask{ID: side + "dice", Words: "Two ten-sided dice"}, Dice: engine.D(int(f.left), 10)}
	}
	p := engine.Part{Ask: engine.Ask{ID: side + "ones", Words: "The ones again, to be taken off"}, Dice: engine.D(int(f.left), 10)}
	if chain {
		p.Dice.Again = 1
	}
	return p
}

// and is the throw with one die more.
func (f fallen) and(face int) fallen {
	f.left--
	if f.again {
		f.total -= int32(face)
		return f
	}
	f.total += int32(face)
	if face == 1 {
		f.ones++
	}
	if f.left == 0 {
		f = fallen{total: f.total, left: f.ones, again: true}
	}
	return f
}

// What the odds know throws by.
type (
	oneThrow  struct{ chain bool }
	twoThrows struct{ chain bool }
)

// throw is the roll of an Action Roll. Chapter "Making Rolls".
func throw(r *engine.Roll) int {
	chain := rerollChain.Of(r.House())
	f := engine.DiceSequence[fallen]{
		From: fallen{left: 2},
		Next: func(f fallen) (engine.Part, bool) { return f.dice("", chain), f.left > 0 },
		Fold: fallen.and,
		Sum:  func(f *fallen) *int32 { return &f.total },
	}.ReadKeyed(r, oneThrow{chain})
	return int(f.total)
}

// bout is both throws of an Opposed Action.
type bout struct{ mine, theirs fallen }

// told leaves of the second throw who wins where both share no more than that needs.
func (b bout) told(mine, theirs int) bout {
	q, against := mine-int(b.mine.total), theirs-int(b.theirs.total)
	switch {
	case against < 0:
		b.theirs.total = math.MaxInt32
		return b
	case q < 0, beating(against) <= q:
		against = 0
	case against < beating(q):
		against = q
	default:
		against = beating(q)
	}
	b.theirs.total = int32(theirs - against)
	return b
}

// throwBoth is one roll after the other, against these targets. It gives the dice of
// both.
func throwBoth(r *engine.Roll, mine, theirs int) (own, other int) {
	chain := rerollChain.Of(r.House())
	b := engine.DiceSequence[bout]{
		From: bout{fallen{left: 2}, fallen{left: 2}},
		Next: func(b bout) (engine.Part, bool) {
			if b.mine.left > 0 {
				return b.mine.dice("", chain), true
			}
			return b.theirs.dice("other.", chain), b.theirs.left > 0
		},
		Fold: func(b bout, face int) bout {
			if b.mine.left > 0 {
				b.mine = b.mine.and(face)
			} else {
				b.theirs = b.theirs.and(face)
			}
			return b
		},
		Sum:   func(b *bout) *int32 { return &b.mine.total },
		Alike: func(b bout) bout { return b.told(mine, theirs) },
	}.ReadKeyed(r, twoThrows{chain})
	return int(b.mine.total), int(b.theirs.total)
}
