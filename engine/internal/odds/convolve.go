package odds

import (
	"hash/maphash"
	"math/bits"
)

// Weighted are states, each with its weight, in the order in which they were first
// added: so the same odds always add up to the same last digit. The zero value is
// empty.
type Weighted[S comparable] struct {
	States  []S
	Weights []float64
	slots   []int32 // a hash table: the index of a state, plus 1; 0 where a slot is free
}

// sized is empty, with room for n states.
func sized[S comparable](n int) *Weighted[S] {
	w := &Weighted[S]{States: make([]S, 0, n), Weights: make([]float64, 0, n)}
	w.rehash(n)
	return w
}

// Add adds p to the weight of s.
func (w *Weighted[S]) Add(s S, p float64) { w.Weights[w.Place(s)] += p }

// Place gives the index of s. A state that is not there yet is put at the end with
// no weight.
func (w *Weighted[S]) Place(s S) int {
	if 2*len(w.States) >= len(w.slots) {
		w.rehash(2 * len(w.States))
	}
	slot := w.slot(s)
	if w.slots[slot] == 0 {
		w.States, w.Weights = append(w.States, s), append(w.Weights, 0)
		w.slots[slot] = int32(len(w.States))
	}
	return int(w.slots[slot]) - 1
}

// slot finds the slot of s, or the free one where it belongs.
func (w *Weighted[S]) slot(s S) int {
	mask := len(w.slots) - 1
	at := int(maphash.Comparable(seed, s)) & mask
	for w.slots[at] != 0 && w.States[w.slots[at]-1] != s {
		at = (at + 1) & mask
	}
	return at
}

// rehash makes room for n states.
func (w *Weighted[S]) rehash(n int) {
	w.slots = make([]int32, 1<<bits.Len(uint(2*n+8)))
	for i, s := range w.States {
		w.slots[w.slot(s)] = int32(i) + 1
	}
}

var seed = maphash.MakeSeed()

// Branches gives the states as branches of a [Walk]; the reading of each is a *S.
// What is negligible is left out.
func (w *Weighted[S]) Branches() []Branch {
	out := make([]Branch, 0, len(w.States))
	for i, p := range w.Weights {
		if p >= negligible {
			out = append(out, Branch{Reading: &w.States[i], P: p})
		}
	}
	return out
}

// States are the states that ways have come to at a merging point, each with a result, of
// which one counts. A state is known by its place among them, which is found and
// compared faster than itself.
type States[K comparable, T any] struct {
	all     Weighted[K]
	results []T
}

// place is the place of a state.
type place struct {
	of any // the States
	n  int
}

// Merging gives the states of w as branches that come to a merging point right behind the
// dice, on a way of weight p. as gives for each its result, which is the reading, and its state
// there. Equal ones are added up, what is negligible is left out.
func Merging[S, K comparable, T any](t *States[K, T], p float64, w *Weighted[S], as func(S) (T, K), another *Another) []Branch {
	weights := make([]float64, len(t.results), len(t.results)+len(w.States)) // by place
	places := make([]int, 0, len(w.States))                                  // those with a weight, in the order in which they came up
	for i, s := range w.States {
		if p*w.Weights[i] < scarce {
			continue
		}
		result, state := as(s)
		n := t.all.Place(state)
		if n == len(t.results) {
			t.results = append(t.results, result)
		} else if another.next() {
			t.results[n] = result
		}
		for len(weights) <= n {
			weights = append(weights, 0)
		}
		if weights[n] == 0 {
			places = append(places, n)
		}
		weights[n] += w.Weights[i]
	}
	out := make([]Branch, 0, len(places))
	for _, n := range places {
		if p := weights[n]; p >= negligible {
			out = append(out, Branch{Reading: &t.results[n], P: p, State: place{t, n}})
		}
	}
	return out
}

// negligible is the weight below which a way is not followed: it counts as
// unreached. All of them together are far below the 1e-9 that odds may be off.
const negligible = 1e-15

// scarce is the weight below which an end is not looked at where many ends may come to the
// same state.
const scarce = negligible / 1000

// vanishing is the weight below which a state is not followed from die to die,
// where many ways may still lead to the same state.
const vanishing = 1e-21

// Certain gives a single state that is there before the first die.
func Certain[S comparable](s S) *Weighted[S] {
	w := &Weighted[S]{}
	w.Add(s, 1)
	return w
}

// Spend is told how many steps a count is about to take, each of them some 100 ns. It ends the
// count, by a panic of its own, where they are too many.
type Spend func(steps int)

// Convolve throws dice one by one and gives the states that they lead to. Fold gives
// what a state becomes with the value of one more die; a die that was thrown again
// has the sum of its faces. Which of the dice fell first must not matter to fold.
func Convolve[S comparable](from *Weighted[S], d Dice, fold func(S, int) S, spend Spend) *Weighted[S] {
	faces, least, all := d.faces(), vanishing, d.throws()
	if all > 0 { // each face is one throw, and the sum is divided last
		for i := range faces {
			faces[i].p = 1
		}
	}
	for range d.Count {
		spend(10 + len(from.States)*len(faces))
		next := sized[S](len(from.States) + len(faces))
		for i, s := range from.States {
			for _, f := range faces {
				p := from.Weights[i] * f.p
				if p < least { // so are all that follow
					break
				}
				next.Add(fold(s, f.value), p)
			}
		}
		from = next
	}
	if all > 0 {
		for i := range from.Weights {
			from.Weights[i] /= all
		}
	}
	return from
}

