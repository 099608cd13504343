package engine

import "slices"

// tally adds weights by state and keeps the order in which states first came,
// so that the same odds always add up to the same last digit.
type tally[S comparable] struct {
	states  []S
	weights []float64
	index   map[S]int // nil while the states are few
	last    int       // the state that came last: often it comes again
}

// few is how many states are found sooner by looking at each of them.
const few = 8

func newTally[S comparable](size int) *tally[S] {
	return &tally[S]{states: make([]S, 0, size), weights: make([]float64, 0, size)}
}

func (t *tally[S]) add(s S, p float64) {
	if t.last < len(t.states) && t.states[t.last] == s {
		t.weights[t.last] += p
		return
	}
	i, ok := t.find(s)
	if !ok {
		i = len(t.states)
		t.states, t.weights = append(t.states, s), append(t.weights, 0)
		t.learn(i)
	}
	t.last = i
	t.weights[i] += p
}

func (t *tally[S]) find(s S) (int, bool) {
	if len(t.states) > few {
		i, ok := t.index[s]
		return i, ok
	}
	i := slices.Index(t.states, s)
	return i, i >= 0
}

// learn puts state i, the newest, into the index.
func (t *tally[S]) learn(i int) {
	switch {
	case i < few:
	case i > few:
		t.index[t.states[i]] = i
	default:
		if t.index == nil {
			t.index = make(map[S]int, cap(t.states))
		}
		for k, s := range t.states {
			t.index[s] = k
		}
	}
}

// empty takes everything out of t.
func (t *tally[S]) empty() {
	clear(t.index)
	t.states, t.weights, t.last = t.states[:0], t.weights[:0], 0
}

// branches gives the states as readings of the odds, each a *S.
func (t *tally[S]) branches() []branch {
	out := make([]branch, len(t.states))
	for i := range t.states {
		out[i] = branch{&t.states[i], t.weights[i]}
	}
	return out
}
