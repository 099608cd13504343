package engine

import "example.org/fray/engine/internal/odds"

// DiceSeries repeats one dice sequence until its results are enough: exchanges until a side
// has lost. S is the state after some of them.
type DiceSeries[S, C comparable] struct {
	From S
	Each *DiceSequence[C]

	// Fold is the state after one more sequence.
	Fold func(s S, c C) S

	// Left gives how far a state is from the end, which is at 0 or below. Every sequence must
	// make it less. The odds follow the states in this order, each once.
	Left func(s S) int

	// Fell is called for each sequence that was typed or thrown, for the working.
	Fell func(c C)
}

// Read asks for the dice, each throw a question of its own, and gives the state at the
// end. The odds see all of them as one reading. [Inputs.WithoutMerging] has them follow
// one sequence after the other.
func (q *DiceSeries[S, C]) Read(r *Roll) S {
	for s := q.From; ; {
		if q.Left(s) <= 0 {
			return s
		}
		c, reading := q.Each.read(r, func(c C) *odds.Stop {
			each := q.Each.ends(r, c)
			if !r.merging() {
				return r.fork(each.Branches())
			}
			first := &odds.Weighted[S]{}
			for i, c := range each.States {
				first.Add(q.Fold(s, c), each.Weights[i])
			}
			return r.fork(odds.Series[S, C]{Each: q.Each.ends(r, q.Each.From), Fold: q.Fold, Left: q.Left}.Ends(first, r.count.spend).Branches())
		})
		if reading != nil && (r.merging() || r.again != nil && !r.in.WithoutMerging) {
			return *reading.(*S)
		}
		c = orRead(c, reading)
		q.Fell(c)
		s = q.Fold(s, c)
	}
}
