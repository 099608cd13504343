package engine

import (
	"errors"
	"math"
)

// Budget is how many steps several dry runs may take together, such as all those of one list. It
// is not measured in time, so that what is left out on one machine is left out on all. A nil
// Budget has no end. It is for one goroutine at a time.
type Budget struct{ left int }

// NewBudget gives a budget of so many steps. A million steps take about a tenth of a second.
func NewBudget(steps int) *Budget { return &Budget{steps} }

// ErrNotTried is the error of a run for which its budget had nothing left.
var ErrNotTried = errors.New("it was not tried: all of them together take too long")

// Left is how many steps are left; less than 0 if the last run took more than there were.
func (b *Budget) Left() int {
	if b == nil {
		return math.MaxInt
	}
	return b.left
}

func (b *Budget) spend(steps int) {
	if b != nil {
		b.left -= steps
	}
}

// On gives the inputs for runs that draw on a budget. Once it is spent they do not begin, and
// their error is [ErrNotTried]. A count of odds has a bound of its own, see [Inputs.Within].
func (in Inputs) On(b *Budget) Inputs {
	in.budget = b
	return in
}
