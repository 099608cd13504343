package ui

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// open writes into the blank under the cursor: a field is typed or turned, a
// row is gone into, a list grows.
func (f *sheetForm) open() {
	b := f.here()
	switch {
	case b.sp != nil && (b.sp.Kind == engine.Bool || b.sp.Options != nil):
		f.step(1)
	case b.sp != nil:
		f.write()
	case b.grows():
		f.grow(b.list)
	default:
		f.row, f.at = &b, 0
		f.blanks = f.layOut()
	}
}

// close goes back from a row to the sheet. A row in which nothing was written
// is taken off again.
func (f *sheetForm) close() {
	row := f.row
	f.row = nil
	if f.bare(row.list, row.row) && !slices.Contains(f.base.RowIDs(row.list.ID), row.row) {
		f.put(f.page.With(row.path, engine.Value{}))
		row.path = row.list.ID + "/"
	}
	f.blanks = f.layOut()
	f.stand(row.path)
}

// bare reports whether nothing but an empty name is written in a row.
func (f *sheetForm) bare(l *engine.List, row string) bool {
	for _, c := range l.Columns {
		if v, ok := f.page.Get(l.ID + "/" + row + "/" + c.ID); ok && v != engine.ValueOf("") {
			return false
		}
	}
	return true
}

// grow adds a row at the end of a list and opens it at its name.
func (f *sheetForm) grow(l *engine.List) {
	id := f.freeRow(l.ID)
	path := l.ID + "/" + id
	f.put(f.page.With(path+"/name", engine.ValueOf("")))
	f.row = &blank{path: path, list: l, row: id}
	f.blanks = f.layOut()
	f.stand(path + "/name")
	f.write()
}

// freeRow is an id that no row has, nor had at the table.
func (f *sheetForm) freeRow(list string) string {
	for n := 1; ; n++ {
		id := "r" + strconv.Itoa(n)
		if !slices.Contains(f.page.RowIDs(list), id) && !slices.Contains(f.base.RowIDs(list), id) {
			return id
		}
	}
}

// rowKey adds, takes off or moves the row under the cursor, or the one that is
// open; false where there is none.
func (f *sheetForm) rowKey(name string) bool {
	b := f.here()
	if b.sp != nil {
		return false
	}
	switch {
	case name == "+":
		f.grow(b.list)
	case b.grows():
	case name == "delete":
		f.put(f.page.With(b.path, engine.Value{}))
	default:
		ids := f.page.RowIDs(b.list.ID)
		to := slices.Index(ids, b.row) - 1
		if name == "shift+down" {
			to += 2
		}
		if to >= 0 && to < len(ids) {
			f.put(f.page.Moved(b.list.ID, b.row, to))
		}
	}
	return true
}
