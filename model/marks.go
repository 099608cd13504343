package model

import (
	"slices"

	"example.org/fray/engine"
)

// Brief is what the roster shows of a character by a rulebook of this version, and
// the states that it marks.
func (t Table) Brief(c *Character, system string) ([]engine.Block, []engine.Mark) {
	s, v := t.Rulebooks[system], t.View(c, system)
	return s.Brief(v), s.Marked(v)
}

// Marks are the states that a rulebook marks.
func (t Table) Marks(c *Character, s *engine.System, system string) []engine.Mark {
	return s.Marked(t.View(c, system))
}

// IsGrave reports whether a rulebook marks somebody gravely: unconscious, dying.
func IsGrave(marks []engine.Mark) bool {
	return slices.ContainsFunc(marks, func(m engine.Mark) bool { return m.Grave })
}
