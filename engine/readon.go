package engine

// ReadOn asks for dice as long as what was read so far calls for more: after
// the reading s, next gives the dice to throw, and false when that is all. It
// is for dice whose number the dice themselves decide (thrown again while they
// succeed, a second die after the highest face). The fold takes the dice one
// by one, as in [Read]; it may tell by s what was thrown. Each throw is a
// question of its own, but the odds see all of them as one reading.
func ReadOn[S comparable](r *Roll, s S, next func(S) (Part, bool), fold func(S, int) S) S {
	for {
		p, more := next(s)
		if !more {
			return s
		}
		q := Question{Ask: p.Ask, Form: Throwing, Who: Actor, Dice: p.Dice}
		reading, a, ok := r.answer(&q)
		switch {
		case reading != nil:
			return reading.(S)
		case ok:
			for _, v := range p.Dice.Values(a.Faces) {
				s = fold(s, v)
			}
		case r.walk != nil:
			panic(fork{onward(s, next, fold)})
		default:
			panic(open{q})
		}
	}
}

// onward counts how likely each last reading is. What is negligible is not
// followed, so endless dice end here.
func onward[S comparable](s S, next func(S) (Part, bool), fold func(S, int) S) []branch {
	ends, now := newTally[S](16), newTally[S](1)
	now.add(s, 1)
	var face []faceWeight
	var of Dice
	for len(now.states) > 0 {
		then := newTally[S](len(now.states) * 2)
		for k, state := range now.states {
			p, more := next(state)
			switch w := now.weights[k]; {
			case !more:
				ends.add(state, w)
			case w < negligible:
			case p.Dice.Count == 1:
				if p.Dice != of {
					face, of = faceWeights(p.Dice), p.Dice
				}
				for _, f := range face {
					then.add(fold(state, f.value), w*f.p)
				}
			default:
				for _, b := range readings(state, []Part{p}, 0, func(s S, _, v int) S { return fold(s, v) }) {
					then.add(b.reading.(S), w*b.p)
				}
			}
		}
		now = then
	}
	out := make([]branch, len(ends.states))
	for k, state := range ends.states {
		out[k] = branch{state, ends.weights[k]}
	}
	return out
}
