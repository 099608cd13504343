package paper

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// open writes into the blank under the cursor: a field is typed or turned, a
// row is gone into, a list grows.
func (o *Form) open() {
	b := o.Here()
	switch {
	case b.Spec != nil && (b.Spec.Kind == engine.Bool || b.Spec.Options != nil):
		o.step(1)
	case b.Spec != nil:
		o.write()
	case b.grows():
		o.grow(b.List)
	default:
		o.row, o.at = &b, 0
		o.Blanks = o.layOut()
	}
}

// close goes back from a row to the sheet. A row in which nothing was written
// is taken off again.
func (o *Form) close() {
	row := o.row
	o.row = nil
	if o.bare(row.List, row.Row) && !slices.Contains(o.base.RowIDs(row.List.ID), row.Row) {
		o.put(o.Page.With(row.Path, engine.Value{}))
		row.Path = row.List.ID + "/"
	}
	o.Blanks = o.layOut()
	o.Stand(row.Path)
}

// bare reports whether nothing but an empty name is written in a row.
func (o *Form) bare(l *engine.List, row string) bool {
	for _, c := range l.Columns {
		if v, ok := o.Page.Get(l.ID + "/" + row + "/" + c.ID); ok && v != engine.ValueOf("") {
			return false
		}
	}
	return true
}

// grow adds a row at the end of a list and opens it at its name.
func (o *Form) grow(l *engine.List) {
	id := o.freeRow(l.ID)
	path := l.ID + "/" + id
	o.put(o.Page.With(path+"/name", engine.ValueOf("")))
	o.row = &Blank{Path: path, List: l, Row: id}
	o.Blanks = o.layOut()
	o.Stand(path + "/name")
	o.write()
}

// freeRow is an id that no row has, nor had at the table.
func (o *Form) freeRow(list string) string {
	for n := 1; ; n++ {
		id := "r" + strconv.Itoa(n)
		if !slices.Contains(o.Page.RowIDs(list), id) && !slices.Contains(o.base.RowIDs(list), id) {
			return id
		}
	}
}

// rowKey adds, takes off or moves the row under the cursor, or the one that is
// open; false where there is none.
func (o *Form) rowKey(does string) bool {
	b := o.Here()
	if b.Spec != nil {
		return false
	}
	switch {
	case does == "add":
		o.grow(b.List)
	case b.grows():
	case does == "clear":
		o.put(o.Page.With(b.Path, engine.Value{}))
	default:
		ids := o.Page.RowIDs(b.List.ID)
		to := slices.Index(ids, b.Row) - 1
		if does == "lower" {
			to += 2
		}
		if to >= 0 && to < len(ids) {
			o.put(o.Page.MoveRow(b.List.ID, b.Row, to))
		}
	}
	return true
}
