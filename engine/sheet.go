package engine

import "strings"

// Sheet is a page as rules and panels read it: typed, with defaults and, in a
// roll, with what the roll has changed so far. The zero Sheet is nobody's.
type Sheet struct{ spread *spread }

// spread is a page as it lies on the table.
type spread struct {
	page   Page
	schema *Schema
	seat   Seat // whose it is, where the roll may change it
	roll   *Roll
	there  bool
	watch  func(path string)
	known  *known // while odds are counted
	force  []Modifier
	reads  *reads // nil: nobody asks what is read
}

// nobodys is what the zero Sheet has.
var nobodys = &spread{}

func (s Sheet) lying() *spread {
	if s.spread == nil {
		return nobodys
	}
	return s.spread
}

// Read gives a page as a sheet.
func (s *Schema) Read(p Page) Sheet { return Sheet{&spread{page: p, schema: s, there: true}} }

// View gives a page and the house rules as they are shown.
func (s *System) View(page, house Page) View {
	lie := &[2]spread{{page: page, schema: s.Sheet, there: true}, {page: house, schema: s.House, there: true}}
	return View{Sheet: Sheet{&lie[0]}, House: Sheet{&lie[1]}}
}

// Watched gives s such that watch is told the path of whatever is read on it.
func (s Sheet) Watched(watch func(path string)) Sheet {
	out := *s.lying()
	out.watch = watch
	return Sheet{&out}
}

// There reports whether somebody sits at this side of the roll.
func (s Sheet) There() bool { return s.lying().there }

// before gives s as it was when the roll began.
func (s Sheet) before() Sheet {
	if s.lying().roll == nil {
		return s
	}
	out := *s.spread
	out.roll = nil
	return Sheet{&out}
}

// Schema gives the fields the sheet can have.
func (s Sheet) Schema() *Schema { return s.lying().schema }

// Value gives what holds at a path of the schema, the zero Value for an unknown path.
func (s Sheet) Value(path string) Value {
	sp, ok := s.Schema().Field(path)
	if ok && sp.In == "" {
		return s.lying().value(sp)
	}
	v, written := s.lying().at(path)
	if !ok {
		return v
	}
	if c, _ := s.lying().changed(path); c != nil && written {
		return v
	}
	if !written {
		v = sp.Default(s)
	}
	list, rest, _ := strings.Cut(path, "/")
	row, _, _ := strings.Cut(rest, "/")
	return s.lying().forcedAt(list, row, sp, v)
}

// Written reports whether something is written at path, rather than derived.
func (s Sheet) Written(path string) bool {
	_, ok := s.lying().at(path)
	return ok
}

// at gives what is written at a path.
func (s *spread) at(path string) (Value, bool) {
	if s.watch != nil {
		s.watch(path)
	}
	s.reads.path(path)
	if c, _ := s.changed(path); c != nil {
		return c.To, !c.To.IsNone()
	}
	return s.page.Get(path)
}

// changed finds what the roll has written at a path; fresh says that it has
// changed nothing on this sheet.
func (s *spread) changed(path string) (at *Change, fresh bool) {
	if s.roll == nil {
		return nil, true
	}
	last := s.roll.last(s.seat)
	for i := last; i >= 0; i = s.roll.earlier[i] {
		if c := &s.roll.changes[i]; c.Field == path {
			return c, false
		}
	}
	return nil, last < 0
}

// value gives what is written in a field, or else its default.
func (s *spread) value(sp *Spec) Value {
	if s.watch != nil {
		s.watch(sp.ID)
	}
	c, fresh := s.changed(sp.ID)
	if c != nil {
		if !c.To.IsNone() {
			return c.To
		}
		return s.forced(sp, sp.Default(Sheet{s}))
	}
	v := s.bare(sp, fresh)
	if s.force == nil {
		return v
	}
	return s.forced(sp, v)
}

// bare is the value of a field that the roll has not changed, without what is
// in force on it; fresh says that it has changed nothing else either.
func (s *spread) bare(sp *Spec, fresh bool) Value {
	if s.known != nil {
		return s.known.value(s, sp, fresh)
	}
	s.reads.field(sp)
	if v, ok := s.page.fields[sp.ID]; ok {
		return v
	}
	return sp.Default(Sheet{s})
}
