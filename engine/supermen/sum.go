package supermen

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// from gives a whole number that is looked up on a column.
func (c column) from(n int) kit.Term {
	return kit.Term{Words: c.name + "(%s)", Of: engine.Milli(n) * 1000, N: c.of(n)}
}

// measured gives a decimal number that is looked up on a column.
func (c column) measured(m engine.Milli) kit.Term {
	return kit.Term{Words: c.name + "(%s)", Of: m, N: c.look(m)}
}
