package engine

// ReadAlike is [ReadChain] with a second word on which ends are alike: alike
// gives an end with the same odds as s where every later decision is answered
// with nothing. Unlike [Chain.Plain] it may go by what was read before, since
// the chains of one key are still counted once.
func ReadAlike[S comparable](r *Roll, c Chain[S], alike func(s S) S) S {
	s, _ := c.read(r, func(s S) []branch {
		ends := c.ends(r, s)
		if !r.merges() || !r.walk.frugal {
			return ends.branches()
		}
		put := newTally[S](len(ends.states))
		for i, end := range ends.states {
			put.add(alike(end), ends.weights[i])
		}
		return put.branches()
	})
	return s
}
