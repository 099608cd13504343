package engine

import "slices"

// sums counts the ends of a chain that names its [DiceSequence.Sum]: states without it,
// each with a row of weights by what the sum is. What a face does to a state is
// found out once for all of its sums; then rows are added to each other.
type sums[S comparable] struct {
	walk  *walk
	sum   func(*S) *int32
	now   board[S]
	then  []row // of now, one die later
	alike row   // of states whose next arcs are alike
	arcs  []sumArc
	from  []span // of arcs, by place
	one   S      // a state that is looked at
	read  []S    // what the branches of this count point to

	waiting waiting[board[S]]
	ended   board[S]
	order   []int        // of those that have ended
	counted []faceWeight // faces, counted one by one
}

// row are weights by what a sum is, from least on.
type row struct {
	least   int
	weights []float64
}

// end is the first sum behind r.
func (r row) end() int { return r.least + len(r.weights) }

// board are states, each with a row.
type board[S comparable] struct {
	places[S]
	rows []row
}

// sumArc leads from a state to the one that a face makes of it, and adds to the
// sum.
type sumArc struct {
	to, adds int32
	p        float64
}

// ends is [DiceSequence.ends].
func (f *sums[S]) ends(c *DiceSequence[S], s S) lot[S] {
	f.sum = c.Sum
	f.waiting = f.waiting[:0] // a fold may have refused before
	f.ended.empty()
	s, n := f.apart(s)
	f.land(c, s, row{n, []float64{1}})
	for len(f.waiting) > 0 { // dice thrown again fall before those that all wait for
		last := len(f.waiting) - 1
		f.throw(c, &f.waiting[last].states, f.waiting[last].dice)
		f.waiting = f.waiting[:last]
		for k := range f.now.states {
			s, at := f.now.states[k], f.now.rows[k]
			if len(at.weights) == 0 {
				continue
			}
			if c.Thrown != nil {
				then, n := f.apart(c.Thrown(s))
				s, at.least = then, at.least+n
			}
			f.land(c, s, at)
		}
	}
	return f.whole()
}

// apart takes the sum out of a state.
func (f *sums[S]) apart(s S) (S, int) {
	f.one = s // where a pointer to it puts nothing on the heap
	at := f.sum(&f.one)
	n := *at
	*at = 0
	return f.one, int(n)
}

// land lets a state wait for the dice that come next, or end.
func (f *sums[S]) land(c *DiceSequence[S], s S, all row) {
	to := &f.ended
	if part, more := c.Next(s); more {
		to = f.waiting.forDice(part.Dice)
	}
	to.at(s).add(all.least, all.weights, 1)
}

// throw lets dice of one kind fall.
func (f *sums[S]) throw(c *DiceSequence[S], from *board[S], d Dice) {
	faces := f.walk.faces(d)
	all, least := 0.0, 0.0
	if d.Again != 0 {
		least = faint
	}
	if d.Count > 1 {
		all = d.whole()
	}
	if all > 0 {
		faces = f.equal(faces, 1)
	}
	f.now.empty()
	for i, s := range from.states {
		f.now.at(s).add(from.rows[i].least, from.rows[i].weights, 1)
	}
	f.arcs, f.from = f.arcs[:0], f.from[:0]
	before := len(f.now.states)
	for n := range d.Count {
		// Of two dice the second need not show less than the first, where what that
		// has shown is known: the other way round is as likely.
		rising := n == 1 && d.Count == 2 && all > 0 && len(f.now.states) == before*(1+len(faces))
		if rising {
			faces = f.equal(faces, 2)
		}
		f.then = f.then[:0]
		for range f.now.states {
			f.then = anew(f.then)
		}
		tail := 0
		if all == 0 {
			tail = f.tail(c, faces)
		}
		f.alike.weights = f.alike.weights[:0]
		var last []sumArc
		for i := range f.now.rows { // no more come while the last die falls
			r := f.now.rows[i]
			if len(r.weights) == 0 {
				continue
			}
			shown := 0
			if rising {
				shown = (i - before) % len(faces)
				faces[shown].p = 1
			}
			arcs := f.leading(c, i, faces[shown:])
			if rising {
				faces[shown].p = 2
			}
			split := len(arcs) - tail
			f.die(r, arcs[:split], least)
			if tail > 0 {
				last = arcs[split:]
				f.alike.add(r.least+int(last[0].adds), r.weights, 1)
			}
		}
		if tail > 0 {
			f.alike.least -= int(last[0].adds)
			f.die(f.alike, last, least)
		}
		f.now.rows, f.then = f.then, f.now.rows
	}
	if all > 0 {
		for _, r := range f.now.rows {
			for i := range r.weights {
				r.weights[i] /= all
			}
		}
	}
}

// equal gives faces of one weight each.
func (f *sums[S]) equal(faces []faceWeight, p float64) []faceWeight {
	f.counted = append(f.counted[:0], faces...)
	for i := range f.counted {
		f.counted[i].p = p
	}
	return f.counted
}

