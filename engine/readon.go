package engine

// ReadOn asks for dice as long as what was read so far calls for more: after
// the reading s, next gives the dice to throw, and false when that is all. It
// is for dice whose number the dice themselves decide (thrown again while they
// succeed, a second die after the highest face). The fold takes the dice one
// by one, as in [Read]; it may tell by s what was thrown. Each throw is a
// question of its own, but the odds see all of them as one reading.
func ReadOn[S comparable](r *Roll, s S, next func(S) (Part, bool), fold func(S, int) S) S {
	return ReadChain(r, Chain[S]{From: s, Next: next, Fold: fold})
}
