package engine

import (
	"iter"
	"strings"
)

// Sheet is a page as rules and panels read it: typed, with defaults and, in a
// roll, with what the roll has changed so far. The zero Sheet belongs to nobody.
type Sheet struct{ snapshot *snapshot }

// snapshot is a page at the moment at which it is read.
type snapshot struct {
	page   Page
	schema *Schema
	whose  Seat
	there  bool
	roll   *Roll // the roll that may change it; nil: none
	watch  func(path string)
	force  []Modifier
	bare   bool // states that hold add nothing
	by     any  // see For

	// Values are the fields that were looked up, as long as the roll has changed nothing on
	// the sheet, since odds run a rule many times over the same pages. Nil if nothing is kept.
	values map[*Spec]Value

	// Read are the fields and lists that were looked up while odds are counted; else nil.
	read map[string]bool
}

// emptySnapshot is the snapshot of the zero Sheet.
var emptySnapshot = &snapshot{}

func (s Sheet) data() *snapshot {
	if s.snapshot == nil {
		return emptySnapshot
	}
	return s.snapshot
}

// Read gives a page as a sheet.
func (s *Schema) Read(p Page) Sheet { return Sheet{&snapshot{page: p, schema: s, there: true}} }

// View gives a page and the house rules as they are shown.
func (s *System) View(page, house Page) View {
	return View{Sheet: s.Sheet.Read(page), House: s.House.Read(house)}
}

// Watched gives s such that watch is called with the path of whatever is read on it.
func (s Sheet) Watched(watch func(path string)) Sheet {
	out := *s.data()
	out.watch = watch
	return Sheet{&out}
}

// For gives s with a reader: a function that works out a field of s finds the reader with
// [Sheet.By]. A language in which rules are written passes on its own state in this way.
func (s Sheet) For(by any) Sheet {
	out := *s.data()
	out.by = by
	return Sheet{&out}
}

// By gives the reader of s, nil for none; see [Sheet.For].
func (s Sheet) By() any { return s.data().by }

// unwatched gives s without a watch.
func (s Sheet) unwatched() Sheet {
	if s.data().watch == nil {
		return s
	}
	return s.Watched(nil)
}

// There reports whether the sheet belongs to somebody.
func (s Sheet) There() bool { return s.data().there }

// before gives s as it was when the roll began.
func (s Sheet) before() Sheet {
	if s.data().roll == nil {
		return s
	}
	out := *s.snapshot
	out.roll = nil
	return Sheet{&out}
}

// Schema gives the fields the sheet can have.
func (s Sheet) Schema() *Schema { return s.data().schema }

// Value gives what holds at a path of the schema, the zero Value for an unknown path.
func (s Sheet) Value(path string) Value {
	sp, ok := s.Schema().Field(path)
	if ok && sp.In == "" {
		return s.data().value(sp)
	}
	v, written := s.data().at(path)
	if !ok {
		return v
	}
	if c, _ := s.data().changed(path); c != nil && written {
		return v
	}
	if !written {
		v = sp.Default(s)
	}
	list, rest, _ := strings.Cut(path, "/")
	row, _, _ := strings.Cut(rest, "/")
	return s.data().forcedAt(list, row, sp, v)
}

// Written reports whether something is written at path, rather than derived.
func (s Sheet) Written(path string) bool {
	_, ok := s.data().at(path)
	return ok
}

// reads keeps that a field or a list is read.
func (s *snapshot) reads(id string) {
	if s.read != nil {
		s.read[id] = true
	}
}

// at gives what is written at a path.
func (s *snapshot) at(path string) (Value, bool) {
	if s.watch != nil {
		s.watch(path)
	}
	list, _, _ := strings.Cut(path, "/")
	s.reads(list)
	if c, _ := s.changed(path); c != nil {
		return c.To, !c.To.IsNone()
	}
	return s.page.Get(path)
}

// changed finds what the roll has written at a path; nil for nothing. fresh reports that the
// roll has changed nothing at all on this sheet.
func (s *snapshot) changed(path string) (at *Change, fresh bool) {
	fresh = true
	for c := range s.changes() {
		if c.Field == path {
			return c, false
		}
		fresh = false
	}
	return nil, fresh
}

// changes goes through what the roll has changed on the sheet.
func (s *snapshot) changes() iter.Seq[*Change] {
	return func(yield func(*Change) bool) {
		if s.roll == nil {
			return
		}
		for i := range s.roll.changes {
			if c := &s.roll.changes[i]; c.Sheet == s.whose && !yield(c) {
				return
			}
		}
	}
}

// value gives what holds in a field: what is written or else its default, and
// what is in force.
func (s *snapshot) value(sp *Spec) Value {
	if s.watch != nil {
		s.watch(sp.ID)
	}
	c, fresh := s.changed(sp.ID)
	if fresh {
		if v, known := s.values[sp]; known {
			return v
		}
	}
	s.reads(sp.ID)
	var v Value
	var written bool
	if c != nil {
		v, written = c.To, !c.To.IsNone()
	} else {
		v, written = s.page.fields[sp.ID]
	}
	if !written {
		v = sp.Default(Sheet{s})
	}
	if c == nil || !written { // what the rule itself has written already contains what is in force
		v = s.forced(sp, v)
	}
	if fresh && s.values != nil {
		s.values[sp] = v
	}
	return v
}
