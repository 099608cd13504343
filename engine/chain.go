package engine

// Chain is dice that are thrown one after the other, as many as they
// themselves call for: dice thrown again while they succeed, a second throw
// after the highest face, a hand of several kinds. S is what is known of them
// so far, and nothing else of them ever counts.
//
// From, Next and Fold are the rule. Same and Alike change no odds and nothing
// in play: they make odds cheaper where a chain has many ends.
type Chain[S comparable] struct {
	From S                    // before the first die
	Next func(S) (Part, bool) // what is thrown next; false: nothing more
	Fold func(s S, value int) S

	// Fell, nil for none, is told of each die that was typed or thrown, before
	// it is folded: for the working.
	Fell func(s S, p Part, value int)

	// Ways is about how many steps the odds take, 0 where they are few. Where
	// that is too much the odds are refused, and play goes on.
	Ways int

	// Same, nil for none, gives a state with the same odds as s, whatever is
	// thrown and decided later: one that forgets. It is called after each die.
	Same func(s S) S

	// Alike, nil for none, is Same for an end of the chain, where every later
	// decision is answered with nothing. It may go by what was read before.
	Alike func(s S) S
}

// Read asks for the dice of c, each throw a question of its own, and gives its
// end. The odds see all of them as one reading. Within a throw Fold must not
// care for the order of the dice.
func (c Chain[S]) Read(r *Roll) S {
	s, _ := c.read(r, func(s S) []branch { return c.ends(r, s, c.merging(r)).branches() })
	return s
}

// ReadKeyed is Read for dice that the odds come to again and again, after
// others were read: chains of one key are counted once. The key is comparable
// and holds all that From, Next, Fold and Same go by.
func (c Chain[S]) ReadKeyed(r *Roll, key any) S {
	s, _ := c.read(r, func(s S) []branch {
		ends, alike := c.keyed(r, key, s), c.merging(r)
		if alike == nil {
			return ends.branches()
		}
		out := &tally[S]{}
		for i, end := range ends.states {
			out.add(alike(end), ends.weights[i])
		}
		return out.branches()
	})
	return s
}

// read follows the answers. Once there are no more the odds fork over rest;
// whole is false for a reading that came out of it.
func (c Chain[S]) read(r *Roll, rest func(S) []branch) (s S, whole bool) {
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
	}
}

// mostWays is how many steps odds take at most: about a second.
const mostWays = 5_000_000

// merges reports whether the odds may follow equal states once.
func (r *Roll) merges() bool { return r.passed < longestTape }

// keyed gives the ends of c from s on, counted once a key where s is the start.
func (c Chain[S]) keyed(r *Roll, key any, s S) *tally[S] {
	if s != c.From {
		return c.ends(r, s, nil)
	}
	ends := keptOf[map[any]*tally[S]](&r.walk.ends)
	if *ends == nil {
		*ends = map[any]*tally[S]{}
	}
	out, known := (*ends)[key]
	if !known {
		out = c.ends(r, s, nil)
		(*ends)[key] = out
	}
	return out
}

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

// merging is Alike, nil where the odds must not go by it.
func (c Chain[S]) merging(r *Roll) func(S) S {
	if !r.merges() || !r.walk.frugal {
		return nil
	}
	return c.Alike
}

// ends counts how likely each end of the chain is, from s on: throw by throw,
// equal states together, and ends that are alike, if that is not nil. What is
// negligible is not followed, so endless dice end too.
func (c Chain[S]) ends(r *Roll, s S, alike func(S) S) *tally[S] {
	fold := c.Fold
	if same := c.Same; same != nil && r.merges() {
		fold = func(s S, v int) S { return same(c.Fold(s, v)) }
	}
	out, now, then := &tally[S]{}, waiting[S]{}, waiting[S]{}
	land := func(s S, p float64) {
		if part, more := c.Next(s); more {
			then.forDice(part.Dice).add(s, p)
			return
		}
		if alike != nil {
			s = alike(s)
		}
		out.add(s, p)
	}
	land(s, 1)
	for len(then) > 0 {
		now, then = then, now[:0]
		for i := range now {
			f := falling[S](r.walk)
			for k, s := range now[i].states.states {
				f.begin(s, now[i].states.weights[k])
			}
			f.throw(now[i].dice, fold)
			for k, p := range f.weights {
				if p > 0 {
					land(f.states[k], p)
				}
			}
		}
	}
	return out
}

// waiting are states of a chain that wait for the same dice each.
type waiting[S comparable] []struct {
	dice   Dice
	states *tally[S]
}

// forDice gives those that wait for d.
func (w *waiting[S]) forDice(d Dice) *tally[S] {
	i := 0
	for i < len(*w) && (*w)[i].dice != d {
		i++
	}
	if i == len(*w) {
		if i < cap(*w) {
			*w = (*w)[:i+1]
		} else {
			*w = append(*w, struct {
				dice   Dice
				states *tally[S]
			}{})
		}
		last := &(*w)[i]
		last.dice = d
		if last.states == nil {
			last.states = &tally[S]{}
		}
		last.states.empty()
	}
	return (*w)[i].states
}
