package form

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Changes is the difference between two pages of a rulebook.
type Changes struct {
	Set   []model.Change // in the order of the form
	Moved bool           // rows stand in another order: settings alone don't do it
}

// None reports whether there are none.
func (d Changes) None() bool { return len(d.Set) == 0 && !d.Moved }

// Differ finds the changes that turn from into to. Fields that the schema doesn't know are
// left alone.
func Differ(s *engine.Schema, from, to engine.Page) (d Changes) {
	for _, sp := range s.Fields() {
		d.field(from, to, sp.ID)
	}
	for _, l := range s.Lists() {
		for _, id := range from.RowIDs(l.ID) {
			if !slices.Contains(to.RowIDs(l.ID), id) {
				d.Set = append(d.Set, model.Change{Field: l.ID + "/" + id})
			}
		}
		for _, id := range to.RowIDs(l.ID) {
			n := len(d.Set)
			for _, c := range l.Columns {
				d.field(from, to, l.ID+"/"+id+"/"+c.ID)
			}
			if n == len(d.Set) && !slices.Contains(from.RowIDs(l.ID), id) {
				d.Set = append(d.Set, model.Change{Field: l.ID + "/" + id + "/name", To: engine.ValueOf("")})
			}
		}
	}
	d.Moved = !sameOrder(s, withAll(from, d.Set), to)
	return d
}

func (d *Changes) field(from, to engine.Page, path string) {
	a, had := from.Get(path)
	b, has := to.Get(path)
	if a != b || had != has {
		d.Set = append(d.Set, model.Change{Field: path, To: b})
	}
}

// withAll is a page with changes applied.
func withAll(p engine.Page, set []model.Change) engine.Page {
	for _, s := range set {
		p = p.With(s.Field, s.To)
	}
	return p
}

func sameOrder(s *engine.Schema, a, b engine.Page) bool {
	for _, l := range s.Lists() {
		if !slices.Equal(a.RowIDs(l.ID), b.RowIDs(l.ID)) {
			return false
		}
	}
	return true
}

// Onto applies to now the changes that were made to base, since others may have written
// meanwhile. Rows that they removed stay removed.
func Onto(s *engine.Schema, base, made, now engine.Page) engine.Page {
	d := Differ(s, base, made)
	out := now
	for _, set := range d.Set {
		if gone(s, base, now, set.Field) {
			continue
		}
		out = out.With(set.Field, set.To)
	}
	if !d.Moved {
		return out
	}
	for _, l := range s.Lists() {
		for i, id := range made.RowIDs(l.ID) {
			out = out.MoveRow(l.ID, id, i)
		}
	}
	return out
}

// gone reports whether a path is in a row that base has and now does not.
func gone(s *engine.Schema, base, now engine.Page, path string) bool {
	for _, l := range s.Lists() {
		for _, id := range base.RowIDs(l.ID) {
			row := l.ID + "/" + id
			inRow := path == row || len(path) > len(row) && path[:len(row)+1] == row+"/"
			if inRow && !slices.Contains(now.RowIDs(l.ID), id) {
				return true
			}
		}
	}
	return false
}
