package scene

import (
	"example.org/fray/model"
)

// ShownOf is the rulebook of a character that a screen shows: the one asked
// for, the table's, or the first that this version knows.
func ShownOf(t model.Table, c *model.Character, asked string) string {
	for _, id := range []string{asked, t.System} {
		if _, ok := c.Pages[id]; ok && id != "" {
			return id
		}
	}
	first := ""
	for _, id := range c.Systems() {
		if _, ok := t.Rulebook(id); ok {
			return id
		}
		if first == "" {
			first = id
		}
	}
	return first
}
