package engine

import (
	"maps"
	"slices"
	"strings"
)

// Page is what one rulebook wrote on one character sheet. It is a value:
// [Page.With] gives a changed copy. The zero Page is empty.
type Page struct {
	fields map[string]Value
	lists  map[string][]rowData
}

type rowData struct {
	id     string
	fields map[string]Value
}

// Row is one row of a list, as it stands on a sheet.
type Row struct {
	ID     string
	sheet  *Sheet
	list   string
	fields map[string]Value // those of the page; nil for a row that is not there
}

// Path is the path of a column of the row, for [Roll.Set] and for changes.
func (r Row) Path(column *Spec) string { return r.list + "/" + r.ID + "/" + column.ID }

// on is the sheet of the row; that of no row is nobody's.
func (r Row) on() Sheet {
	if r.sheet == nil {
		return Sheet{}
	}
	return *r.sheet
}

// Name gives the column called name.
func (r Row) Name() string {
	v, _ := r.at("name")
	return v.Text()
}

// at gives what is written in a column.
func (r *Row) at(column string) (Value, bool) {
	s := r.sheet
	if s == nil {
		return Value{}, false
	}
	if s.watch != nil {
		s.watch(r.list + "/" + r.ID + "/" + column)
	}
	if s.roll != nil {
		for i := range s.roll.changes {
			if c := &s.roll.changes[i]; c.Sheet == s.seat && c.isAt(r.list, r.ID, column) {
				return c.To, !c.To.IsNone()
			}
		}
	}
	v, ok := r.fields[column]
	return v, ok
}

// isAt reports whether c is that of a column of a row.
func (c *Change) isAt(list, row, column string) bool {
	f := c.Field
	l, r := len(list), len(list)+1+len(row)
	return len(f) == r+1+len(column) && f[l] == '/' && f[r] == '/' &&
		f[:l] == list && f[l+1:r] == row && f[r+1:] == column
}

// value gives what is written in a column, or else its default.
func (r *Row) value(column *Spec) Value {
	if v, ok := r.at(column.ID); ok {
		return v
	}
	return column.Default(r.on())
}

// Get gives what is written at a path: an id, or list/row/column.
func (p Page) Get(path string) (Value, bool) {
	list, rest, nested := strings.Cut(path, "/")
	if !nested {
		v, ok := p.fields[path]
		return v, ok
	}
	row, column, _ := strings.Cut(rest, "/")
	for _, r := range p.lists[list] {
		if r.id == row {
			v, ok := r.fields[column]
			return v, ok
		}
	}
	return Value{}, false
}

// With gives a copy of p with v at path. A column of an unknown row adds the
// row at the end; no value at list/row takes the row out; no value at a field
// clears it, so that its default holds again.
func (p Page) With(path string, v Value) Page {
	list, rest, nested := strings.Cut(path, "/")
	if !nested {
		p.fields = with(p.fields, path, v)
		return p
	}
	row, column, _ := strings.Cut(rest, "/")
	p.lists = maps.Clone(p.lists)
	if p.lists == nil {
		p.lists = map[string][]rowData{}
	}
	rows := slices.Clone(p.lists[list])
	i := slices.IndexFunc(rows, func(r rowData) bool { return r.id == row })
	switch {
	case column == "" && i >= 0:
		rows = slices.Delete(rows, i, i+1)
	case column == "":
	case i < 0:
		rows = append(rows, rowData{id: row, fields: with(nil, column, v)})
	default:
		rows[i].fields = with(rows[i].fields, column, v)
	}
	p.lists[list] = rows
	return p
}

// Moved gives a copy of p with a row of a list at another place, from 0.
func (p Page) Moved(list, row string, to int) Page {
	rows := slices.Clone(p.lists[list])
	i := slices.IndexFunc(rows, func(r rowData) bool { return r.id == row })
	if i < 0 || to < 0 || to >= len(rows) {
		return p
	}
	moved := rows[i]
	rows = slices.Insert(slices.Delete(rows, i, i+1), to, moved)
	p.lists = maps.Clone(p.lists)
	p.lists[list] = rows
	return p
}

func with(m map[string]Value, key string, v Value) map[string]Value {
	out := make(map[string]Value, len(m)+1)
	maps.Copy(out, m)
	if v.IsNone() {
		delete(out, key)
	} else {
		out[key] = v
	}
	return out
}

// Paths gives every path that is written, in a fixed order: fields by id,
// then lists by id with their rows in order.
func (p Page) Paths() []string {
	out := slices.Sorted(maps.Keys(p.fields))
	for _, l := range slices.Sorted(maps.Keys(p.lists)) {
		for _, r := range p.lists[l] {
			for _, c := range slices.Sorted(maps.Keys(r.fields)) {
				out = append(out, l+"/"+r.id+"/"+c)
			}
		}
	}
	return out
}

