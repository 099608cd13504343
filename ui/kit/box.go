package kit

import "strings"

// Frame is the title and the size of a frame around lines.
type Frame struct {
	Title   string
	Aside   string // at the right of the top edge
	Number  int    // the key that brings the pane to the front; 0: none
	W, H    int    // with the edges
	Focused bool   // it has the keys: told by a mark, not by its colour alone
}

// Framed draws a pane of lines of W-2 cells: its title above them, and a cell of its ground
// at either side. The pane that has the keys has a bar along its left.
func (k *Look) Framed(f Frame, lines []string) []string {
	if f.W < 4 || f.H < 2 {
		return k.Lines(nil, f.W, f.H)
	}
	side := k.Blank(1)
	left := side
	if f.Focused {
		left = k.Row(1).Sign(Accent, k.Edge).String()
	}
	head := k.Row(f.W).Drawn(left, 1).Space(1)
	k.titled(head, f)
	return k.sided(head.String(), left, side, k.Lines(lines, f.W-2, f.H-1))
}

// Carded draws lines of W-2 cells as a card that lies on top of panes, with its title above
// them and air below.
func (k *Look) Carded(f Frame, lines []string) []string {
	if f.W < 4 || f.H < 2 {
		return k.Lines(nil, f.W, f.H)
	}
	lines = k.Lines(lines, f.W-2, f.H-2)
	if !k.Flat {
		head := k.Row(f.W).Select(true).Space(2)
		head.within(f.W-4, func() { head.Fit(Title, f.Title, f.W-4-asideRoom(f)).Right(Dim, f.Aside, head.Left()) })
		side := k.Blank(1)
		return append(k.sided(head.String(), side, side, lines), k.Blank(f.W))
	}
	head := k.Row(f.W).Sign(Accent, k.Box.TopLeft).Sign(Accent, k.Glyphs.Cursor).Space(1)
	head.within(f.W-4, func() { k.titled(head, f) })
	head.Times(Accent, k.Box.Across, head.Left()-1).Sign(Accent, k.Box.TopRight)
	side := k.Row(1).Sign(Accent, k.Box.Down).String()
	low := k.Row(f.W).Sign(Accent, k.Box.BottomLeft).Times(Accent, k.Box.Across, f.W-2).Sign(Accent, k.Box.BottomRight)
	return append(k.sided(head.String(), side, side, lines), low.String())
}

// AddAside puts words in front of what stands at the right of the title, where there is room
// for both.
func (f *Frame) AddAside(words string) {
	both := words
	if words != "" && f.Aside != "" {
		both += "  "
	}
	if both += f.Aside; f.Aside == "" || Width(Clean(itoa(f.Number)+" "+f.Title))+Width(Clean(both))+2 <= f.W-4 {
		f.Aside = both
	}
}

// asideRoom is how many cells f.Aside takes at the right of a title, 0 if the title needs
// them.
func asideRoom(f Frame) int {
	n := Width(Clean(f.Aside))
	if n == 0 || Width(Clean(f.Title))+n+2 > f.W-4 {
		return 0
	}
	return n + 1
}

// titled draws the first line of a pane from its title on: with a rule where it has no
// ground of its own.
func (k *Look) titled(r *Row, f Frame) {
	number, name := Dim, Text
	if f.Focused {
		number, name = Accent, Title
	}
	if f.Number > 0 {
		r.Put(number, itoa(f.Number)).Space(1)
	}
	n := Width(Clean(f.Aside))
	room := r.Left() - 1
	aside := n > 0 && Width(Clean(f.Title))+n+2 <= room
	r.within(room, func() {
		r.Put(name, f.Title)
		rest := r.Left()
		if aside {
			rest -= n + 1
		}
		if k.Flat && rest > 1 {
			r.Space(1).Times(Faint, k.Box.Across, rest-1)
		} else {
			r.Space(rest)
		}
		if aside {
			r.Space(1).Put(Dim, f.Aside)
		}
	})
}

// sided gives head and behind it the lines with left and right added to each.
func (k *Look) sided(head, left, right string, lines []string) []string {
	all := len(head)
	for _, l := range lines {
		all += len(left) + len(right) + len(l)
	}
	var b strings.Builder // one text, of which the lines are parts
	b.Grow(all)
	out := make([]string, 0, len(lines)+2)
	put := func(parts ...string) {
		from := b.Len()
		for _, p := range parts {
			b.WriteString(p)
		}
		out = append(out, b.String()[from:])
	}
	put(head)
	for _, l := range lines {
		put(left, l, right)
	}
	return out
}

// Beside puts columns of lines next to each other. All have the same height.
func Beside(columns ...[]string) []string {
	if len(columns) == 0 {
		return nil
	}
	all := 0
	for _, lines := range columns {
		for _, l := range lines {
			all += len(l)
		}
	}
	var b strings.Builder // one text, of which the lines are parts
	b.Grow(all)
	out := make([]string, len(columns[0]))
	for i := range out {
		from := b.Len()
		for _, lines := range columns {
			b.WriteString(lines[i])
		}
		out[i] = b.String()[from:]
	}
	return out
}
