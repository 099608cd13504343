package engine

// Bouts are dice thrown again and again, bout by bout, until something is over:
// a contest, blow after blow. E is how one bout ends, S what it leaves.
type Bouts[E, S comparable] struct {
	Bout DiceSequence[E]
	Over func(S) bool
	Then func(S, E) S
	Left func(S) int // at least 0; each bout makes it less, or changes nothing
}

// ReadKeyed throws bouts from s on until they are over, and tells each of them
// as it is thrown. The odds see all that are still to come as one reading and
// follow equal states once, however many bouts lead there. The key is that of
// [DiceSequence.ReadKeyed] for one bout.
func (b Bouts[E, S]) ReadKeyed(r *Roll, key any, s S, tell func(S, E)) S {
	for !b.Over(s) {
		if r.walk != nil && r.next >= len(r.tape) {
			if reading := r.reading(); reading != nil {
				return *reading.(*S)
			}
			panic(r.walk.fork(b.ends(s, b.Bout.keyed(r, key, b.Bout.From)).branches(r.walk)))
		}
		e := b.Bout.ReadKeyed(r, key)
		tell(s, e)
		s = b.Then(s, e)
	}
	return s
}

// ends counts how likely each state is in which the bouts from s on are over.
// Those with most left go first, so that each is followed once.
func (b Bouts[E, S]) ends(from S, bout lot[E]) lot[S] {
	out := &tally[S]{}
	levels := make([]*tally[S], b.Left(from)+1)
	add := func(s S, p float64) {
		if b.Over(s) {
			out.add(s, p)
			return
		}
		n := b.Left(s)
		if levels[n] == nil {
			levels[n] = &tally[S]{}
		}
		levels[n].add(s, p)
	}
	add(from, 1)
	for n := len(levels) - 1; n >= 0; n-- {
		if levels[n] == nil {
			continue
		}
		for i, s := range levels[n].states {
			p := levels[n].weights[i]
			if p < negligible/1000 { // there may be a great many such states
				continue
			}
			b.follow(s, bout, func(then S, q float64) { add(then, p*q) })
		}
		levels[n] = nil
	}
	return out.lot()
}

// follow gives each state that a bout can make of s, with its weight. What
// changes nothing is thrown again, and so counts for none.
func (b Bouts[E, S]) follow(s S, bout lot[E], to func(S, float64)) {
	changed := 0.0
	for k, e := range bout.states {
		if b.Then(s, e) != s {
			changed += bout.weights[k]
		}
	}
	for k, e := range bout.states {
		then := b.Then(s, e)
		switch {
		case then == s:
		case !b.Over(then) && b.Left(then) >= b.Left(s):
			panic("bouts without end: one of them took nothing off")
		default:
			to(then, bout.weights[k]/changed)
		}
	}
}
