package supermen

import "example.org/fray/engine"

// fallen is the state of the two ten-sided dice of an Action Roll. Each die that shows a 1 is
// thrown again and subtracted, so totals go from -18 to 20.
type fallen struct {
	total int
	left  int  // dice of this throw that have not fallen
	ones  int  // dice to be thrown again after it
	again bool // this throw is of dice thrown again
}

// dice gives the dice to throw next. chain is the house rule by which a die that is thrown
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

// and adds a die.
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

// throw throws the dice of the actor, and gives their total. Chapter "Making Rolls".
func throw(r *engine.Roll) int { return throwOf(r, "").Read(r).total }

// throwOf gives the dice of one side of an Action Roll. The ids of its questions begin with
// side.
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
