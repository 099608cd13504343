package engine

import "slices"

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

// Read asks for the dice of c, each throw a question of its own, and gives its
// end. The odds see all of them as one reading, and count the ends of a sequence
// once however often it is read: one that is made in [Precompute] must not be
// changed afterwards. Within a throw Fold must not care for the order of the dice.
func (c *DiceSequence[S]) Read(r *Roll) S {
	if s := c.walked(r); s != nil {
		return *s
	}
	return c.readKeyed(r, c)
}

// ReadAs is [DiceSequence.Read] followed by [Merge]: it gives what as makes of the end,
// and promises that from here on the rule depends on nothing else that it has learned
// so far: of two throws the better one, however they fell. The odds then count which
// throw is kept without running the rule for each two.
func (c *DiceSequence[S]) ReadAs(r *Roll, as func(S) S) S {
	r.settled++
	s, whole := c.read(r, func(s S) []branch {
		ends := c.keyed(r, c, s)
		if r.merges() {
			m, add := meets[S](r)
			for i, end := range ends.states {
				add(as(end), ends.weights[i])
			}
			panic(m)
		}
		out := &tally[S]{}
		for i, end := range ends.states {
			out.add(as(end), ends.weights[i])
		}
		return out.lot().branches(r.walk)
	})
	if whole {
		return as(s)
	}
	return s
}

// ReadKeyed is Read for dice that the odds come to again and again, after
// others were read, or for one roll after the other: chains of one key are counted
// once. The key is comparable, of a type of the rulebook's own, and holds all that
// From, Next, Fold, Thrown and Same go by but for words.
func (c DiceSequence[S]) ReadKeyed(r *Roll, key any) S {
	if s := c.walked(r); s != nil {
		return *s
	}
	return c.readKeyed(r, key)
}

// walked is the reading that read comes to where the odds hold one for the first
// throw: nil where they do not. It puts nothing on the heap.
func (c *DiceSequence[S]) walked(r *Roll) *S {
	if r.unread() {
		if _, more := c.Next(c.From); more {
			return r.reading().(*S)
		}
	}
	return nil
}

func (c DiceSequence[S]) readKeyed(r *Roll, key any) S {
	s, _ := c.read(r, func(s S) []branch { return c.merged(r, c.keyed(r, key, s)) })
	return s
}

// merged gives ends as branches, those that are alike as one, where the odds may
// go by that.
func (c DiceSequence[S]) merged(r *Roll, ends lot[S]) []branch {
	if c.Alike == nil || !r.merges() || !r.walk.frugal {
		return ends.branches(r.walk)
	}
	f := falling[S](r.walk)
	f.ended.empty()
	for i, end := range ends.states {
		f.ended.add(c.Alike(end), ends.weights[i])
	}
	return f.keep(f.ended.lot()).branches(r.walk)
}

// read follows the answers. Once there are no more the odds fork over rest;
// whole is false for a reading that came out of it.
func (c DiceSequence[S]) read(r *Roll, rest func(S) []branch) (s S, whole bool) {
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
			if c.Ways > mostWays {
				r.Refuse("the dice can fall in too many ways: exact odds would take too long")
			}
			panic(r.walk.fork(rest(s)))
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

// mostWays is how many steps odds take at most: about a second.
const mostWays = 5_000_000

// merges reports whether the odds may follow equal states once.
func (r *Roll) merges() bool { return r.passed < longestTape }

// keyed gives the ends of c from s on. From its start they are counted once a
// key, for this count of odds and for those that find its shelf.
func (c DiceSequence[S]) keyed(r *Roll, key any, s S) lot[S] {
	if s != c.From {
		return c.ends(r, s)
	}
	shelf := keptOf[shelf[S]](&r.walk.shelves)
	if shelf.ends == nil {
		shelf.ends = map[shelfKey]lot[S]{}
	}
	k := shelfKey{key, r.merges()}
	out, known := shelf.ends[k]
	if !known {
		out = c.ends(r, s)
		out = lot[S]{slices.Clone(out.states), slices.Clone(out.weights)}
		shelf.ends[k] = out
		r.walk.shelved += len(out.states)
	}
	return out
}

// shelf are ends of chains, by their keys.
type shelf[S comparable] struct{ ends map[shelfKey]lot[S] }

type shelfKey struct {
	key    any
	merged bool
}

// mostShelved is how many ends are kept for other counts.
const mostShelved = 1 << 15

// keptOf gives what is kept of a type among all, its zero value at first.
func keptOf[T any](all *[]any) *T {
	for _, one := range *all {
		if t, ok := one.(*T); ok {
			return t
		}
	}
	t := new(T)
	*all = append(*all, t)
	return t
}

// ends counts how likely each end of the chain is, from s on: throw by throw,
// equal states together. What is negligible is not followed, so endless dice end
// too.
func (c DiceSequence[S]) ends(r *Roll, s S) lot[S] {
	if c.Sum != nil && r.merges() {
		f := keptOf[sums[S]](&r.walk.falls)
		f.walk = r.walk
		return f.ends(&c, s)
	}
	f, fold := falling[S](r.walk), c.Fold
	if same := c.Same; same != nil && r.merges() {
		fold = func(s S, v int) S { return same(c.Fold(s, v)) }
	}
	f.waiting, f.next = f.waiting[:0], f.next[:0] // a fold may have refused before
	f.ended.empty()
	land := func(s S, p float64) {
		if part, more := c.Next(s); more {
			f.next.forDice(part.Dice).add(s, p)
			return
		}
		f.ended.add(s, p)
	}
	for land(s, 1); len(f.next) > 0; {
		f.waiting, f.next = f.next, f.waiting[:0]
		for i := range f.waiting {
			f.begin(f.waiting[i].states.lot())
			f.throw(f.waiting[i].dice, fold)
			for k, p := range f.weights {
				if p == 0 {
					continue
				}
				if s := f.states[k]; c.Thrown != nil {
					land(c.Thrown(s), p)
				} else {
					land(s, p)
				}
			}
		}
	}
	return f.keep(f.ended.lot())
}

// waiting are states of a chain that wait for the same dice each.
type waiting[T any] []struct {
	dice   Dice
	states T
}

// forDice gives those that wait for d.
func (w *waiting[T]) forDice(d Dice) *T {
	i := 0
	for i < len(*w) && (*w)[i].dice != d {
		i++
	}
	if i == len(*w) {
		*w = slices.Grow(*w, 1)[:i+1] // in the memory of those that waited before
		(*w)[i].dice = d
		any(&(*w)[i].states).(interface{ empty() }).empty()
	}
	return &(*w)[i].states
}
