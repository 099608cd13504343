package engine

import (
	"iter"
	"slices"
	"strings"
)

// Row is one row of a list, as it stands on a sheet. The zero Row is none.
type Row struct {
	ID     string
	sheet  Sheet
	list   string
	fields map[string]Value // those of the page; nil for a row that is not there
}

// Path is the path of a column of the row, for [Roll.Set] and for changes.
func (r Row) Path(column *Spec) string { return r.list + "/" + r.ID + "/" + column.ID }

// Name gives the column called name.
func (r Row) Name() string {
	v, _ := r.at("name")
	return v.Text()
}

// value gives what is written in a column, or else its default.
func (r *Row) value(column *Spec) Value {
	c := r.changed(column.ID)
	switch {
	case c == nil:
		return r.stood(column)
	case c.To.IsNone():
		r.watched(column.ID)
		return r.forced(column, column.Default(r.sheet))
	}
	r.watched(column.ID)
	return c.To
}

// stood is the value of a column that the roll has not changed.
func (r *Row) stood(column *Spec) Value {
	r.watched(column.ID)
	v, written := r.fields[column.ID]
	if !written {
		v = column.Default(r.sheet)
	}
	return r.forced(column, v)
}

func (r *Row) forced(column *Spec, v Value) Value {
	if s := r.sheet.lying(); s.force != nil {
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
	if s := r.sheet.lying(); s.watch != nil {
		s.watch(r.list + "/" + r.ID + "/" + column)
	}
}

// changed finds what the roll has written in a column.
func (r *Row) changed(column string) *Change {
	s := r.sheet.lying()
	if s.roll == nil {
		return nil
	}
	for i := s.roll.last(s.seat); i >= 0; i = s.roll.earlier[i] {
		if c := &s.roll.changes[i]; isAt(c.Field, r.list, r.ID, column) {
			return c
		}
	}
	return nil
}

// isAt reports whether path f is that of a column of a row. Columns differ most
// often.
func isAt(f, list, row, column string) bool {
	l, r := len(list), len(list)+1+len(row)
	return len(f) == r+1+len(column) && f[l] == '/' && f[r] == '/' &&
		f[r+1:] == column && f[:l] == list && f[l+1:r] == row
}

// rows gives those of a list, for reading only.
func (s *spread) rows(list string) []Row {
	if !s.moved(list) {
		return s.still(list)
	}
	var out []Row
	for _, r := range s.still(list) {
		if !s.dropped(list, r.ID) {
			out = append(out, r)
		}
	}
	return append(out, s.added(list, out)...)
}

// each goes through the rows of a list, and makes none that nobody looks at.
func (s *spread) each(list string) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		if s.known != nil || s.moved(list) {
			for _, r := range s.rows(list) {
				if !yield(r) {
					return
				}
			}
			return
		}
		s.reads.list(list)
		for _, d := range s.page.lists[list] {
			if !yield(Row{ID: d.id, sheet: Sheet{s}, list: list, fields: d.fields}) {
				return
			}
		}
	}
}

// still gives the rows of the page.
func (s *spread) still(list string) []Row {
	if s.known != nil {
		if out, ok := s.known.rows[list]; ok {
			return out
		}
	}
	s.reads.list(list)
	data := s.page.lists[list]
	out := make([]Row, len(data))
	for i := range data {
		out[i] = Row{ID: data[i].id, sheet: Sheet{s}, list: list, fields: data[i].fields}
	}
	if s.known != nil {
		s.known.rows[list] = out
	}
	return out
}

// moved reports whether the roll has changed anything in a list.
func (s *spread) moved(list string) bool {
	if s.roll == nil {
		return false
	}
	for i := s.roll.last(s.seat); i >= 0; i = s.roll.earlier[i] {
		if f := s.roll.changes[i].Field; len(f) > len(list) && f[len(list)] == '/' && f[:len(list)] == list {
			return true
		}
	}
	return false
}

// dropped reports whether the roll has taken a row out.
func (s *spread) dropped(list, row string) bool {
	if s.roll == nil {
		return false
	}
	for i := s.roll.last(s.seat); i >= 0; i = s.roll.earlier[i] {
		c := &s.roll.changes[i]
		if f := c.Field; len(f) == len(list)+1+len(row) && f[len(list)] == '/' && f[:len(list)] == list && f[len(list)+1:] == row {
			return c.To.IsNone()
		}
	}
	return false
}

// added gives the rows that the roll itself wrote.
func (s *spread) added(list string, have []Row) []Row {
	var out []Row
	for _, c := range s.roll.changes {
		l, rest, nested := strings.Cut(c.Field, "/")
		id, column, _ := strings.Cut(rest, "/")
		same := func(r Row) bool { return r.ID == id }
		if !nested || l != list || column == "" || c.Sheet != s.seat || s.dropped(l, id) ||
			slices.ContainsFunc(have, same) || slices.ContainsFunc(out, same) {
			continue
		}
		out = append(out, Row{ID: id, sheet: Sheet{s}, list: list})
	}
	return out
}
