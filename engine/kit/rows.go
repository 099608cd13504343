package kit

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Found gives the row of a list that is called so, or refuses the roll. what names a row of the list:
// "weapon".
func Found(r *engine.Roll, list *engine.Group, s engine.Sheet, name, what string) engine.Row {
	row, ok := list.Find(s, name)
	if !ok {
		r.Refuse("there is no %s %q on the sheet", what, name)
	}
	return row
}

// Column is a number of the rows of a list, and what such a row is.
type Column struct {
	What string // "skill"
	List *engine.Group
	Spec *engine.Spec
}

// Named writes a number on a page by the name of its row, as in climb=3. If rows of several columns
// have that name, it takes what they are before it: skill.climb. It is false for other names.
func Named(p engine.Page, s engine.Sheet, name, value string, columns ...Column) (engine.Page, bool, error) {
	kind, rest, parted := strings.Cut(name, ".")
	var found engine.Row
	var spec *engine.Spec
	var several []string
	for _, c := range columns {
		row, ok := c.List.Find(s, name)
		if !ok && parted && strings.EqualFold(kind, c.What) {
			row, ok = c.List.Find(s, rest)
		}
		if ok {
			found, spec = row, c.Spec
			several = append(several, c.What+"."+name)
		}
	}
	switch len(several) {
	case 0:
		return p, false, nil
	case 1:
		v, err := spec.Parse(value)
		if err != nil {
			return p, true, err
		}
		return p.With(found.Path(spec), v), true, nil
	}
	return p, true, fmt.Errorf("%q is on the sheet more than once: write %s", name, strings.Join(several, " or "))
}

// Grid shows a list as a table: the name of each row and then its cells.
func Grid(s engine.Sheet, of *engine.Group, title string, head []string, cells func(engine.Row) []string) engine.Grid {
	return GridOf(of.Rows(s), of, title, head, cells)
}

// GridOf is [Grid] for some of the rows of a list.
func GridOf(rows []engine.Row, of *engine.Group, title string, head []string, cells func(engine.Row) []string) engine.Grid {
	g := engine.Grid{Title: title, Head: head}
	for _, row := range rows {
		g.Rows = append(g.Rows, append([]string{row.Name()}, cells(row)...))
		g.Paths = append(g.Paths, of.List().ID+"/"+row.ID)
	}
	return g
}

// Numbers shows a number of each row of a list, below a heading.
func Numbers(s engine.Sheet, of *engine.Group, column engine.Field[int], heading, chapter string) []engine.Block {
	out := []engine.Block{engine.Heading{Text: heading}}
	for _, row := range of.Rows(s) {
		out = append(out, Stat(row.Name(), column.At(row), row.Path(column.Spec), chapter))
	}
	return out
}

// Stat shows a number that stands at a path of the sheet.
func Stat(label string, n int, path, chapter string) engine.Stat {
	return engine.Stat{Label: label, Value: strconv.Itoa(n), Field: path, Chapter: chapter}
}

// Words shows a text of the sheet, and nothing if there is none.
func Words(s engine.Sheet, f engine.Field[string]) []engine.Block {
	if text := f.Of(s); text != "" {
		return []engine.Block{engine.Words{Label: f.Label, Text: text}}
	}
	return nil
}
