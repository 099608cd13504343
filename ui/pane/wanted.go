package pane

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
)

// Asks reports whether the gamemaster is asked before a character's numbers change: if a
// player changes another's sheet.
func Asks(f Frame, c *model.Character) bool { return phrase.MustAsk(f.Seat, c) }

// BookOf is the rulebook of a character's numbers, even if the seat may not see the sheet;
// nil for none.
func BookOf(f Frame, c *model.Character) *engine.System {
	return phrase.RulebookOf(f.Table, c, f.System)
}
