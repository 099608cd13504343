package engine

import (
	"cmp"
	"slices"
)

// Twice is one procedure thrown twice, independently, of which one is kept. A
// rule could as well read two chains and compare them: Twice only tunes the
// odds of that.
type Twice[S comparable] struct {
	First, Second DiceSequence[S]
	Stands        func(S) bool // a first throw after which there is no second
	Rank          func(S) int  // the higher is kept; of equals, the first
	Same          func(S) S    // of what is kept, where nothing is decided later; nil for none

	// Alone says that after the second throw the rule depends on nothing that
	// it was told but the one that is kept; see [Merge].
	Alone bool
}

// Read gives the throw that is kept, of First and Second, and in play the other
// one too, for the log. The odds count each once, not one for every end of the
// other, and seconds of one key once; see [DiceSequence.ReadKeyed].
func (t Twice[S]) Read(r *Roll, key any) (kept, other S) {
	if t.Alone {
		r.settled++
	}
	first, whole := t.First.read(r, func(s S) []branch {
		return t.better(r, t.First.ends(r, s), t.Second.keyed(r, key, t.Second.From)).branches(r.walk)
	})
	if !whole || t.Stands(first) {
		return first, other
	}
	second, whole := t.Second.read(r, func(s S) []branch {
		ends := t.Second.keyed(r, key, s)
		if t.Alone && r.merges() {
			m, add := meets[S](r)
			t.beside(r, first, ends, add)
			panic(m)
		}
		out := &tally[S]{}
		t.beside(r, first, ends, func(s S, p float64) { out.add(s, p) })
		return out.lot().branches(r.walk)
	})
	switch {
	case !whole:
		return second, other
	case t.Rank(second) > t.Rank(first):
		return second, first
	}
	return first, second
}

// same is Same, or a function that changes nothing.
func (t Twice[S]) same(r *Roll) func(S) S {
	if t.Same != nil && r.merges() {
		return t.Same
	}
	return func(s S) S { return s }
}

// beside tells add how likely each second throw is to be kept beside first.
func (t Twice[S]) beside(r *Roll, first S, second lot[S], add func(S, float64)) {
	same := t.same(r)
	rank, stays := t.Rank(first), 0.0
	for i, s := range second.states {
		if t.Rank(s) <= rank {
			stays += second.weights[i]
		} else {
			add(same(s), second.weights[i])
		}
	}
	if stays > 0 {
		add(same(first), stays)
	}
}

// better counts how likely each end is to be the one that is kept.
func (t Twice[S]) better(r *Roll, first, second lot[S]) lot[S] {
	same := t.same(r)
	out := &tally[S]{}
	seconds := t.ranked(second, func(S) bool { return false })
	for i, s := range first.states {
		p := first.weights[i]
		if !t.Stands(s) {
			p *= seconds.upTo(t.Rank(s))
		}
		out.add(same(s), p)
	}
	firsts := t.ranked(first, t.Stands)
	for i, s := range second.states {
		out.add(same(s), second.weights[i]*firsts.upTo(t.Rank(s)-1))
	}
	return out.lot()
}

// ladder holds ranks in rising order, each with the weight of it and all below.
type ladder []rung

type rung struct {
	rank int
	p    float64
}

// ranked puts ends on a ladder, all but those left out.
func (t Twice[S]) ranked(ends lot[S], without func(S) bool) ladder {
	out := make(ladder, 0, len(ends.states))
	for i, s := range ends.states {
		if !without(s) {
			out = append(out, rung{t.Rank(s), ends.weights[i]})
		}
	}
	slices.SortStableFunc(out, func(a, b rung) int { return cmp.Compare(a.rank, b.rank) })
	for i := 1; i < len(out); i++ {
		out[i].p += out[i-1].p
	}
	return out
}

// upTo gives the weight of all ranks up to and with rank.
func (l ladder) upTo(rank int) float64 {
	above, _ := slices.BinarySearchFunc(l, rank+1, func(e rung, want int) int { return cmp.Compare(e.rank, want) })
	if above == 0 {
		return 0
	}
	return l[above-1].p
}
