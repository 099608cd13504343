package engine

import (
	"hash/maphash"
	"slices"
)

// tally adds weights by state and keeps the order in which states first came,
// so that the same odds always add up to the same last digit.
type tally[S comparable] struct {
	places[S]
	weights []float64 // by place
}

// add gives the place of s, where p is added.
func (t *tally[S]) add(s S, p float64) int {
	at := t.place(s)
	if at == len(t.weights) {
		t.weights = append(t.weights, 0)
	}
	t.weights[at] += p
	return at
}

// empty takes everything out of t.
func (t *tally[S]) empty() {
	t.places.empty()
	t.weights = t.weights[:0]
}

// lot gives what is in t, for as long as nothing is added.
func (t *tally[S]) lot() lot[S] { return lot[S]{t.states, t.weights} }

// lot are states that dice may come to, each with its weight.
type lot[S comparable] struct {
	states  []S
	weights []float64
}

// branches gives the states as readings of the odds, each a *S.
func (l lot[S]) branches(w *walk) []branch {
	out := room(&w.branches, len(l.states))
	for i := range l.states {
		out = append(out, branch{&l.states[i], l.weights[i]})
	}
	return out
}

// places numbers states from 0, in the order in which they first come. Odds find
// tens of thousands: a map would hold every state a second time.
type places[S comparable] struct {
	states []S
	slots  []int32 // places, from 1, by the hash of their states; 0: free; none while states are few
	last   int     // the place that came last
	after  []int32 // by place: which came after it, for it often does again
	row    []int32 // places, from 1, of the whole numbers from least on: they need no hash
	least  int
}

// few is how many states are found sooner by looking at each of them.
const few = 8

var seed = maphash.MakeSeed()

// place finds s, or puts it at the end.
func (x *places[S]) place(s S) int {
	if n, whole := any(s).(int); whole {
		if at := n - x.least; at >= 0 && at < len(x.row) || x.reach(n) {
			at = n - x.least
			if x.row[at] == 0 {
				x.row[at] = int32(x.put(s)) + 1
			}
			return int(x.row[at]) - 1
		}
	}
	if len(x.states) == 0 {
		return x.put(s)
	}
	at := int(x.after[x.last])
	if x.states[at] != s {
		if at = x.last + 1; at == len(x.states) || x.states[at] != s { // a face more may be a state more
			at = x.find(s)
		}
		x.after[x.last] = int32(at)
	}
	x.last = at
	return at
}

func (x *places[S]) find(s S) int {
	if len(x.states) < few {
		if i := slices.Index(x.states, s); i >= 0 {
			return i
		}
		return x.put(s)
	}
	if 2*len(x.states) >= len(x.slots) {
		x.spread()
	}
	at := x.slot(s)
	if x.slots[at] == 0 {
		x.slots[at] = int32(x.put(s)) + 1
	}
	return int(x.slots[at]) - 1
}

func (x *places[S]) put(s S) int {
	x.states, x.after = append(x.states, s), append(x.after, 0)
	return len(x.states) - 1
}

// slot finds the slot of s, or a free one for it.
func (x *places[S]) slot(s S) int {
	mask := len(x.slots) - 1
	at := int(maphash.Comparable(seed, s)) & mask
	for x.slots[at] != 0 && x.states[x.slots[at]-1] != s {
		at = (at + 1) & mask
	}
	return at
}

// spread makes room for twice as many states as there are.
func (x *places[S]) spread() {
	n := 4 * few
	for n < 4*len(x.states) {
		n *= 2
	}
	x.slots = cleared(x.slots, n)
	for i, s := range x.states {
		x.slots[x.slot(s)] = int32(i) + 1
	}
}

// reach widens the row to n, unless most of it would be empty then.
func (x *places[S]) reach(n int) bool {
	least, most := n, n+1
	if len(x.row) > 0 {
		least, most = min(n, x.least), max(n+1, x.least+len(x.row))
	}
	wide := most - least
	if wide > 64+16*len(x.states) || wide < 0 {
		return false
	}
	if n < x.least {
		least -= wide
	}
	x.row, x.least = cleared(x.row, 2*wide+32), least
	for i, s := range x.states {
		if at := any(s).(int) - least; at >= 0 && at < len(x.row) {
			x.row[at] = int32(i) + 1
		}
	}
	return true
}

func (x *places[S]) empty() {
	x.states, x.after, x.slots, x.row, x.last = x.states[:0], x.after[:0], x.slots[:0], x.row[:0], 0
}

// cleared gives n zeros, in the memory of all where that is enough.
func cleared[T any](all []T, n int) []T {
	if n > cap(all) {
		return make([]T, n)
	}
	all = all[:n]
	clear(all)
	return all
}
