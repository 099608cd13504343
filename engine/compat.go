package engine

import "example.org/fray/engine/internal/odds"

// What stands here goes as soon as no rulebook uses it.

// Told reports whether anybody reads what the roll tells.
func (r *Roll) Told() bool { return !r.silent() }

// Values gives the values of an outcome.
func (r *Roll) Values(all ...Named) []Named { return append([]Named(nil), all...) }

// Counted reports whether odds are counted.
func (r *Roll) Counted() bool { return r.count != nil }

// Again reports whether odds hold a reading of what is asked next.
func (r *Roll) Again() bool {
	i := r.cursor.next - len(r.cursor.tape)
	return i >= 0 && i < len(r.cursor.readings)
}

// DecidesNothing reports whether odds answer every decision as usual.
func (r *Roll) DecidesNothing() bool {
	return r.count != nil && r.count.plan == nil && r.cursor.next >= len(r.cursor.tape)
}

// ReadKeyed is Read for sequences of equal keys, which are counted once.
func (c DiceSequence[S]) ReadKeyed(r *Roll, key any) S {
	s, _ := c.read(r, func(s S) *odds.Stop { return r.fork(c.ends(r, key, s).Branches()) })
	return s
}

// Twice is one procedure thrown twice of which one is kept.
type Twice[S comparable] struct {
	First, Second DiceSequence[S]
	Stands        func(S) bool
	Rank          func(S) int
	Same          func(S) S
	Alone         bool
}

// Read gives the throw that is kept and, in play, the other one.
func (t Twice[S]) Read(r *Roll, key any) (kept, other S) {
	if t.Alone {
		defer func() {
			if e := recover(); e != nil {
				panic(e)
			}
			Merge(r, kept)
		}()
	}
	first, whole := t.First.read(r, func(s S) *odds.Stop {
		return r.fork(t.pairs(r, t.First.ends(r, new(int), s), t.Second.ends(r, key, t.Second.From)).Branches())
	})
	if !whole || t.Stands(first) {
		return first, other
	}
	second, whole := t.Second.read(r, func(s S) *odds.Stop {
		return r.fork(t.pairs(r, odds.Certain(first), t.Second.ends(r, key, s)).Branches())
	})
	switch {
	case !whole:
		return second, other
	case t.Rank(second) > t.Rank(first):
		return second, first
	}
	return first, second
}

func (t Twice[S]) pairs(r *Roll, first, second *odds.Weighted[S]) *odds.Weighted[S] {
	same := func(s S) S { return s }
	if t.Same != nil && r.merging() {
		same = t.Same
	}
	out := &odds.Weighted[S]{}
	for i, a := range first.States {
		if t.Stands(a) {
			out.Add(same(a), first.Weights[i])
			continue
		}
		for j, b := range second.States {
			if t.Rank(b) > t.Rank(a) {
				out.Add(same(b), first.Weights[i]*second.Weights[j])
			} else {
				out.Add(same(a), first.Weights[i]*second.Weights[j])
			}
		}
	}
	return out
}

// Bouts are dice thrown again and again, bout by bout, until something is over.
type Bouts[E, S comparable] struct {
	Bout DiceSequence[E]
	Over func(S) bool
	Then func(S, E) S
	Left func(S) int
}

// ReadKeyed throws bouts from s on until they are over, and tells each.
func (b Bouts[E, S]) ReadKeyed(r *Roll, key any, s S, tell func(S, E)) S {
	for !b.Over(s) {
		if r.count != nil && r.cursor.next >= len(r.cursor.tape) {
			if reading := r.reading(); reading != nil {
				return *reading.(*S)
			}
			panic(r.fork(b.ends(s, b.Bout.ends(r, key, b.Bout.From)).Branches()))
		}
		e := b.Bout.ReadKeyed(r, key)
		tell(s, e)
		s = b.Then(s, e)
	}
	return s
}

func (b Bouts[E, S]) ends(from S, bout *odds.Weighted[E]) *odds.Weighted[S] {
	out := &odds.Weighted[S]{}
	levels := make([]*odds.Weighted[S], b.Left(from)+1)
	add := func(s S, p float64) {
		if b.Over(s) {
			out.Add(s, p)
			return
		}
		n := b.Left(s)
		if n >= len(levels) {
			panic("bouts without end: one of them took nothing off")
		}
		if levels[n] == nil {
			levels[n] = &odds.Weighted[S]{}
		}
		levels[n].Add(s, p)
	}
	add(from, 1)
	for n := len(levels) - 1; n >= 0; n-- {
		if levels[n] == nil {
			continue
		}
		for i, s := range levels[n].States {
			p := levels[n].Weights[i]
			if p < 1e-18 {
				continue
			}
			changed := 0.0
			for k, e := range bout.States {
				if b.Then(s, e) != s {
					changed += bout.Weights[k]
				}
			}
			for k, e := range bout.States {
				if then := b.Then(s, e); then != s {
					add(then, p*bout.Weights[k]/changed)
				}
			}
		}
		levels[n] = nil
	}
	return out
}
