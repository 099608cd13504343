package supermen

import "example.org/fray/engine"

// fallen is a throw of an Action Roll as far as it has come: two ten-sided
// dice. Each that shows a 1 is thrown again, and what it then shows is taken
// off; -18 to 20.
type fallen struct {
	total int
	left  int  // dice of this throw that have not fallen
	ones  int  // dice to throw again after it
	again bool // these are dice thrown again
}

// dice are those to throw next. Where the house lets ones go on, a die thrown
// again goes on as long as it shows a 1.
func (f fallen) dice(side string, chain bool) engine.Part {
	if !f.again {
		return engine.Part{Ask: engine.Ask{ID: side + "dice", Words: "Two ten-sided dice"}, Dice: engine.D(f.left, 10)}
	}
	p := engine.Part{Ask: engine.Ask{ID: side + "ones", Words: "The ones again, to be taken off"}, Dice: engine.D(f.left, 10)}
	if chain {
		p.Dice.Again = 1
	}
	return p
}

// and adds a die to the throw.
func (f fallen) and(face int) fallen {
	f.left--
	if f.again {
		f.total -= face
		return f
	}
	f.total += face
	if face == 1 {
		f.ones++
	}
	if f.left == 0 {
		f = fallen{total: f.total, left: f.ones, again: true}
	}
	return f
}

// throw is the roll of the actor. Chapter "Making Rolls".
func throw(r *engine.Roll) int { return throwOf(r, "").Read(r).total }

// throwOf are the dice of one side of an Action Roll; side begins the ids of its
// questions.
func throwOf(r *engine.Roll, side string) *engine.DiceSequence[fallen] {
	return *engine.Precompute(r, func() *engine.DiceSequence[fallen] {
		chain := rerollChain.Of(r.House())
		return &engine.DiceSequence[fallen]{
			From: fallen{left: 2},
			Next: func(f fallen) (engine.Part, bool) { return f.dice(side, chain), f.left > 0 },
			Fold: fallen.and,
		}
	})
}
