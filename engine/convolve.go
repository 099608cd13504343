package engine

// fall counts what states become while dice fall, die by die and equal states
// together. A walk uses one for all its readings of a type.
type fall[S comparable] struct {
	walk *walk
	places[S]
	weights []float64 // by place
	then    []float64 // the same one die later
	arcs    []arc
	from    []span // of arcs, by place
	read    []S    // what the branches of this count point to

	// Of a chain.
	waiting, next waiting[tally[S]]
	ended         tally[S]
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

// falling gives the fall of a walk.
func falling[S comparable](w *walk) *fall[S] {
	f := keptOf[fall[S]](&w.falls)
	f.walk = w
	return f
}

// certain is a state that nothing has fallen after.
func certain[S comparable](s S) lot[S] { return lot[S]{[]S{s}, []float64{1}} }

// begin puts in the states before the first die.
func (f *fall[S]) begin(from lot[S]) {
	f.places.empty()
	for _, s := range from.states {
		f.place(s)
	}
	f.weights = append(f.weights[:0], from.weights...)
}

// throw lets dice of one kind fall, after each of which fold gives the state.
func (f *fall[S]) throw(d Dice, fold func(S, int) S) {
	faces := f.walk.faces(d)
	if d.Count == 1 || d.Again != 0 { // of endless dice only the likely faces are followed
		for range d.Count {
			f.single(faces, fold)
		}
		return
	}
	all := d.whole() // where it is known each face is one way: nothing is rounded before they are divided
	f.arcs, f.from = f.arcs[:0], f.from[:0]
	least, before := faint, len(f.states)
	for n := range d.Count {
		if n == 1 && d.Count == 2 && all > 0 && len(f.states) == before*(1+len(faces)) {
			f.second(before, faces, fold)
			break
		}
		f.die(faces, all > 0, least, fold)
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

// single lets one die fall, and follows what is not negligible.
func (f *fall[S]) single(faces []faceWeight, fold func(S, int) S) {
	f.then = cleared(f.then, len(f.states))
	for i := range f.weights {
		p, s := f.weights[i], f.states[i]
		for _, face := range faces {
			if p*face.p < faint { // so are all that follow
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
func (f *fall[S]) die(faces []faceWeight, whole bool, least float64, fold func(S, int) S) {
	f.then = cleared(f.then, len(f.states))
	for i, p := range f.weights {
		if p < least {
			continue
		}
		arcs := f.leading(i, faces, whole, fold)
		for len(f.then) < len(f.states) {
			f.then = append(f.then, 0)
		}
		then := f.then
		for _, a := range arcs {
			then[a.to] += p * a.p
		}
	}
	f.weights, f.then = f.then, f.weights
}

// second is the second die of two, where the first has led from each of so many
// states to one of its own for each face: the order of the two does not count, so
// that it need not show less than the first.
func (f *fall[S]) second(before int, faces []faceWeight, fold func(S, int) S) {
	f.then = cleared(f.then, len(f.states))
	for at := before; at < before*(1+len(faces)); at++ {
		p, s := f.weights[at], f.states[at]
		for _, face := range faces[(at-before)%len(faces):] {
			to := f.place(fold(s, face.value))
			if to == len(f.then) {
				f.then = append(f.then, 0)
			}
			f.then[to] += p
			p = 2 * f.weights[at] // as likely the other way round
		}
	}
	f.weights, f.then = f.then, f.weights
}

// leading gives the arcs of the state at a place.
func (f *fall[S]) leading(at int, faces []faceWeight, whole bool, fold func(S, int) S) []arc {
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
		to, p := int32(f.place(fold(s, face.value))), face.p
		if whole {
			p = 1
		}
		if last := len(f.arcs) - 1; last >= first && f.arcs[last].to == to {
			f.arcs[last].p += p
		} else {
			f.arcs = append(f.arcs, arc{to, p})
		}
	}
	f.from[at] = span{int32(first), int32(len(f.arcs))}
	return f.arcs[first:]
}

// lot gives what the dice came to.
func (f *fall[S]) lot() lot[S] { return f.keep(lot[S]{f.states, f.weights}) }

// keep gives a copy of what is not negligible, in memory that is its own until the
// count is over.
func (f *fall[S]) keep(all lot[S]) lot[S] {
	out := lot[S]{room(&f.read, len(all.states)), room(&f.walk.weights, len(all.states))}
	for i, p := range all.weights {
		if p >= negligible {
			out.states, out.weights = append(out.states, all.states[i]), append(out.weights, p)
		}
	}
	return out
}

// rest makes the memory of a count free for the next one.
func (f *fall[S]) rest() { f.walk, f.read = nil, f.read[:0] }

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

// faces gives the values of one of d with their weights, the likeliest first.
func (l *lasting) faces(d Dice) []faceWeight {
	d.Count = 1
	for i := range l.kinds {
		if l.kinds[i].die == d {
			return l.kinds[i].faces
		}
	}
	if len(l.kinds) == mostKinds {
		l.kinds = l.kinds[:0]
	}
	l.kinds = append(l.kinds, kind{d, faceWeights(d)})
	return l.kinds[len(l.kinds)-1].faces
}

// kind is a kind of dice that have fallen before.
type kind struct {
	die   Dice
	faces []faceWeight
}

const mostKinds = 16

// faceWeights works out faces.
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
