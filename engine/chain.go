package engine

import (
	"cmp"
	"slices"
)

// Chain is what [ReadOn] reads, with more said about its states, so that the
// odds of long chains have few ends.
type Chain[S comparable] struct {
	From S
	Next func(S) (Part, bool) // what is thrown next; false: nothing more
	Fold func(s S, value int) S

	// Key, nil for none, is a comparable that holds all that the functions go
	// by besides their state: the odds count chains of one key once.
	Key any

	// Same, nil for none, gives a state with the same odds as s whatever is
	// decided later. It is called after each die, in odds only.
	Same func(s S) S
	// Plain is Same, nil for none, for a chain that has ended and where every
	// later decision is answered with nothing.
	Plain func(s S) S
}

// ReadChain is [ReadOn] for a Chain.
func ReadChain[S comparable](r *Roll, c Chain[S]) S {
	s, _ := c.read(r, func(s S) []branch { return c.ends(r, s).branches() })
	return s
}

// read follows the chain. Once there are no more answers the odds fork over
// rest; whole is false for a reading that came out of it.
func (c Chain[S]) read(r *Roll, rest func(S) []branch) (s S, whole bool) {
	s = c.From
	for {
		p, more := c.Next(s)
		if !more {
			return s, true
		}
		q := Question{Ask: p.Ask, Form: Throwing, Who: Actor, Dice: p.Dice}
		reading, a, ok := r.answer(&q)
		switch {
		case reading != nil:
			return reading.(S), false
		case ok:
			for _, v := range p.Dice.Values(a.Faces) {
				s = c.Fold(s, v)
			}
		case r.walk != nil:
			panic(fork{rest(s)})
		default:
			panic(open{q})
		}
	}
}

// held is a state with the dice of its throw that have not fallen yet.
type held[S comparable] struct {
	s    S
	left int
	kind int // of those: an index
}

// ends counts how likely each end of the chain is, from s on. What is
// negligible is not followed, so endless dice end too.
func (c Chain[S]) ends(r *Roll, s S) *tally[S] {
	if c.Key == nil || s != c.From {
		return c.count(r, s)
	}
	if known, ok := r.walk.endsOf[c.Key]; ok {
		return known.(*tally[S])
	}
	out := c.count(r, s)
	r.walk.endsOf[c.Key] = out
	return out
}

// count goes through the chain die by die, equal states together.
func (c Chain[S]) count(r *Roll, s S) *tally[S] {
	out, now := newTally[S](16), newTally[held[S]](16)
	now.add(held[S]{s: s}, 1)
	then := newTally[held[S]](16)
	same, plain := c.forgets(r)
	var dice kinds
	for len(now.states) > 0 {
		for i, h := range now.states {
			p := now.weights[i]
			if h.left == 0 {
				part, more := c.Next(h.s)
				if !more {
					out.add(plain(h.s), p)
					continue
				}
				h.left, h.kind = part.Dice.Count, dice.index(part.Dice)
			}
			if p < negligible {
				continue
			}
			faces := dice[h.kind].faces
			if h.left--; h.left == 0 {
				h.kind = 0
			}
			for _, f := range faces {
				then.add(held[S]{same(c.Fold(h.s, f.value)), h.left, h.kind}, p*f.p)
			}
		}
		now, then = then, now
		then.empty()
	}
	return out
}

// kinds are the dice of a chain, with the faces of one of each.
type kinds []kind

type kind struct {
	die   Dice
	faces []faceWeight
}

func (k *kinds) index(d Dice) int {
	d.Count = 1
	i := slices.IndexFunc(*k, func(x kind) bool { return x.die == d })
	if i < 0 {
		i = len(*k)
		*k = append(*k, kind{d, faceWeights(d)})
	}
	return i
}

// forgets gives what the odds that r counts may forget.
func (c Chain[S]) forgets(r *Roll) (same, plain func(S) S) {
	none := func(s S) S { return s }
	same, plain = none, none
	if c.Same != nil && r.merges() {
		same = c.Same
	}
	if c.Plain != nil && r.merges() && r.walk.frugal {
		plain = c.Plain
	}
	return same, plain
}

// empty takes everything out of t.
func (t *tally[S]) empty() {
	clear(t.index)
	t.states, t.weights = t.states[:0], t.weights[:0]
}

func (t *tally[S]) branches() []branch {
	out := make([]branch, len(t.states))
	for i, s := range t.states {
		out[i] = branch{s, t.weights[i]}
	}
	return out
}

// merges reports whether the odds may follow equal states once.
func (r *Roll) merges() bool { return r.passed < longestTape }

// Twice is one procedure thrown twice, independently, of which one is kept.
type Twice[S comparable] struct {
	First, Second Chain[S]
	Stands        func(S) bool // a first throw after which there is no second
	Rank          func(S) int  // the higher is kept; of equals, the first
	Same          func(S) S    // of what is kept, where nothing is decided later; nil for none
}

// ReadTwice gives the throw that is kept, of First and Second, and in play the
// other one too, for the log. The odds count each once, not one for every end
// of the other.
func ReadTwice[S comparable](r *Roll, t Twice[S]) (kept, other S) {
	first, whole := t.First.read(r, func(s S) []branch {
		return t.better(r, t.First.ends(r, s), t.Second.ends(r, t.Second.From)).branches()
	})
	if !whole || t.Stands(first) {
		return first, other
	}
	second, whole := t.Second.read(r, func(s S) []branch {
		alone := newTally[S](1)
		alone.add(first, 1)
		return t.better(r, alone, t.Second.ends(r, s)).branches()
	})
	switch {
	case !whole:
		return second, other
	case t.Rank(second) > t.Rank(first):
		return second, first
	}
	return first, second
}

// better counts how likely each end is to be the one that is kept.
func (t Twice[S]) better(r *Roll, first, second *tally[S]) *tally[S] {
	same, _ := Chain[S]{Same: t.Same}.forgets(r)
	out := newTally[S](256)
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
	return out
}

// ladder holds ranks in rising order, each with the weight of it and all below.
type ladder []rung

type rung struct {
	rank int
	p    float64
}

// ranked puts ends on a ladder, all but those left out.
func (t Twice[S]) ranked(ends *tally[S], without func(S) bool) ladder {
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
