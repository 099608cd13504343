package pane

import (
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// telling is an entry while it is drawn.
type telling struct {
	f       Frame
	e       view.Entry
	act     view.Act
	first   bool // it is the newest act of the entry
	w       int
	on      bool
	ground  bool
	marked  bool
	moments int
}

// row begins a line of the entry, with the moment on the first one.
func (d *telling) row(first bool) *kit.Row {
	moment := ""
	if d.act.Timed && first {
		moment = ShortMoment(d.f.Table, d.act.Moment)
	}
	first = first && d.first
	r := d.f.Look.Row(d.w).Mark(d.on && first).Select(d.ground && first)
	if d.marked && first {
		return r.Sign(kit.Accent, d.f.Look.Tick[2]).Right(kit.Dim, moment, d.moments-1).Space(1)
	}
	return r.Right(kit.Dim, moment, d.moments).Space(1)
}

// head draws the sentence, behind other lines. It is wrapped, never cut.
func (d *telling) head(out []string, s said) []string {
	ink := s.ink
	switch {
	case d.e.Undone:
		ink = kit.Struck
	case ink == kit.Text && !d.act.Books:
		ink = kit.Title
	case ink == kit.Text:
		ink = kit.Dim
	}
	text := s.text
	if d.e.Hidden(d.f.Table) {
		text = "(hidden) " + text
	}
	var few [4]string
	lines := kit.Wrapped(few[:0], text, d.w-d.moments-3)
	for i, l := range lines {
		r := putFound(d.row(i == 0), ink, l, d.f.Filter.Text)
		if d.e.Undone && i == len(lines)-1 {
			if r.Left() < 9 {
				out = append(out, r.String())
				r = d.row(false)
			} else {
				r.Space(2)
			}
			r.Put(kit.Dim, "undone")
		}
		if i < len(lines)-1 {
			out = append(out, r.String())
			continue
		}
		out = d.ended(out, r, s)
	}
	return out
}

// ended ends a line with the dice of what was said or, where they don't fit
// there, with them below.
func (d *telling) ended(out []string, r *kit.Row, s said) []string {
	if r.Used() > d.moments+2 && r.Used()+1+kit.DiceWidth(s.throws) > d.w {
		return append(append(out, r.String()), d.f.Look.DiceRows(s.throws, d.moments+4, d.w)...)
	}
	throw(r, s)
	return append(out, r.String())
}

// detail draws a line under the sentence, behind other lines.
func (d *telling) detail(out []string, s said) []string {
	ink := s.ink
	if ink == kit.Text {
		ink = kit.Dim
	}
	if s.text == "" {
		return d.ended(out, d.row(false), s)
	}
	var few [4]string
	lines := kit.Wrapped(few[:0], s.text, d.w-d.moments-5)
	for i, l := range lines {
		r := d.row(false)
		if i == 0 {
			signed(r, s)
		}
		putFound(r, ink, l, d.f.Filter.Text)
		if i == len(lines)-1 && kit.Width(s.more) < r.Left() {
			r.Put(kit.Dim, s.more)
		}
		if i < len(lines)-1 {
			out = append(out, r.String())
			continue
		}
		out = d.ended(out, r, s)
	}
	return out
}

func throw(r *kit.Row, s said) {
	for i, x := range s.throws {
		if i > 0 {
			r.Space(2)
		} else if s.text != "" {
			r.Space(1)
		}
		r.Dice(x)
	}
}
