package view

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// ExplainedSheet returns the panel of a character's sheet with everything that modifies
// each number. Before the first heading it lists the active effects, what they add and
// when they end. If the rulebook is missing it is the sheet as it is recorded.
func ExplainedSheet(t model.Table, c *model.Character, system string) []engine.Block {
	s, ok := t.Rulebooks[system]
	if !ok {
		return recordedSheet(t, c, system)
	}
	out := s.ExplainedPanel(t.View(c, system))
	var held []engine.Block
	for _, r := range t.ActiveEffectsOn(c) {
		if isOwnAction(t, r) {
			continue
		}
		if held == nil {
			held = append(held, engine.Heading{Text: "In force"})
		}
		parts := slices.DeleteFunc([]string{t.AddsWords(r), t.UntilWords(r)}, func(s string) bool { return s == "" })
		held = append(held, engine.Words{Label: r.Words, Text: strings.Join(parts, ", ")})
	}
	at := slices.IndexFunc(out, func(b engine.Block) bool { _, is := b.(engine.Heading); return is })
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, held...)
}

// isOwnAction reports whether an active effect only means that the character has an action
// of its own under way.
func isOwnAction(t model.Table, r model.ActiveEffect) bool {
	a, known := t.ActionOf(r.System, r.Action)
	return known && !a.Lasting() && slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool {
		return p.Who == r.Who && p.System == r.System && p.Action == r.Action && p.Due == r.At
	})
}

// recordedSheet returns what is written on a sheet whose rulebook this version does not
// have, or whose text it cannot read.
func recordedSheet(t model.Table, c *model.Character, system string) []engine.Block {
	words := "This version does not have this rulebook: the sheet is shown as it is recorded."
	if _, text := t.RulebookText(system); text {
		words = "The text of this rulebook can no longer be read: the sheet is shown as it is recorded."
	}
	return append([]engine.Block{engine.Words{Text: words}}, c.Pages[system].Blocks()...)
}
