package engine

import (
	"hash/maphash"
	"slices"
)

// tally adds weights by state and keeps the order in which states first came,
// so that the same odds always add up to the same last digit. Odds make tens
// of thousands of entries: a map would hold every state a second time.
type tally[S comparable] struct {
	states  []S
	weights []float64
	slots   []int32 // places of states, from 1, by their hash; 0: free; none while states are few
	last    int     // the state that came last: often it comes again
}

// few is how many states are found sooner by looking at each of them.
const few = 8

var seed = maphash.MakeSeed()

func newTally[S comparable](size int) *tally[S] {
	return &tally[S]{states: make([]S, 0, size), weights: make([]float64, 0, size)}
}

func (t *tally[S]) add(s S, p float64) {
	if t.last < len(t.states) && t.states[t.last] == s {
		t.weights[t.last] += p
		return
	}
	t.last = t.place(s)
	t.weights[t.last] += p
}

// place finds s, or puts it at the end.
func (t *tally[S]) place(s S) int {
	if len(t.states) < few {
		if i := slices.Index(t.states, s); i >= 0 {
			return i
		}
		return t.put(s)
	}
	if 2*len(t.states) >= len(t.slots) {
		t.spread()
	}
	at := t.slot(s)
	if t.slots[at] == 0 {
		t.slots[at] = int32(t.put(s)) + 1
	}
	return int(t.slots[at]) - 1
}

func (t *tally[S]) put(s S) int {
	t.states, t.weights = append(t.states, s), append(t.weights, 0)
	return len(t.states) - 1
}

// slot finds the slot of s, or a free one for it.
func (t *tally[S]) slot(s S) int {
	mask := len(t.slots) - 1
	at := int(maphash.Comparable(seed, s)) & mask
	for t.slots[at] != 0 && t.states[t.slots[at]-1] != s {
		at = (at + 1) & mask
	}
	return at
}

// spread makes room for twice as many states as there are.
func (t *tally[S]) spread() {
	n := 4 * few
	for n < 4*len(t.states) {
		n *= 2
	}
	if n <= cap(t.slots) {
		t.slots = t.slots[:n]
		clear(t.slots)
	} else {
		t.slots = make([]int32, n)
	}
	for i, s := range t.states {
		t.slots[t.slot(s)] = int32(i) + 1
	}
}

// empty takes everything out of t.
func (t *tally[S]) empty() {
	t.states, t.weights, t.slots, t.last = t.states[:0], t.weights[:0], t.slots[:0], 0
}

// branches gives the states as readings of the odds, each a *S.
func (t *tally[S]) branches() []branch {
	out := make([]branch, len(t.states))
	for i := range t.states {
		out[i] = branch{&t.states[i], t.weights[i]}
	}
	return out
}
