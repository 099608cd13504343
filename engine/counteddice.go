package engine

import "example.org/fray/engine/internal/odds"

// DiceOfKind is dice that are alike, and what one of them may come to.
type DiceOfKind = odds.Kind

// Keep says which of several dice count, by their places from the highest or the lowest.
type Keep = odds.Keep

// Kept gives what the dice that count are worth in all. Spend is told of the work, see
// [CountedDice.Rest].
func Kept(kinds []DiceOfKind, keep Keep, worth func(value int) int, spend func(steps int)) *Ends[int] {
	return odds.Kept(kinds, keep, worth, spend)
}

// DiceThrownOn gives dice of which each may be thrown on: next gives the state of a die after one
// more face, and whether it is thrown again; value is what it comes to in the end. A face that
// leaves the state as it is counts as not thrown.
func DiceThrownOn[S comparable](count, low, high int, from S, next func(s S, face int) (S, bool), value func(S) int) DiceOfKind {
	return odds.KindOf(count, odds.Single(low, high, from, next), value)
}

// FixedDie is a die that has come to a value.
func FixedDie(value int) DiceOfKind { return OneDie(FixedEnds(value)) }

// OneDie makes a die of what something comes to.
func OneDie(e *Ends[int]) DiceOfKind { return odds.KindOf(1, e, func(n int) int { return n }) }

// FixedEnds is what is certain.
func FixedEnds[S comparable](s S) *Ends[S] { return odds.Certain(s) }

// JoinEnds gives what two things that know nothing of each other come to together.
func JoinEnds[A, B, C comparable](a *Ends[A], b *Ends[B], join func(A, B) C, spend func(steps int)) *Ends[C] {
	return odds.Join(a, b, join, spend)
}

// CountedDice is dice that are thrown one throw after the other, and what they come to counted by
// their own rules instead of by following their throws. T is what they come to.
type CountedDice[T comparable] struct {
	// Key is the same for dice that come to the same: they are counted once.
	Key string

	// Next is what is thrown next; false where nothing more is.
	Next func() (Part, bool)

	// Fell takes in a die that was typed or thrown.
	Fell func(p Part, value int)

	// End is what the dice have come to.
	End func() T

	// Rest counts what they may come to, with all that has fallen so far. It tells spend
	// beforehand of the work, in steps of some 100 ns, which ends odds that take too long.
	Rest func(spend func(steps int)) *Ends[T]
}

// Read asks for the dice, each throw a question of its own. The odds see all of them as one
// reading.
func (c *CountedDice[T]) Read(r *Roll) T {
	for fell := false; ; fell = true {
		p, more := c.Next()
		if !more {
			return c.End()
		}
		if reading := r.reading(); reading != nil {
			return *reading.(*T)
		}
		a := r.answer(thrown(p.Ask, p.Dice))
		if a == nil {
			panic(r.fork(c.rest(r, fell).Branches()))
		}
		for _, v := range p.Dice.Values(a.Faces) {
			c.Fell(p, v)
		}
	}
}

// rest is [CountedDice.Rest], worked out once for dice of which none has fallen.
func (c *CountedDice[T]) rest(r *Roll, fell bool) *Ends[T] {
	type key struct{ of string }
	at := key{c.Key}
	if known, ok := r.count.ends[at].(*Ends[T]); ok && !fell {
		return known
	}
	ends := c.Rest(r.count.spend)
	if !fell {
		r.count.ends[at] = ends
	}
	return ends
}

// Best asks for the dice of a hand, one kind after the other, and gives the sum of those
// that keep names; a die that is thrown again is the sum of its faces.
func (r *Roll) Best(hand []Part, keep Keep) int {
	var fell []int
	at := 0
	c := CountedDice[int]{
		Next: func() (Part, bool) {
			for at < len(hand) && hand[at].Dice.Count == 0 {
				at++
			}
			if at == len(hand) {
				return Part{}, false
			}
			at++
			return hand[at-1], true
		},
		Fell: func(_ Part, value int) { fell = append(fell, value) },
		End:  func() int { return keep.Sum(fell, func(v int) int { return v }) },
		Rest: func(spend func(int)) *Ends[int] {
			var kinds []DiceOfKind
			for _, v := range fell {
				kinds = append(kinds, FixedDie(v))
			}
			for _, p := range hand[max(at-1, 0):] {
				kinds = append(kinds, DiceOfKind{Count: p.Dice.Count, Values: odds.Dice(p.Dice).Values()})
			}
			return Kept(kinds, keep, func(v int) int { return v }, spend)
		},
	}
	for _, p := range hand {
		c.Key += p.Ask.ID + " " + p.Dice.String() + " "
	}
	return c.Read(r)
}
