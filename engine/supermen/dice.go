package supermen

import "example.org/fray/engine"

// fallen is a throw as far as it has come.
type fallen struct {
	total int
	left  int  // dice of this throw that have not fallen
	ones  int  // dice to throw again after it
	again bool // these are dice thrown again
}

// throw is the roll of an Action Roll: two ten-sided dice. Each that shows a 1
// is thrown again, and what it then shows is taken off; -18 to 20. side is ""
// or "other.".
func throw(r *engine.Roll, side string) int {
	chain := rerollChain.Of(r.House())
	next := func(f fallen) (engine.Part, bool) {
		p := engine.Part{Ask: engine.Ask{ID: side + "dice", Words: "Two ten-sided dice"}, Dice: engine.D(f.left, 10)}
		if f.again {
			p.Ask = engine.Ask{ID: side + "ones", Words: "The ones again, to be taken off"}
			if chain {
				p.Dice.Again = 1
			}
		}
		return p, f.left > 0
	}
	f := engine.ReadOn(r, fallen{left: 2}, next, func(f fallen, face int) fallen {
		f.left--
		switch {
		case f.again:
			f.total -= face
		case face == 1:
			f.ones++
			fallthrough
		default:
			f.total += face
		}
		if f.left == 0 && !f.again {
			f = fallen{total: f.total, left: f.ones, again: true}
		}
		return f
	})
	return f.total
}
