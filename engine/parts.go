package engine

import "slices"

// Parts is what the parts of a panel show, one after the other. Where the view is
// kept, a part is asked again only when something that it reads has changed: each
// must go by the view alone, and they are always the same.
func (v View) Parts(parts ...func(View) []Block) []Block {
	var out []Block
	k := v.kept
	if k == nil {
		for _, part := range parts {
			out = append(out, part(v)...)
		}
		return out
	}
	k.turn(v, len(parts))
	v.kept = nil // of the whole, not of a part
	n := 0
	for i, part := range parts {
		p := &k.parts[i]
		if !p.there {
			v.Sheet = p.reading(v.Sheet)
			p.blocks, p.there = part(v), true
		}
		n += len(p.blocks)
	}
	out = make([]Block, 0, n)
	for i := range k.parts {
		out = append(out, k.parts[i].blocks...)
	}
	return out
}

// After gives a view whose panel is worked out only as far as it is otherwise than
// that of a view before, which may be the zero View. One follows each, and both
// are for one goroutine.
func (v View) After(before View) View {
	if v.kept = before.kept; v.kept == nil {
		v.kept = &kept{}
	}
	return v
}

// kept is the panel of a view, for the next one.
type kept struct {
	view  View
	parts []keptPart
}

// keptPart is what a part of a panel has shown, and what it read.
type keptPart struct {
	there  bool
	blocks []Block
	reads  reads
}

// turn forgets what is not so in a view of now.
func (k *kept) turn(v View, parts int) {
	was, now := k.view.Sheet.lying(), v.Sheet.lying()
	if len(k.parts) != parts || was.schema != now.schema || !k.view.beside(v) {
		k.parts = make([]keptPart, parts)
	}
	for i := range k.parts {
		if p := &k.parts[i]; p.there && !p.reads.alike(was.page, now.page) {
			*p = keptPart{}
		}
	}
	k.view = v
}

// beside reports whether all but the page is as it is in another view. A roll under
// way may have gone on.
func (v View) beside(o View) bool {
	a, b := v.Sheet.lying(), o.Sheet.lying()
	return slices.Equal(a.force, b.force) && same(v.House.lying().page, o.House.lying().page) && same(v.Params, o.Params) &&
		v.Moment == o.Moment && v.Roll == nil && o.Roll == nil && v.Action == o.Action && v.Actions == o.Actions && v.Done == o.Done
}

// reading gives a sheet on which a part takes in what it reads.
func (p *keptPart) reading(s Sheet) Sheet {
	out := *s.lying()
	p.reads = reads{schema: out.schema}
	out.reads = &p.reads
	return Sheet{&out}
}
