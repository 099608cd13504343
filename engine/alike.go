package engine

// ReadAlike is [ReadHand] where same gives a state with the same odds as s
// whatever is decided later. It is called after each die, in odds only: what
// only the log wants to know then costs nothing.
func ReadAlike[S comparable](r *Roll, hand []Part, fold func(s S, part, value int) S, same func(S) S) S {
	if r.walk == nil || r.passed >= longestTape {
		return ReadHand(r, hand, fold)
	}
	return ReadHand(r, hand, func(s S, part, value int) S { return same(fold(s, part, value)) })
}
