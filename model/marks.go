package model

import (
	"slices"

	"example.org/fray/engine"
)

// Brief returns what the roster shows of a character by a rulebook, and the states that
// the rulebook marks. This version must have the rulebook.
func (t Table) Brief(c *Character, system string) ([]engine.Block, []engine.Mark) {
	s, v := t.Rulebooks[system], t.View(c, system)
	return s.Brief(v), s.Marked(v)
}

// Marks returns the states of a character that a rulebook marks.
func (t Table) Marks(c *Character, s *engine.System, system string) []engine.Mark {
	return s.Marked(t.View(c, system))
}

// IsGrave reports whether one of the marked states is one in which a character cannot act,
// such as unconscious or dying.
func IsGrave(marks []engine.Mark) bool {
	return slices.ContainsFunc(marks, func(m engine.Mark) bool { return m.Grave })
}
