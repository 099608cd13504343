package pane

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
)

// Asks reports whether numbers of somebody are asked for: a player's, on another's
// sheet.
func Asks(f Frame, c *model.Character) bool { return phrase.MustAsk(f.Seat, c) }

// BookOf is the rulebook that numbers of somebody go by, known or not; nil for none.
func BookOf(f Frame, c *model.Character) *engine.System {
	return phrase.RulebookOf(f.Table, c, f.System)
}
