package engine

import (
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

	// Kept keeps the ends from one count of odds to the next. It is for a sequence whose
	// functions depend on their arguments alone. Nil: each count works the ends out.
	Kept Keeper[S]

	// Ways is about how many steps the odds take. If they are too many, the odds are refused
	// at once, while the roll can still be made. 0 means few.
	Ways int
}

// Ends are the states in which a sequence may end, each with its weight.
type Ends[S comparable] = odds.Weighted[S]

// Keeper keeps the ends of one sequence from its first die on. Several counts of odds may
// share those that it was given.
type Keeper[S comparable] interface {
	// Ends gives the ends that are kept, nil if there are none.
	Ends() *Ends[S]
	// Keep keeps the ends that were worked out.
	Keep(*Ends[S])
}

// Read asks for the dice of c, each throw a question of its own, and gives the state
// in which nothing more is thrown. The odds see all of them as one reading. They
// count the ends of a sequence once, however often it is read: so a sequence that
// is made in [Precompute] must not be changed afterwards.
func (c *DiceSequence[S]) Read(r *Roll) S {
	s, reading := c.read(r, func(s S) *odds.Stop { return r.fork(c.ends(r, s).Branches()) })
	return orRead(s, reading)
}

// orRead gives the reading of the way that is followed or, without one, the state after the
// answers.
func orRead[S any](s S, reading any) S {
	if reading != nil {
		return *reading.(*S)
	}
	return s
}

// ReadAs is [DiceSequence.Read] followed by what as makes of the end, and by [Merge] with the
// state that as gives. as may ask for decisions: whether the highest die counts, or whether
// points are spent now that both sides have rolled. Answered as they are offered, they must
// lead to no dice, no refusal and no change of a sheet.
//
// The odds then call as for each end instead of running the rule. If the better of two throws
// is kept, or two rolls are compared, the rule is run for each result and not for each pair.
func ReadAs[S, K comparable, T any](r *Roll, c *DiceSequence[S], as func(S) (T, K)) T {
	s, reading := c.read(r, func(s S) *odds.Stop {
		ends := c.ends(r, s)
		if r.merging() {
			if branches, all := foreseen(r, ends, as); all {
				stop := r.fork(branches)
				stop.Merges = r.cursor.merges + 1
				return stop
			}
		}
		return r.fork(ends.Branches())
	})
	if x, ahead := reading.(*result[T]); ahead {
		r.cursor.merges++
		return x.of
	}
	t, state := as(orRead(s, reading))
	Merge(r, state)
	return t
}

// result is what came of an end before the rule was run with it.
type result[T any] struct{ of T }

// foreseen calls as for ends that the rule has not come to, and gives them as branches. It is
// false where as asks for a decision that a plan has to answer: such a decision belongs to
// the way that is followed.
func foreseen[S, K comparable, T any](r *Roll, ends *odds.Weighted[S], as func(S) (T, K)) (branches []odds.Branch, all bool) {
	before, changed := r.cursor, len(r.changes)
	defer func() {
		r.cursor = before
		if p := recover(); p != nil && p != planned {
			panic(p)
		}
	}()
	r.cursor.foreseeing = true
	now := r.cursor
	branches = odds.Merging(mergingAt[K, result[T]](r), r.count.way.P, ends, func(s S) (result[T], K) {
		r.cursor = now
		t, state := as(s)
		return result[T]{t}, state
	}, &r.count.another)
	if len(r.changes) != changed {
		panic("a sheet is changed before the dice have fallen: see ReadAs")
	}
	return branches, true
}

// planned is the private panic that ends what is foreseen at a decision for a plan.
var planned = new(int)

// mergingAt gives the states that ways of the same history have had so far at the merging
// point that comes now.
func mergingAt[K comparable, T any](r *Roll) *odds.States[K, T] {
	type point struct {
		merges  int
		history string
	}
	at := point{r.cursor.merges, r.history()}
	states, known := r.count.points[at].(*odds.States[K, T])
	if !known {
		states = &odds.States[K, T]{}
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
			if c.Ways > r.count.left() {
				panic(errTooManyWays)
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
	keep := !known && c.Kept != nil && s == c.From && r.merging()
	if keep {
		ends = c.Kept.Ends()
		known = ends != nil
		keep = !known
		if known {
			r.count.ends[start{c, s}] = ends
		}
	}
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
		}.Ends(s, r.count.spend)
		r.count.ends[start{c, s}] = ends
		if keep {
			c.Kept.Keep(ends)
		}
	}
	return ends
}
