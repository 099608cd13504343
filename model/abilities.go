package model

import (
	"slices"

	"example.org/fray/engine"
)

// Brief is what the roster shows of a character by a rulebook of this version, and
// the states that it marks.
func (t Table) Brief(c *Character, system string) ([]engine.Block, []engine.Mark) {
	x := t.summary(c, t.Rulebooks[system], system)
	return x.brief, x.marks
}

// Summary is what a rulebook says of a character at once, and which of those states
// end.
type Summary struct {
	brief []engine.Block
	marks []engine.Mark
	ends  []Running
}

func (t Table) summary(c *Character, s *engine.System, system string) Summary {
	work := func() Summary {
		v := t.View(c, system)
		out := Summary{marks: s.Marked(v), brief: s.Brief(v)}
		out.ends = t.ending(c, system, out.marks)
		return out
	}
	if t.Abilities == nil {
		return work()
	}
	t.Abilities.At(t)
	return Cached(t.Abilities.Summaries, CacheKey{c.ID, system, t.Clock.Moment}, c, work)
}

// Marks are the states that a rulebook marks.
func (t Table) Marks(c *Character, s *engine.System, system string) []engine.Mark {
	if t.Abilities == nil {
		return s.Marked(t.View(c, system))
	}
	return t.summary(c, s, system).marks
}

// Recalling is the table with what was worked out for one before it, and is for
// this one, of who may begin something, what everybody pays, what the roster shows
// of them and what ends: it takes a rule for each action of everybody. It is for one
// goroutine, as the one before must have been.
func (t Table) Recalling(before Table) Table {
	if t.Abilities = before.Abilities; t.Abilities == nil {
		t.Abilities = &AbilityCache{}
	}
	return t
}

// AbilityCache is who was able to begin something, what a payment came to, and what is
// told of whom.
type AbilityCache struct {
	Begin     map[CacheKey]CacheEntry[bool]
	Payments  map[CacheKey]CacheEntry[Paying]
	Summaries map[CacheKey]CacheEntry[Summary]
	LastBegun map[string]string // by rulebook, the action that somebody was able to begin last
	Was       State             // what else it was worked out from
}

// CacheKey says of whom something was worked out, and for when.
type CacheKey struct {
	Who    string // a character's id
	System string // "" for all of them
	Moment int
}

// CacheEntry is what was worked out for a character.
type CacheEntry[V any] struct {
	of *Character
	is V
}

// Paying is a payment that is coming, if there is anything to pay.
type Paying struct {
	Coming
	Due bool
}

// At forgets what may be otherwise at a table.
func (x *AbilityCache) At(t Table) {
	if !same(t.State.Effects, x.Was.Effects) || !sameMap(t.House, x.Was.House) || t.Clock.Scene != x.Was.Clock.Scene || t.Clock.Began != x.Was.Clock.Began ||
		!slices.Equal(t.Clock.Declared, x.Was.Clock.Declared) || t.System != x.Was.System || len(x.Begin)+len(x.Payments)+len(x.Summaries) > 12*len(t.State.Characters) {
		x.Begin, x.Payments, x.Summaries = map[CacheKey]CacheEntry[bool]{}, map[CacheKey]CacheEntry[Paying]{}, map[CacheKey]CacheEntry[Summary]{}
		x.LastBegun = map[string]string{}
	}
	x.Was = State{Effects: t.State.Effects, House: t.House, Clock: t.Clock, System: t.System}
}

// Cached works something out of a character, unless that is known.
func Cached[V any](known map[CacheKey]CacheEntry[V], of CacheKey, c *Character, work func() V) V {
	v, ok := known[of]
	if !ok || v.of != c {
		v = CacheEntry[V]{c, work()}
		known[of] = v
	}
	return v.is
}

// IsGrave reports whether a rulebook marks somebody gravely: unconscious, dying.
func IsGrave(marks []engine.Mark) bool {
	return slices.ContainsFunc(marks, func(m engine.Mark) bool { return m.Grave })
}
