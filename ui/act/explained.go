package act

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Explained says how a number of a sheet is worked out. The number is given by its label or
// its field. The first line is the number itself.
func Explained(t model.Table, who, what string) []string {
	c, ok := t.Character(who)
	if !ok {
		return nil
	}
	var names []string
	for _, id := range c.Systems() {
		for _, b := range view.ExplainedSheet(t, c, id) {
			st, is := b.(engine.Stat)
			if !is || st.Label == "" {
				continue
			}
			if !strings.EqualFold(st.Label, what) && !strings.EqualFold(st.Field, what) {
				names = append(names, st.Label)
				continue
			}
			out := []string{st.Label + " " + st.Words()}
			for _, l := range st.Working {
				out = append(out, "  "+l)
			}
			if st.Chapter != "" {
				out = append(out, "  In the book: "+st.Chapter)
			}
			return out
		}
	}
	if near := engine.Nearest(what, names); near != "" {
		return []string{c.Name + " has no number \"" + what + "\"; did you mean " + near + "?"}
	}
	return []string{c.Name + " has no number \"" + what + "\""}
}
