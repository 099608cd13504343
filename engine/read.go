package engine

import "slices"

// Part is dice of one kind in a hand thrown together.
type Part struct {
	Ask  Ask
	Dice Dice
}

// Read asks for dice of which only a reading matters: a sum, a count. The
// fold takes the dice one by one, a die that was thrown again as the sum of
// its faces, and must not care for their order.
func Read[S comparable](r *Roll, ask Ask, d Dice, fold func(S, int) S) S {
	var s S
	if d.Count == 0 {
		return s
	}
	if reading := r.reading(); reading != nil {
		return *reading.(*S)
	}
	a := r.answer(thrown(ask, d))
	if a == nil {
		f := falling[S](r.walk)
		f.begin(certain(s))
		f.throw(d, fold)
		panic(r.walk.fork(f.lot().branches(r.walk)))
	}
	for _, v := range d.Values(a.Faces) {
		s = fold(s, v)
	}
	return s
}

// Sum asks for dice of which only the sum matters.
func (r *Roll) Sum(ask Ask, d Dice) int {
	if d.Count == 0 {
		return 0
	}
	if reading := r.reading(); reading != nil {
		return *reading.(*int)
	}
	if a := r.answer(thrown(ask, d)); a != nil {
		return a.Faces.Sum()
	}
	panic(r.walk.fork(r.walk.sums(d).branches(r.walk)))
}

// sums gives the sums of d, which are counted once, for other counts of odds too.
func (w *walk) sums(d Dice) lot[int] {
	if known, ok := w.sumsOf[d]; ok {
		return known
	}
	var out lot[int]
	if d.Again == 0 {
		out = sumsInARow(d)
	} else {
		f := falling[int](w)
		f.begin(certain(0))
		f.throw(d, func(s, v int) int { return s + v })
		out = lot[int]{slices.Clone(f.states), slices.Clone(f.weights)}
	}
	if w.sumsOf == nil {
		w.sumsOf = map[Dice]lot[int]{}
	}
	w.sumsOf[d] = out
	w.shelved += len(out.states)
	return out
}

// sumsInARow counts the sums of dice that fall once: each is a place in a row of
// weights, which nothing has to be looked up for.
func sumsInARow(d Dice) lot[int] {
	sides, all := d.High-d.Low+1, d.whole()
	each := 1.0
	if all == 0 {
		each, all = 1/float64(sides), 1
	}
	most := d.Count*(sides-1) + 1
	now, then := make([]float64, 1, most), make([]float64, 0, most)
	now[0] = 1
	for range d.Count {
		then = cleared(then, len(now)+sides-1)
		for i, p := range now {
			p *= each
			row := then[i : i+sides]
			for j := range row {
				row[j] += p
			}
		}
		now, then = then, now
	}
	out := lot[int]{make([]int, 0, most), make([]float64, 0, most)}
	for i, p := range now {
		if p /= all; p >= negligible {
			out.states, out.weights = append(out.states, d.Count*d.Low+i), append(out.weights, p)
		}
	}
	return out
}

// ReadHand is Read for dice of several kinds, asked for one kind after the
// other. Within a part the fold must not care for the order of the dice. A
// part with no dice is not asked for.
func ReadHand[S comparable](r *Roll, hand []Part, fold func(s S, part, value int) S) S {
	var s S
	for i, p := range hand {
		if p.Dice.Count == 0 {
			continue
		}
		if reading := r.reading(); reading != nil {
			return *reading.(*S)
		}
		a := r.answer(thrown(p.Ask, p.Dice))
		if a == nil {
			f := falling[S](r.walk)
			f.begin(certain(s))
			for ; i < len(hand); i++ {
				if hand[i].Dice.Count > 0 {
					f.throw(hand[i].Dice, func(s S, v int) S { return fold(s, i, v) })
				}
			}
			panic(r.walk.fork(f.lot().branches(r.walk)))
		}
		for _, v := range p.Dice.Values(a.Faces) {
			s = fold(s, i, v)
		}
	}
	return s
}

// everyThrow lists every ordered throw of d.
func everyThrow(d Dice) []branch {
	single := everyDie(d)
	throws := []branch{{Faces(nil), 1}}
	for range d.Count {
		var next []branch
		for _, t := range throws {
			for _, s := range single {
				f := t.reading.(Faces)
				next = append(next, branch{append(f[:len(f):len(f)], s.reading.(Faces)...), t.p * s.p})
			}
		}
		throws = next
	}
	return throws
}

func everyDie(d Dice) []branch {
	var out []branch
	lead, p := Faces(nil), 1/float64(d.High-d.Low+1)
	for range deepest {
		for f := d.Low; f <= d.High; f++ {
			if d.Again == 0 || f != d.Again {
				out = append(out, branch{append(lead[:len(lead):len(lead)], f), p})
			}
		}
		if d.Again == 0 {
			break
		}
		lead = append(lead, d.Again)
		p /= float64(d.High - d.Low + 1)
	}
	return out
}
