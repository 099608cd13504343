package engine

import (
	"iter"
	"slices"
	"strings"
)

// Row is one row of a list on a sheet. The zero Row is none.
type Row struct {
	ID     string
	sheet  Sheet
	list   string
	fields map[string]Value // those of the page; nil for a row that is not there
}

// Path is the path of a column of the row, for [Roll.Set] and for changes.
func (r Row) Path(column *Spec) string { return r.list + "/" + r.ID + "/" + column.ID }

// Seat is the seat of the sheet that the row is on, "" for one that is on none.
func (r Row) Seat() Seat {
	if r.sheet.snapshot == nil {
		return ""
	}
	return r.sheet.snapshot.whose
}

// Name gives the column called name.
func (r Row) Name() string {
	v, _ := r.at("name")
	return v.Text()
}

// value gives what holds in a column: what is written or else its default, and
// what is in force.
func (r *Row) value(column *Spec) Value {
	c := r.changed(column.ID)
	switch {
	case c == nil:
		return r.unchanged(column)
	case c.To.IsNone():
		r.watched(column.ID)
		return r.forced(column, column.Default(r.sheet))
	}
	r.watched(column.ID)
	return c.To
}

// unchanged is the value of a column without what the roll has written there.
func (r *Row) unchanged(column *Spec) Value {
	r.watched(column.ID)
	v, written := r.fields[column.ID]
	if !written {
		v = column.Default(r.sheet)
	}
	return r.forced(column, v)
}

func (r *Row) forced(column *Spec, v Value) Value {
	if s := r.sheet.data(); s.force != nil {
		return s.forcedAt(r.list, r.ID, column, v)
	}
	return v
}

// at gives what is written in a column.
func (r *Row) at(column string) (v Value, written bool) {
	r.watched(column)
	if c := r.changed(column); c != nil {
		return c.To, !c.To.IsNone()
	}
	v, written = r.fields[column]
	return v, written
}

func (r *Row) watched(column string) {
	if s := r.sheet.data(); s.watch != nil {
		s.watch(r.list + "/" + r.ID + "/" + column)
	}
}

// changed finds what the roll has written in a column; nil for nothing.
func (r *Row) changed(column string) *Change {
	for c := range r.sheet.data().changes() {
		if isAt(c.Field, r.list, r.ID, column) {
			return c
		}
	}
	return nil
}

// isAt reports whether path is that of a column of a row.
func isAt(path, list, row, column string) bool {
	rest, ok := strings.CutPrefix(path, list)
	return ok && len(rest) == 2+len(row)+len(column) && rest[0] == '/' && rest[1+len(row)] == '/' &&
		rest[1:1+len(row)] == row && rest[2+len(row):] == column
}

// rows gives the rows of a list.
func (s *snapshot) rows(list string) []Row {
	return slices.AppendSeq(make([]Row, 0, len(s.page.lists[list])), s.eachRow(list))
}

// eachRow goes through the rows of a list: those of the page that the roll has not taken out,
// and then those that the roll itself wrote.
func (s *snapshot) eachRow(list string) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		s.reads(list)
		fresh := s.unchanged()
		for _, d := range s.page.lists[list] {
			if (fresh || !s.dropped(list, d.id)) && !yield(Row{ID: d.id, sheet: Sheet{s}, list: list, fields: d.fields}) {
				return
			}
		}
		if fresh {
			return
		}
		var written []string
		for c := range s.changes() {
			l, rest, nested := strings.Cut(c.Field, "/")
			id, column, _ := strings.Cut(rest, "/")
			if !nested || l != list || column == "" || slices.Contains(written, id) || s.dropped(l, id) ||
				slices.ContainsFunc(s.page.lists[list], func(d rowData) bool { return d.id == id }) {
				continue
			}
			written = append(written, id)
			if !yield(Row{ID: id, sheet: Sheet{s}, list: list}) {
				return
			}
		}
	}
}

// unchanged reports whether the roll has changed nothing on the sheet.
func (s *snapshot) unchanged() bool {
	for range s.changes() {
		return false
	}
	return true
}

// dropped reports whether the roll has taken a row out.
func (s *snapshot) dropped(list, row string) bool {
	c, _ := s.changed(list + "/" + row)
	return c != nil && c.To.IsNone()
}