// RowIDs gives the ids of the rows of a list in order.
func (p Page) RowIDs(list string) []string {
	out := make([]string, 0, len(p.lists[list]))
	for _, r := range p.lists[list] {
		out = append(out, r.id)
	}
	return out
}

// Sheet is a page as rules and panels read it: typed, with defaults and, in a
// roll, with what the roll has changed so far.
type Sheet struct {
	page   Page
	schema *Schema
	seat   Seat
	roll   *Roll
	there  bool
	watch  func(path string)
	known  *known // while odds are counted
}

// Read gives a page as a sheet.
func (s *Schema) Read(p Page) Sheet { return Sheet{page: p, schema: s, there: true} }

// Watched gives s such that watch is told the path of whatever is read on it.
func (s Sheet) Watched(watch func(path string)) Sheet {
	s.watch = watch
	return s
}

// There reports whether somebody sits at this side of the roll.
func (s Sheet) There() bool { return s.there }

// Schema gives the fields the sheet can have.
func (s Sheet) Schema() *Schema { return s.schema }

// at gives what is written at a path.
func (s *Sheet) at(path string) (Value, bool) {
	if s.watch != nil {
		s.watch(path)
	}
	if c, _ := s.changed(path); c != nil {
		return c.To, !c.To.IsNone()
	}
	return s.page.Get(path)
}

// changed finds what the roll has written at a path; fresh says that it has
// changed nothing on this sheet.
func (s *Sheet) changed(path string) (at *Change, fresh bool) {
	fresh = true
	if s.roll == nil {
		return nil, fresh
	}
	for i := range s.roll.changes {
		if c := &s.roll.changes[i]; c.Sheet == s.seat {
			fresh = false
			if c.Field == path {
				return c, fresh
			}
		}
	}
	return nil, fresh
}

// value gives what is written in a field, or else its default.
func (s *Sheet) value(sp *Spec) Value {
	if s.watch != nil {
		s.watch(sp.ID)
	}
	c, fresh := s.changed(sp.ID)
	if c != nil {
		if !c.To.IsNone() {
			return c.To
		}
		return sp.Default(*s)
	}
	if s.known != nil {
		return s.known.value(s, sp, fresh)
	}
	if v, ok := s.page.fields[sp.ID]; ok {
		return v
	}
	return sp.Default(*s)
}

// Value gives what holds at a path of the schema, None for an unknown path.
func (s Sheet) Value(path string) Value {
	sp, ok := s.schema.Field(path)
	if ok && sp.In == "" {
		return s.value(sp)
	}
	if v, written := s.at(path); written {
		return v
	}
	if ok {
		return sp.Default(s)
	}
	return Value{}
}

// Written reports whether something is written at path, rather than derived.
func (s Sheet) Written(path string) bool {
	_, ok := s.at(path)
	return ok
}

// rows gives those of a list, for reading only.
func (s *Sheet) rows(list string) []Row {
	if !s.moved(list) {
		return s.still(list)
	}
	var out []Row
	for _, r := range s.still(list) {
		if !s.dropped(list + "/" + r.ID) {
			out = append(out, r)
		}
	}
	return append(out, s.added(list, out)...)
}

// still gives the rows of the page.
func (s *Sheet) still(list string) []Row {
	if s.known == nil {
		return s.laid(list)
	}
	out, ok := s.known.rows[list]
	if !ok {
		out = s.laid(list)
		s.known.rows[list] = out
	}
	return out
}

func (s Sheet) laid(list string) []Row {
	data := s.page.lists[list]
	out := make([]Row, len(data))
	for i := range data {
		out[i] = Row{ID: data[i].id, sheet: &s, list: list, fields: data[i].fields}
	}
	return out
}

// moved reports whether the roll has changed anything in a list.
func (s *Sheet) moved(list string) bool {
	if s.roll == nil {
		return false
	}
	for i := range s.roll.changes {
		c := &s.roll.changes[i]
		if c.Sheet == s.seat && len(c.Field) > len(list) && c.Field[len(list)] == '/' && c.Field[:len(list)] == list {
			return true
		}
	}
	return false
}

// dropped reports whether the roll has taken a row out.
func (s *Sheet) dropped(path string) bool {
	c, _ := s.changed(path)
	return c != nil && c.To.IsNone()
}

// added gives the rows that the roll itself wrote.
func (s Sheet) added(list string, have []Row) []Row {
	var out []Row
	for _, c := range s.roll.changes {
		l, rest, nested := strings.Cut(c.Field, "/")
		id, column, _ := strings.Cut(rest, "/")
		same := func(r Row) bool { return r.ID == id }
		if !nested || l != list || column == "" || c.Sheet != s.seat || s.dropped(l+"/"+id) ||
			slices.ContainsFunc(have, same) || slices.ContainsFunc(out, same) {
			continue
		}
		out = append(out, Row{ID: id, sheet: &s, list: list})
	}
	return out
}
