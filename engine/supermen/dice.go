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
func (f fallen) dice(party engine.Party, chain bool) engine.Part {
	if !f.again {
		return engine.Part{Ask: engine.Ask{ID: party.ID("dice"), Words: "Two ten-sided dice"}, Dice: engine.D(f.left, 10)}
	}
	p := engine.Part{Ask: engine.Ask{ID: party.ID("ones"), Words: "The ones again, to be taken off"}, Dice: engine.D(f.left, 10)}
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
func throw(r *engine.Roll) int { return throwOf(r, actor).Read(r).total }

// throwOf gives the dice of one party of an Action Roll.
func throwOf(r *engine.Roll, party engine.Party) *engine.DiceSequence[fallen] {
	return *engine.Precompute(r, func() *engine.DiceSequence[fallen] {
		chain := rerollChain.Of(r.House())
		return &engine.DiceSequence[fallen]{
			From: fallen{left: 2},
			Next: func(f fallen) (engine.Part, bool) { return f.dice(party, chain), f.left > 0 },
			Fold: fallen.and,
		}
	})
}
