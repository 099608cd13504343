package engine

// Part is dice of one kind in a hand thrown together.
type Part struct {
	Ask  Ask
	Dice Dice
}

// Read asks for dice of which only a reading matters: a sum, a count. The
// fold takes the dice one by one, a die that was thrown again as the sum of
// its faces, and must not care for their order.
func Read[S comparable](r *Roll, ask Ask, d Dice, fold func(S, int) S) S {
	return ReadHand(r, []Part{{ask, d}}, func(s S, _, value int) S { return fold(s, value) })
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
	panic(fork{r.walk.sums(d)})
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
			panic(fork{readings(s, hand, i, fold)})
		}
		for _, v := range p.Dice.Values(a.Faces) {
			s = fold(s, i, v)
		}
	}
	return s
}

// readings counts, die by die, how likely each reading of the parts from
// first on is.
func readings[S comparable](s S, hand []Part, first int, fold func(S, int, int) S) []branch {
	now := newTally[S](1)
	now.add(s, 1)
	for i := first; i < len(hand); i++ {
		face := faceWeights(hand[i].Dice)
		for range hand[i].Dice.Count {
			then := newTally[S](len(now.states) * 2)
			for k, state := range now.states {
				for _, f := range face {
					p := now.weights[k] * f.p
					if p < negligible { // so are all that follow
						break
					}
					then.add(fold(state, i, f.value), p)
				}
			}
			now = then
		}
	}
	return now.branches()
}

type faceWeight struct {
	value int
	p     float64
}

// deepest is how often a die is thrown again before the rest counts as not
// reached: 6^-20 is below 1e-15.
const deepest = 20

// faceWeights gives the values of one die with their weights.
func faceWeights(d Dice) []faceWeight {
	sides := d.High - d.Low + 1
	var out []faceWeight
	carried, p := 0, 1/float64(sides)
	for range deepest {
		for f := d.Low; f <= d.High; f++ {
			if d.Again == 0 || f != d.Again {
				out = append(out, faceWeight{carried + f, p})
			}
		}
		if d.Again == 0 {
			break
		}
		carried += d.Again
		p /= float64(sides)
	}
	return out
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
