package engine

import (
	"maps"
	"slices"
	"strings"
)

// reads is what of a sheet was read while odds were counted: the fields by
// [Spec.place] and the lists by their place in the schema. Whoever reads anything
// else has read all of it.
type reads struct {
	whose  Seat
	schema *Schema
	fields [mostTracked / 64]uint64
	lists  uint64
	all    bool
}

// mostTracked is how many fields of a schema are told apart.
const mostTracked = 256

// field takes in that a field was read.
func (r *reads) field(sp *Spec) {
	switch at := sp.place; {
	case r == nil:
	case at >= mostTracked || at >= len(r.schema.specs) || r.schema.specs[at] != sp:
		r.all = true
	default:
		r.fields[at/64] |= 1 << (at % 64)
	}
}

// list takes in that a list was read, or anything in it.
func (r *reads) list(id string) {
	if r == nil {
		return
	}
	at := slices.IndexFunc(r.schema.lists, func(l *List) bool { return l.ID == id })
	if at < 0 || at >= 64 {
		r.all = true
		return
	}
	r.lists |= 1 << at
}

// path takes in that something was read at a path.
func (r *reads) path(path string) {
	if r == nil {
		return
	}
	list, _, nested := strings.Cut(path, "/")
	if nested {
		r.list(list)
	} else if sp, ok := r.schema.named[path]; ok {
		r.field(sp)
	} else {
		r.all = true
	}
}

// alike reports whether what was read is the same on two pages.
func (r *reads) alike(a, b Page) bool {
	if r.all {
		return same(a, b)
	}
	if !one(a.fields, b.fields) {
		for i, sp := range r.schema.specs[:min(len(r.schema.specs), mostTracked)] {
			if r.fields[i/64]&(1<<(i%64)) == 0 {
				continue
			}
			x, written := a.fields[sp.ID]
			y, also := b.fields[sp.ID]
			if written != also || x != y {
				return false
			}
		}
	}
	if !one(a.lists, b.lists) {
		for i, l := range r.schema.lists[:min(len(r.schema.lists), 64)] {
			if r.lists&(1<<i) != 0 && !slices.EqualFunc(a.lists[l.ID], b.lists[l.ID], sameRow) {
				return false
			}
		}
	}
	return true
}

func sameRow(a, b rowData) bool { return a.id == b.id && maps.Equal(a.fields, b.fields) }

// HoldsAsRead is [Chances.Holds] where sheets may be different in what the rule has
// not read. The odds are the same then; what they lead to goes by the rest of the
// sheets, too.
func (c Chances) HoldsAsRead(was, now Inputs) bool {
	if len(was.Sheets) != len(now.Sheets) {
		return false
	}
	for seat, page := range was.Sheets {
		if _, there := now.Sheets[seat]; !there {
			return false
		}
		i := slices.IndexFunc(c.reads, func(r reads) bool { return r.whose == seat })
		if i >= 0 && !c.reads[i].alike(page, now.Sheets[seat]) {
			return false
		}
	}
	return c.holds(was, now)
}

// read gives what of the sheets was read.
func (w *walk) read() []reads {
	n := 0
	for _, k := range w.sheets {
		if k.reads.schema != nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]reads, 0, n)
	for _, k := range w.sheets {
		if k.reads.schema != nil {
			out = append(out, k.reads)
		}
	}
	return out
}