// tail is how many of the last arcs are alike for all states, but for a sum that
// each adds to all of them: of a Wild Die all that are not a 1. Their rows are
// added up before they go these.
func (f *sums[S]) tail(c *DiceSequence[S], faces []faceWeight) int {
	var first []sumArc
	n := 0
	for i := range f.now.rows {
		if len(f.now.rows[i].weights) == 0 {
			continue
		}
		arcs := f.leading(c, i, faces)
		if first == nil {
			first, n = arcs, len(arcs)
			continue
		}
		n = min(n, len(arcs))
		for k := 1; k <= n; k++ {
			a, b := arcs[len(arcs)-k], first[len(first)-k]
			if a.adds -= arcs[len(arcs)-1].adds - first[len(first)-1].adds; a != b {
				n = k - 1
			}
		}
	}
	return n
}

// die adds a row to those that the faces of a die lead to, but for what is
// negligible.
func (f *sums[S]) die(r row, arcs []sumArc, least float64) {
	for _, a := range arcs { // the likeliest first
		r.trim(least / min(a.p, 1))
		f.then[a.to].add(r.least+int(a.adds), r.weights, a.p)
	}
}

// leading gives the arcs of the state at a place.
func (f *sums[S]) leading(c *DiceSequence[S], at int, faces []faceWeight) []sumArc {
	for len(f.from) < len(f.now.states) {
		f.from = append(f.from, span{})
	}
	if known := f.from[at]; known.end > 0 {
		return f.arcs[known.at:known.end]
	}
	first, s := len(f.arcs), f.now.states[at]
	for _, face := range faces {
		f.one = c.Fold(s, face.value)
		if c.Same != nil {
			f.one = c.Same(f.one)
		}
		sum := f.sum(&f.one)
		a := sumArc{0, *sum, face.p}
		*sum = 0
		a.to = int32(f.now.place(f.one))
		if last := len(f.arcs) - 1; last >= first && f.arcs[last].to == a.to && f.arcs[last].adds == a.adds {
			f.arcs[last].p += a.p
		} else {
			f.arcs = append(f.arcs, a)
		}
	}
	for len(f.then) < len(f.now.states) {
		f.then = anew(f.then)
	}
	f.from[at] = span{int32(first), int32(len(f.arcs))}
	return f.arcs[first:]
}

// whole gives what the chain has ended with, in memory that is its own until the
// count is over. What comes to most is last, and so is followed first.
func (f *sums[S]) whole() lot[S] {
	n, rows := 0, f.ended.rows
	f.order = f.order[:0]
	for i, r := range rows {
		n += len(r.weights)
		f.order = append(f.order, i)
	}
	slices.SortStableFunc(f.order, func(a, b int) int { return rows[a].end() - rows[b].end() })
	out := lot[S]{room(&f.read, n), room(&f.walk.weights, n)}
	for _, i := range f.order {
		f.one = f.ended.states[i]
		at := f.sum(&f.one)
		for k, p := range rows[i].weights {
			if p >= negligible {
				*at = int32(rows[i].least + k)
				out.states, out.weights = append(out.states, f.one), append(out.weights, p)
			}
		}
	}
	return out
}

// rest makes the memory of a count free for the next one.
func (f *sums[S]) rest() { f.walk, f.sum, f.read = nil, nil, f.read[:0] }

// at gives the row of a state.
func (b *board[S]) at(s S) *row {
	at := b.place(s)
	if at == len(b.rows) {
		b.rows = anew(b.rows)
	}
	return &b.rows[at]
}

func (b *board[S]) empty() {
	b.places.empty()
	b.rows = b.rows[:0]
}

// anew gives one empty row more, in the memory of one that was there before.
func anew(rows []row) []row {
	n := len(rows)
	rows = slices.Grow(rows, 1)[:n+1]
	rows[n].weights = rows[n].weights[:0]
	return rows
}

// add adds p times the weights of the sums from least on.
func (r *row) add(least int, weights []float64, p float64) {
	if len(weights) == 0 {
		return
	}
	if len(r.weights) == 0 {
		r.least = least
	}
	if before := r.least - least; before > 0 {
		n := len(r.weights)
		r.weights = slices.Grow(r.weights, before)[:n+before]
		copy(r.weights[before:], r.weights[:n])
		clear(r.weights[:before])
		r.least = least
	}
	at := least - r.least
	if n, end := len(r.weights), at+len(weights); n < end {
		r.weights = slices.Grow(r.weights, end-n)[:end]
		clear(r.weights[n:])
	}
	to := r.weights[at:][:len(weights)]
	for i, x := range weights {
		to[i] += x * p
	}
}

// trim takes off both ends of r what is below least.
func (r *row) trim(least float64) {
	for len(r.weights) > 0 && r.weights[0] < least {
		r.least, r.weights = r.least+1, r.weights[1:]
	}
	for last := len(r.weights) - 1; last >= 0 && r.weights[last] < least; last-- {
		r.weights = r.weights[:last]
	}
}