// Sums gives the sums of dice. It comes to the same as [Convolve] with a fold that
// adds, and is far faster for many dice with many faces.
func Sums(d Dice, spend Spend) *Weighted[int] {
	faces, all := d.faces(), d.throws()
	if all > 0 {
		for i := range faces {
			faces[i].p = 1
		}
	}
	least, most := faces[0].value, faces[0].value
	for _, f := range faces {
		least, most = min(least, f.value), max(most, f.value)
	}
	row := []float64{1} // the weights of the sums, from the lowest on
	for range d.Count {
		spend(len(row) * len(faces) / inOneStep)
		next := make([]float64, len(row)+most-least)
		for i, p := range row {
			if p == 0 {
				continue
			}
			for _, f := range faces {
				next[i+f.value-least] += p * f.p
			}
		}
		row = next
	}
	out := &Weighted[int]{}
	for i, p := range row {
		if all > 0 {
			p /= all
		}
		if p > 0 {
			out.States, out.Weights = append(out.States, d.Count*least+i), append(out.Weights, p)
		}
	}
	return out
}

// Sequence is dice that are thrown one after the other, as many as they themselves
// call for.
type Sequence[S comparable] struct {
	Next   func(S) (Dice, bool) // what is thrown next; false where nothing more is
	Fold   func(S, int) S       // the state with one die more
	Thrown func(S) S            // the state once all dice of a throw have fallen; nil for the same
}

// Ends gives the states in which nothing more is thrown. Endless sequences end too,
// since states of vanishing weight are not followed. A sequence that comes back to its
// first state, since all is thrown again after a tie, is followed once: its ends are as
// likely as they are among the ways that do not come back.
func (q Sequence[S]) Ends(from S, spend Spend) *Weighted[S] {
	ends := &Weighted[S]{}
	var queue []waiting[S] // one entry for each kind of dice
	started, back := false, 0.0
	add := func(s S, p float64) {
		if started && s == from {
			back += p
			return
		}
		started = true
		dice, more := q.Next(s)
		if !more {
			ends.Add(s, p)
			return
		}
		for i := range queue {
			if queue[i].dice == dice {
				queue[i].states.Add(s, p)
				return
			}
		}
		queue = append(queue, waitingFor(dice, s, p))
	}
	for add(from, 1); len(queue) > 0; {
		// The latest first: dice that are thrown on fall before those for which
		// all wait, and then all of them are counted together.
		last := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		thrown := Convolve(last.states, last.dice, q.Fold, spend)
		for i, s := range thrown.States {
			if p := thrown.Weights[i]; p >= vanishing {
				if q.Thrown != nil {
					s = q.Thrown(s)
				}
				add(s, p)
			}
		}
	}
	if back > 0 && back < 1-negligible {
		for i := range ends.Weights {
			ends.Weights[i] /= 1 - back
		}
	}
	return ends
}

// Series is the same throw again and again, until what it has come to is enough.
type Series[S, C comparable] struct {
	Each *Weighted[C] // what one throw comes to
	Fold func(S, C) S // the state after one more
	Left func(S) int  // how far a state is from the end: every throw makes it less, and 0 or less is the end
}

// Ends gives the states at the end. States that are farther from it come first, so each
// is followed once, with the weight of all the ways that lead to it.
func (q Series[S, C]) Ends(from *Weighted[S], spend Spend) *Weighted[S] {
	ends := &Weighted[S]{}
	var waiting []*Weighted[S] // by how far they are from the end
	add := func(s S, p float64) {
		left := q.Left(s)
		if left <= 0 {
			ends.Add(s, p)
			return
		}
		for len(waiting) <= left {
			waiting = append(waiting, &Weighted[S]{})
		}
		waiting[left].Add(s, p)
	}
	for i, s := range from.States {
		add(s, from.Weights[i])
	}
	for left := len(waiting) - 1; left > 0; left-- {
		now := waiting[left]
		spend(len(now.States) * len(q.Each.States))
		for i, s := range now.States {
			if now.Weights[i] < vanishing {
				continue
			}
			for k, c := range q.Each.States {
				then := q.Fold(s, c)
				if q.Left(then) >= left {
					panic("a throw of a series comes no nearer to its end")
				}
				add(then, now.Weights[i]*q.Each.Weights[k])
			}
		}
	}
	return ends
}

// waiting are states that wait for the same dice.
type waiting[S comparable] struct {
	dice   Dice
	states *Weighted[S]
}

func waitingFor[S comparable](d Dice, s S, p float64) waiting[S] {
	w := waiting[S]{d, &Weighted[S]{}}
	w.states.Add(s, p)
	return w
}
