package pane

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// telling is an entry while it is drawn.
type telling struct {
	f      Frame
	e      view.Entry
	act    view.Paragraph
	first  bool // it is the newest act of the entry
	w      int
	on     bool
	ground bool
	marked bool
}

// margin is what stands before the sentences: the cursor, a mark, and air.
const margin = 3

// mark is the sign before an act, for its result.
func (d *telling) mark() (kit.Token, string) {
	marks := d.f.Look.Marks
	if d.e.Undone {
		return kit.Dim, marks.Undone
	}
	for _, x := range d.e.Event.Facts {
		end, is := x.(model.Finished)
		if !is || end.Outcome.Grade == "" && end.Blow == "" || len(d.act.Lines) == 0 ||
			!strings.HasPrefix(d.act.Lines[0].Text, view.FillNames(d.f.Table, end.Story, end.Roll.Who, end.Roll.Against)) {
			continue
		}
		a, _ := d.f.Table.ActionOf(end.Roll.System, end.Roll.Action)
		switch hit, landed := view.Hit(a, end); {
		case !landed:
		case !hit:
			return kit.Dim, marks.Miss
		case inkOf(d.f.Table, end.Roll.Who) == kit.Foe:
			return kit.Bad, marks.Hit
		default:
			return kit.Good, marks.Hit
		}
	}
	for _, l := range d.act.Lines {
		if o := l.Result; o != nil && o.Grade != "" && o.Grade != engine.Undecided {
			if !o.Success {
				return kit.Dim, marks.Miss
			}
			return kit.Good, marks.Hit
		}
	}
	if d.act.Bookkeeping || len(d.act.Lines) == 1 {
		return kit.Dim, marks.Clock
	}
	return kit.Dim, marks.Begun
}

// row begins a line of the entry, with its mark on the first one of an act.
func (d *telling) row(head bool) *kit.Row {
	first := head && d.first
	r := d.f.Look.Row(d.w).Mark(d.on && first).Select(d.ground && first)
	switch {
	case d.marked && first:
		r.Sign(kit.Accent, d.f.Look.Tick[2])
	case head:
		ink, sign := d.mark()
		r.Sign(ink, sign)
	default:
		r.Space(1)
	}
	return r.Space(1)
}

// head appends the sentence to lines. It is wrapped, never cut. The result stands behind a
// gap, in bold.
func (d *telling) head(out []string, s said) []string {
	ink := s.ink
	switch {
	case d.e.Undone:
		ink = kit.Struck
	case ink == kit.Text && d.act.Bookkeeping:
		ink = kit.Dim
	}
	text := d.turn(view.Sentence(s.text))
	if _, came, gap := strings.Cut(s.text, "  "); gap && ink == kit.Text { // the gap says where the result begins
		text = strings.TrimSuffix(text, came)
		text += " " + came
	}
	if d.e.Hidden(d.f.Table) {
		text = "(hidden) " + text
	}
	var few [4]string
	lines := kit.Wrapped(few[:0], text, d.w-margin-1)
	result := false
	for i, l := range lines {
		r := d.row(i == 0)
		story, came := l, ""
		if at := strings.Index(l, "  "); at >= 0 && !result && ink == kit.Text {
			story, came = l[:at+1], l[at+2:]
		} else if result {
			story, came = "", l
		}
		d.put(r, ink, story)
		if result = result || came != ""; came != "" {
			d.put(r, kit.Title, came)
		}
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

// turn is a sentence that says whose turn it is, without the round that the heading above
// it says.
func (d *telling) turn(words string) string {
	for _, before := range []string{"It is " + d.f.Table.When(d.act.Moment) + ", the turn of ", "It is the turn of "} {
		if who, is := strings.CutPrefix(words, before); is && d.act.Timed {
			return who + "'s turn"
		}
	}
	return words
}

// put draws words: with what is searched for, or else the names in their colours.
func (d *telling) put(r *kit.Row, ink kit.Token, words string) {
	if d.f.Filter.Text != "" || ink == kit.Struck {
		putFound(r, ink, words, d.f.Filter.Text)
		return
	}
	d.f.Told(r, ink, words)
}

// ended ends a line with the dice of the sentence, or puts them below if they don't fit.
func (d *telling) ended(out []string, r *kit.Row, s said) []string {
	if r.Used() > margin && r.Used()+1+kit.DiceWidth(s.throws) > d.w {
		return append(append(out, r.String()), d.f.Look.DiceRows(s.throws, margin+1, d.w)...)
	}
	throw(r, s)
	return append(out, r.String())
}

// detail appends a line that stands under the sentence.
func (d *telling) detail(out []string, s said) []string {
	ink := s.ink
	if ink == kit.Text {
		ink = kit.Dim
	}
	if s.text == "" {
		return d.ended(out, d.row(false), s)
	}
	lines := wrapParts(s.text, d.w-margin-1)
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

// partGap stands between the parts of a line of working.
const partGap = "   "

// wrapParts wraps a text between its parts and, where one is longer than a line, in it.
func wrapParts(text string, w int) []string {
	var out []string
	for _, part := range strings.Split(text, partGap) {
		if n := len(out); n > 0 && kit.Width(kit.Clean(out[n-1]+partGap+part)) <= w {
			out[n-1] += partGap + part
			continue
		}
		out = kit.Wrapped(out, part, w)
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

// signed draws the sign of a line.
func signed(r *kit.Row, s said) {
	switch s.sign {
	case "yes":
		r.Sign(s.ink, r.Look().Tick[0]).Space(1)
	case "no":
		r.Sign(s.ink, r.Look().Tick[1]).Space(1)
	}
}
