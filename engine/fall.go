package engine

// fall counts what states become while dice fall, die by die and equal states
// together. A walk uses one for all its readings of a type.
type fall[S comparable] struct {
	places[S]
	weights []float64 // by place
	then    []float64 // the same one die later
	arcs    []arc
	from    []span // of arcs, by place
	read    []S    // what the branches of this count point to
}

// arc leads from a state to the one that a face makes of it.
type arc struct {
	to int32
	p  float64
}

// span is a part of the arcs; the zero span: they are not known.
type span struct{ at, end int32 }

// mostArcs is how many are kept to be gone again with the next die.
const mostArcs = 1 << 17

// falling gives the fall of a walk, empty.
func falling[S comparable](w *walk) *fall[S] {
	f := keptOf[fall[S]](&w.falls)
	f.places.empty()
	f.weights = f.weights[:0]
	return f
}

// begin puts in a state of which p is certain.
func (f *fall[S]) begin(s S, p float64) {
	f.place(s)
	f.weights = append(f.weights, p)
}

// throw lets dice of one kind fall, after each of which fold gives the state.
func (f *fall[S]) throw(d Dice, fold func(S, int) S) {
	if d.Count == 1 {
		f.single(faceWeights(d), fold)
		return
	}
	faces, all := faceWeights(d), d.whole()
	if all > 0 { // each face is one way of all: nothing is rounded before they are divided
		for i := range faces {
			faces[i].p = 1
		}
	}
	f.arcs, f.from = f.arcs[:0], f.from[:0]
	least := negligible
	for range d.Count {
		f.die(faces, least, fold)
		if all > 0 {
			least *= float64(len(faces))
		}
	}
	if all > 0 {
		for i := range f.weights {
			f.weights[i] /= all
		}
	}
}

// single lets one die fall.
func (f *fall[S]) single(faces []faceWeight, fold func(S, int) S) {
	f.then = cleared(f.then, len(f.states))
	for i := range f.weights {
		p, s := f.weights[i], f.states[i]
		for _, face := range faces {
			if p*face.p < negligible { // so are all that follow
				break
			}
			to := f.place(fold(s, face.value))
			if to == len(f.then) {
				f.then = append(f.then, 0)
			}
			f.then[to] += p * face.p
		}
	}
	f.weights, f.then = f.then, f.weights
}

// die lets one die of several fall. What a state becomes is found out once for
// all of them.
func (f *fall[S]) die(faces []faceWeight, least float64, fold func(S, int) S) {
	f.then = cleared(f.then, len(f.states))
	for i, p := range f.weights {
		if p < least {
			continue
		}
		arcs := f.leading(i, faces, fold)
		for len(f.then) < len(f.states) {
			f.then = append(f.then, 0)
		}
		for _, a := range arcs {
			f.then[a.to] += p * a.p
		}
	}
	f.weights, f.then = f.then, f.weights
}

// leading gives the arcs of the state at a place.
func (f *fall[S]) leading(at int, faces []faceWeight, fold func(S, int) S) []arc {
	for len(f.from) < len(f.states) {
		f.from = append(f.from, span{})
	}
	if known := f.from[at]; known.end > 0 {
		return f.arcs[known.at:known.end]
	}
	if len(f.arcs) > mostArcs {
		f.arcs = f.arcs[:0]
		clear(f.from)
	}
	first, s := len(f.arcs), f.states[at]
	for _, face := range faces {
		to := int32(f.place(fold(s, face.value)))
		if last := len(f.arcs) - 1; last >= first && f.arcs[last].to == to {
			f.arcs[last].p += face.p
		} else {
			f.arcs = append(f.arcs, arc{to, face.p})
		}
	}
	f.from[at] = span{int32(first), int32(len(f.arcs))}
	return f.arcs[first:]
}

// branches gives the states as readings of the odds, each a *S, in memory that
// is theirs until the count is over.
func (f *fall[S]) branches(w *walk) []branch {
	states, out := room(&f.read, len(f.states)), room(&w.branches, len(f.states))
	for i, p := range f.weights {
		if p > 0 {
			states = append(states, f.states[i])
			out = append(out, branch{&states[len(states)-1], p})
		}
	}
	return out
}

// rest makes the memory of a count free for the next one.
func (f *fall[S]) rest() { f.read = f.read[:0] }

// room gives an empty slice for n elements, out of what is left of all.
func room[T any](all *[]T, n int) []T {
	if cap(*all)-len(*all) < n {
		*all = make([]T, 0, max(2*cap(*all), n, 64))
	}
	at := len(*all)
	*all = (*all)[:at+n]
	return (*all)[at : at : at+n]
}

type faceWeight struct {
	value int
	p     float64
}

// deepest is how often a die is thrown again before the rest counts as not
// reached: 6^-20 is below 1e-15.
const deepest = 20

// faceWeights gives the values of one die with their weights, the likeliest
// first.
func faceWeights(d Dice) []faceWeight {
	sides := d.High - d.Low + 1
	if d.Again == 0 {
		out := make([]faceWeight, sides)
		for i := range out {
			out[i] = faceWeight{d.Low + i, 1 / float64(sides)}
		}
		return out
	}
	var out []faceWeight
	carried, p := 0, 1/float64(sides)
	for range deepest {
		for f := d.Low; f <= d.High; f++ {
			if f != d.Again {
				out = append(out, faceWeight{carried + f, p})
			}
		}
		carried += d.Again
		p /= float64(sides)
	}
	return out
}

// whole gives in how many ways the dice can fall, 0 where those are more than a
// float64 counts one by one.
func (d Dice) whole() float64 {
	if d.Again != 0 {
		return 0
	}
	all := 1.0
	for range d.Count {
		if all *= float64(d.High - d.Low + 1); all > 1<<53 {
			return 0
		}
	}
	return all
}
