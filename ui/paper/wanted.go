package paper

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
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
func Asks(f pane.Frame, c *model.Character) bool {
	return f.Seat.Role == model.Player && c != nil && !f.Seat.Owns(c)
}

// BookOf is the rulebook that numbers of somebody go by, known or not: the one
// shown, the table's, or the first in which they are written; nil for none.
func BookOf(f pane.Frame, c *model.Character) *engine.System {
	for _, id := range append([]string{f.System, f.Table.System}, slices.Sorted(maps.Keys(f.Table.Rules()))...) {
		if s, ok := f.Table.Rulebook(id); ok && c.Plays(id) {
			return s
		}
	}
	return nil
}

// askFor asks the gamemaster for numbers of somebody whose sheet isn't known:
// how much, and of what.
func askFor(f pane.Frame, c *model.Character, up bool) pane.Wish {
	s := BookOf(f, c)
	if s == nil || len(s.Pools) == 0 {
		return pane.Say{Words: "no rulebook counts points of " + c.Name + ": " + f.KeyOf("take-up") + " asks in words"}
	}
	p := &Prompt{Head: "Ask the gamemaster: " + c.Name + " loses", Labels: []string{"how much", "of", "because"},
		Lines: []pane.Line{pane.NewLine(""), pane.Suggested(s.Pools[0].Label), pane.NewLine("")}}
	if up {
		p.Head = "Ask the gamemaster: " + c.Name + " gets back"
	}
	var names []string
	for _, x := range s.Pools {
		names = append(names, x.Label)
	}
	p.Saying(strings.Join(names, ", "))
	p.Done = func(_ pane.Frame, p *Prompt, texts []string) pane.Wish {
		n, wrong := howMuch(texts[0])
		if wrong != "" {
			return p.Wrong(0, wrong)
		}
		if up {
			n = -n
		}
		pool := poolCalled(s, texts[1])
		if pool == nil {
			return p.Wrong(1, fmt.Sprintf("%q is none of %s", texts[1], strings.Join(names, ", ")))
		}
		set := LossOf(c, s, pool.Losses[0], n)
		return pane.Do{Command: model.Write{Who: c.ID, System: s.ID, Set: []model.Change{set}, Why: texts[2]}, Then: p.Shut("")}
	}
	return pane.Push{Overlay: p}
}

// poolCalled finds a pool by its name or how that begins; nil for none.
func poolCalled(s *engine.System, text string) *engine.Pool {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, fits := range []func(label string) bool{
		func(label string) bool { return label == text },
		func(label string) bool { return text != "" && strings.HasPrefix(label, text) },
	} {
		for i := range s.Pools {
			if fits(strings.ToLower(s.Pools[i].Label)) {
				return &s.Pools[i]
			}
		}
	}
	return nil
}

// howMuch reads a number of points.
func howMuch(text string) (n int, wrong string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return 0, fmt.Sprintf("%q is not a number: type how much, from 1", text)
	}
	return n, ""
}
