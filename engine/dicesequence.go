package engine

import "example.org/fray/engine/internal/odds"

// DiceSequence is dice that are thrown one after the other, as many as they
// themselves call for: dice thrown again while they succeed, a second throw
// after the highest face, a hand of several kinds. S is what is known of them
// so far, and nothing else of them ever counts.
//
// From, Next, Fold and Thrown are the rule. Same, Sum and Alike change no odds and
// nothing in play: they make odds cheaper where a chain has many ends.
type DiceSequence[S comparable] struct {
	From S                    // before the first die
	Next func(S) (Part, bool) // what is thrown next; false: nothing more

	// Fold is the state with a die more. Which of a throw's dice fell first must not
	// matter in the end: the odds count two of a kind in rising order only.
	Fold func(s S, value int) S

	// Thrown, nil for none, is the state once all dice of a throw have fallen. So
	// Fold need not count them: the odds find out what a face does to a state once
	// for all dice of a throw, if a state is the same for more than one of them.
	Thrown func(s S) S

	// Fell, nil for none, is told of each die that was typed or thrown, before
	// it is folded: for the working.
	Fell func(s S, p Part, value int)

	// Ways is about how many steps the odds take, 0 where they are few. Where
	// that is too much the odds are refused, and play goes on.
	Ways int

	// Same, nil for none, gives a state with the same odds as s, whatever is
	// thrown and decided later: one that forgets. It is called after each die.
	Same func(s S) S

	// Sum, nil for none, is where a state holds what dice only add to: a state
	// becomes the same whatever stands there, and as much is added. The odds then
	// find out once for all sums what a face does. What is thrown next does not go by
	// it, either.
	Sum func(*S) *int32

	// Alike, nil for none, is Same for an end of the chain, where every later
	// decision is answered with nothing. It may go by what was read before.
	Alike func(s S) S
}

// Read asks for the dice of c, each throw a question of its own, and gives the state
// in which nothing more is thrown. The odds see all of them as one reading. They
// count the ends of a sequence once, however often it is read: so a sequence that
// is made in [Precompute] must not be changed afterwards.
func (c *DiceSequence[S]) Read(r *Roll) S {
	s, _ := c.read(r, func(s S) *odds.Stop { return r.fork(c.ends(r, c, s).Branches()) })
	return s
}

// ReadAs is [DiceSequence.Read] followed by [Merge]: it gives what as makes of the end,
// and promises that from here on the rule depends on nothing else that it has learned
// so far. Of two throws of which the better is kept, that is the better one. The odds
// then compare the two without running the rule for each pair.
func (c *DiceSequence[S]) ReadAs(r *Roll, as func(S) S) S {
	r.cursor.merges++
	s, whole := c.read(r, func(s S) *odds.Stop {
		kept := &odds.Weighted[S]{}
		ends := c.ends(r, c, s)
		for i, end := range ends.States {
			kept.Add(as(end), ends.Weights[i])
		}
		stop := r.fork(kept.Branches())
		if r.merging() {
			stop.Merges = r.cursor.merges
			history := r.history()
			for i := range stop.Branches {
				b := &stop.Branches[i]
				b.State = merged[S]{*b.Reading.(*S), history}
			}
		}
		return stop
	})
	if whole {
		return as(s)
	}
	return s
}

// read follows the answers. Where there are no more the odds stop before the rest of the
// dice; whole is false for a reading that came out of that.
func (c *DiceSequence[S]) read(r *Roll, rest func(S) *odds.Stop) (s S, whole bool) {
	s = c.From
	for {
		p, more := c.Next(s)
		if !more {
			return s, true
		}
		if reading := r.reading(); reading != nil {
			return *reading.(*S), false
		}
		a := r.answer(thrown(p.Ask, p.Dice))
		if a == nil {
			if c.Ways > mostSteps {
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

// mostSteps is how many steps odds take at most: about a second.
const mostSteps = 5_000_000

// ends counts how likely each end of the sequence is, from s on, once for each key.
func (c *DiceSequence[S]) ends(r *Roll, key any, s S) *odds.Weighted[S] {
	type start struct {
		key any
		s   S
	}
	from := start{key, s}
	ends, known := r.count.ends[from].(*odds.Weighted[S])
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
		r.count.ends[from] = ends
	}
	if c.Alike == nil || !r.merging() || r.count.plan != nil {
		return ends
	}
	alike := &odds.Weighted[S]{}
	for i, end := range ends.States {
		alike.Add(c.Alike(end), ends.Weights[i])
	}
	return alike
}
