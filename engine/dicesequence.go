package engine

import (
	"cmp"

	"example.org/fray/engine/internal/odds"
)

// DiceSequence is dice that are thrown one after the other, where what has fallen decides
// what is thrown next: dice thrown again while they succeed, a second throw after the highest
// face, a hand of several kinds. S is all that the rule ever knows of the dice.
type DiceSequence[S comparable] struct {
	From S                    // before the first die
	Next func(S) (Part, bool) // what is thrown next; false where nothing more is

	// Fold is the state with one die more. Which of a throw's dice fell first must
	// not matter.
	Fold func(s S, value int) S

	// Thrown is the state once all dice of a throw have fallen; nil for the same.
	Thrown func(s S) S

	// Same gives a state with the same consequences as s, whatever is thrown and decided
	// later: it forgets what no longer counts. The odds call it after each die, so that they
	// follow fewer states. Nil if nothing is forgotten.
	Same func(s S) S

	// Fell is called for each die that was typed or thrown, before it is folded, for
	// the working. Nil for none.
	Fell func(s S, p Part, value int)

	// Ways is about how many steps the odds take. If they are too many, the odds are refused
	// at once, while the roll can still be made. 0 means few.
	Ways int
}

// mostSteps is how many steps odds take at most: about a second.
const mostSteps = 5_000_000

// Read asks for the dice of c, each throw a question of its own, and gives the state
// in which nothing more is thrown. The odds see all of them as one reading. They
// count the ends of a sequence once, however often it is read: so a sequence that
// is made in [Precompute] must not be changed afterwards.
func (c *DiceSequence[S]) Read(r *Roll) S {
	s, reading := c.read(r, func(s S) *odds.Stop { return r.fork(c.ends(r, s).Branches()) })
	return *orRead(s, reading)
}

// orRead gives the reading of the way that is followed or, without one, the state after the
// answers.
func orRead[S any](s S, reading any) *S {
	if reading != nil {
		return reading.(*S)
	}
	return &s
}

// ReadAlike is [DiceSequence.Read] for dice that are only compared with something that is
// known by now: alike gives, for an end, one that compares as it does. The odds follow all
// ends that are alike as one. Ends need only be alike as long as every decision is answered
// as it is offered: with a plan, and in play, alike is not asked.
//
// It is for the second of two rolls against each other, and for no other. Run over every
// pair of totals, such a roll takes up to twenty times as long (half a second instead of
// 15 ms) and comes to the limit of ways. [Merge] does not help, since points that are spent
// on the difference are decided behind the dice, and Same does not know the first roll.
func (c *DiceSequence[S]) ReadAlike(r *Roll, alike func(S) S) S {
	s, reading := c.read(r, func(s S) *odds.Stop {
		ends := c.ends(r, s)
		if r.merging() && r.count.plan == nil {
			ends = ends.Map(alike)
		}
		return r.fork(ends.Branches())
	})
	return *orRead(s, reading)
}

// ReadAs is [DiceSequence.Read] followed by [Merge]. It gives what as makes of the end, and
// promises that from here on the rule depends on nothing else that it has learned so far. If
// the better of two throws is kept, as gives the better one, and the odds compare the two
// without running the rule for each pair.
func (c *DiceSequence[S]) ReadAs(r *Roll, as func(S) S) S {
	r.cursor.merges++
	s, reading := c.read(r, func(s S) *odds.Stop {
		ends := c.ends(r, s)
		if !r.merging() {
			return r.fork(ends.Map(as).Branches())
		}
		stop := r.fork(mergingAt[S](r).Branches(ends, as))
		stop.Merges = r.cursor.merges
		return stop
	})
	if reading != nil {
		return *reading.(*S)
	}
	return as(s)
}

// mergingAt gives the states that ways of the same history have had so far at the merging
// point that comes now.
func mergingAt[S comparable](r *Roll) *odds.States[S] {
	type point struct {
		merges  int
		history string
	}
	at := point{r.cursor.merges, r.history()}
	states, known := r.count.points[at].(*odds.States[S])
	if !known {
		states = &odds.States[S]{}
		r.count.points[at] = states
	}
	return states
}

// read follows the answers. If there are no more, the odds stop before the rest of the dice;
// when they follow the way further, read gives its reading.
func (c *DiceSequence[S]) read(r *Roll, rest func(S) *odds.Stop) (s S, reading any) {
	s = c.From
	for {
		p, more := c.Next(s)
		if !more {
			return s, nil
		}
		if reading := r.reading(); reading != nil {
			return s, reading
		}
		a := r.answer(thrown(p.Ask, p.Dice))
		if a == nil {
			if c.Ways > cmp.Or(r.count.in.mostSteps, mostSteps) {
				r.Refuse("the dice can fall in too many ways: exact odds would take too long")
			}
			panic(rest(s))
		}
		for _, v := range p.Dice.Values(a.Faces) {
			if c.Fell != nil {
				c.Fell(s, p, v)
			}
			s = c.Fold(s, v)
		}
		if c.Thrown != nil {
			s = c.Thrown(s)
		}
	}
}

// ends counts how likely each end of the sequence is, from s on.
func (c *DiceSequence[S]) ends(r *Roll, s S) *odds.Weighted[S] {
	type start struct {
		of   *DiceSequence[S]
		from S
	}
	ends, known := r.count.ends[start{c, s}].(*odds.Weighted[S])
	if !known {
		fold := c.Fold
		if c.Same != nil && r.merging() {
			fold = func(s S, v int) S { return c.Same(c.Fold(s, v)) }
		}
		ends = odds.Sequence[S]{
			Next: func(s S) (odds.Dice, bool) {
				p, more := c.Next(s)
				return odds.Dice(p.Dice), more
			},
			Fold: fold, Thrown: c.Thrown,
		}.Ends(s)
		r.count.ends[start{c, s}] = ends
	}
	return ends
}
