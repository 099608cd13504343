package pane

import (
	"maps"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// LossOf is a loss of a pool that grows by n, or shrinks; of somebody whose
// sheet isn't known it says by how much alone.
func LossOf(c *model.Character, s *engine.System, field engine.Field[int], n int) model.Change {
	lost := field.Least
	page, known := c.Pages[s.ID]
	switch {
	case known:
		lost = field.Of(s.Sheet.Read(page))
	case n < 0:
		lost -= n
	}
	within := func(n int) engine.Value { return engine.ValueOf(min(max(n, field.Least), field.Most)) }
	return model.Change{Field: field.ID, From: within(lost), To: within(lost + n)}
}

// Asks reports whether numbers of somebody are asked for: a player's, on
// another's sheet.
func Asks(f Frame, c *model.Character) bool {
	return f.Seat.Role == model.Player && c != nil && !f.Seat.Owns(c)
}

// BookOf is the rulebook that numbers of somebody go by, known or not: the one
// shown, the table's, or the first in which they are written; nil for none.
func BookOf(f Frame, c *model.Character) *engine.System {
	for _, id := range append([]string{f.System, f.Table.System}, slices.Sorted(maps.Keys(f.Table.Rules()))...) {
		if s, ok := f.Table.Rulebook(id); ok && c.Plays(id) {
			return s
		}
	}
	return nil
}
