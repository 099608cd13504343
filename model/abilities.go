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
	return Cached(t.Abilities.Summaries, CacheKey{c.ID, system, t.Clock.Moment}, work)
}

// Marks are the states that a rulebook marks.
func (t Table) Marks(c *Character, s *engine.System, system string) []engine.Mark {
	if t.Abilities == nil {
		return s.Marked(t.View(c, system))
	}
	return t.summary(c, s, system).marks
}

// Recalling is the table with a cache of what is worked out for it: who may begin
// something, what everybody pays, what the roster shows of them and what ends. Each
// takes a rule or more for every character. The table is then for one goroutine.
func (t Table) Recalling() Table {
	t.Abilities = &AbilityCache{map[CacheKey]bool{}, map[CacheKey]Paying{}, map[CacheKey]Summary{}}
	return t
}

// AbilityCache is what was worked out for one revision of a table: who is able to begin
// something, what a payment comes to, and what is told of whom.
type AbilityCache struct {
	Begin     map[CacheKey]bool
	Payments  map[CacheKey]Paying
	Summaries map[CacheKey]Summary
}

// CacheKey says of whom something was worked out, and for when.
type CacheKey struct {
	Who    string // a character's id
	System string // "" for all of them
	Moment int
}

// Paying is a payment that is coming, if there is anything to pay.
type Paying struct {
	Coming
	Due bool
}

// Cached gives what is known for a key, or else works it out and keeps it.
func Cached[V any](known map[CacheKey]V, key CacheKey, work func() V) V {
	v, ok := known[key]
	if !ok {
		v = work()
		known[key] = v
	}
	return v
}

// IsGrave reports whether a rulebook marks somebody gravely: unconscious, dying.
func IsGrave(marks []engine.Mark) bool {
	return slices.ContainsFunc(marks, func(m engine.Mark) bool { return m.Grave })
}
