package pane

import (
	"slices"

	"example.org/fray/model/view"
)

// MarkedHere are the marked characters at the table, in the order of the roster.
func (f Frame) MarkedHere() []string {
	if len(f.Marked) == 0 {
		return nil
	}
	var out []string
	for _, c := range f.Table.Characters() {
		if slices.Contains(f.Marked, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// marking is the marks with a character added, or taken out if it is there.
func (f Frame) marking(who string) Mark {
	if i := slices.Index(f.Marked, who); i >= 0 {
		return Mark{slices.Delete(slices.Clone(f.Marked), i, i+1)}
	}
	return Mark{append(slices.Clip(f.Marked), who)}
}

// MarkCopies marks the selected character and its copies or, if all of them are marked,
// removes their marks.
func MarkCopies(f Frame) Intent {
	all := view.Copies(f.Table, f.Here())
	some := slices.ContainsFunc(all, func(id string) bool { return !slices.Contains(f.Marked, id) })
	kept := slices.DeleteFunc(slices.Clone(f.Marked), func(id string) bool { return slices.Contains(all, id) })
	if some {
		kept = append(kept, all...)
	}
	return Mark{kept}
}
