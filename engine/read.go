package engine

import "example.org/fray/engine/internal/odds"

// Part is dice of one kind in a hand thrown together.
type Part struct {
	Ask  Ask
	Dice Dice
}

// Throw asks for dice of which each single one matters, even its place. For more than a few
// dice [Read] is far cheaper.
func (r *Roll) Throw(ask Ask, d Dice) Faces {
	if reading := r.reading(); reading != nil {
		return reading.(Faces)
	}
	q := thrown(ask, d)
	q.Ordered = true
	if a := r.answer(q); a != nil {
		return a.Faces
	}
	r.count.spend(odds.Dice(d).Ways())
	var branches []odds.Branch
	for _, t := range odds.Dice(d).Throws() {
		branches = append(branches, odds.Branch{Reading: Faces(t.Faces), P: t.P})
	}
	panic(r.fork(branches))
}

// Read asks for dice of which only a reading matters: a sum, a count. fold adds the dice one
// by one, a die that was thrown again as the sum of its faces. Their order must not matter.
func Read[S comparable](r *Roll, ask Ask, d Dice, fold func(S, int) S) S {
	return ReadHand(r, []Part{{ask, d}}, func(s S, _, value int) S { return fold(s, value) })
}

// ReadHand is Read for dice of several kinds, asked for one kind after the other.
// Within a part the order of the dice must not matter. A part with no dice is not
// asked for.
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
			states := odds.Certain(s)
			for ; i < len(hand); i++ {
				states = odds.Convolve(states, odds.Dice(hand[i].Dice), func(s S, v int) S { return fold(s, i, v) }, r.count.spend)
			}
			panic(r.fork(states.Branches()))
		}
		for _, v := range p.Dice.Values(a.Faces) {
			s = fold(s, i, v)
		}
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
	panic(r.fork(odds.Sums(odds.Dice(d), r.count.spend).Branches()))
}

// thrown is the question for dice.
func thrown(ask Ask, d Dice) Question {
	return Question{Ask: ask, Wants: Throwing, Who: Actor, Dice: d}
}
