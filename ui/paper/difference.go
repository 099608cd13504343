package paper

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// difference is what makes one page of a rulebook another.
type difference struct {
	set   []model.Change // in the order of the form
	moved bool           // rows stand in another order: settings alone don't do it
}

func (d difference) none() bool { return len(d.set) == 0 && !d.moved }

// differ finds what makes from into to. What the schema doesn't know is left
// alone.
func differ(s *engine.Schema, from, to engine.Page) (d difference) {
	for _, sp := range s.Fields() {
		d.field(from, to, sp.ID)
	}
	for _, l := range s.Lists() {
		for _, id := range from.RowIDs(l.ID) {
			if !slices.Contains(to.RowIDs(l.ID), id) {
				d.set = append(d.set, model.Change{Field: l.ID + "/" + id})
			}
		}
		for _, id := range to.RowIDs(l.ID) {
			n := len(d.set)
			for _, c := range l.Columns {
				d.field(from, to, l.ID+"/"+id+"/"+c.ID)
			}
			if n == len(d.set) && !slices.Contains(from.RowIDs(l.ID), id) {
				d.set = append(d.set, model.Change{Field: l.ID + "/" + id + "/name", To: engine.ValueOf("")})
			}
		}
	}
	d.moved = !sameOrder(s, withAll(from, d.set), to)
	return d
}

func (d *difference) field(from, to engine.Page, path string) {
	a, had := from.Get(path)
	b, has := to.Get(path)
	if a != b || had != has {
		d.set = append(d.set, model.Change{Field: path, To: b})
	}
}

// withAll is a page with settings made on it.
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

// onto makes on now what was made of base: others may have written meanwhile.
// Rows that they took off stay off.
func onto(s *engine.Schema, base, made, now engine.Page) engine.Page {
	d := differ(s, base, made)
	out := now
	for _, set := range d.set {
		if gone(s, base, now, set.Field) {
			continue
		}
		out = out.With(set.Field, set.To)
	}
	if !d.moved {
		return out
	}
	for _, l := range s.Lists() {
		for i, id := range made.RowIDs(l.ID) {
			out = out.MoveRow(l.ID, id, i)
		}
	}
	return out
}

// gone reports whether a path is in a row that base had and now has not.
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
