package kit

import "strings"

// Frame is what stands in the frame around lines.
type Frame struct {
	Title   string
	Aside   string // at the right of the top edge
	Number  int    // the key that brings the pane to the front; 0: none
	W, H    int    // with the edges
	Focused bool   // it has the keys: told by a mark, not by its colour alone
}

// edges draws those of a frame: the first line, what stands beside the others, and the
// last.
func (f Frame) edges(k *Look) (head, side, foot string) {
	edge, name := Border, Text
	if f.Focused {
		edge, name = Focus, Title
	}
	top := k.Row(f.W).Sign(edge, k.Box.TopLeft)
	if f.Focused {
		top.Sign(edge, k.Cursor)
	} else {
		top.Sign(edge, k.Box.Across)
	}
	top.within(f.W-4, func() {
		top.Space(1)
		if f.Number > 0 {
			ink := Dim
			if f.Focused {
				ink = Focus
			}
			top.Put(ink, itoa(f.Number)).Space(1)
		}
		if n := Width(Clean(f.Title)); n <= top.Left() {
			top.Put(name, f.Title).Space(1)
		} else {
			top.Put(name, f.Title)
		}
		if n := Width(Clean(f.Aside)); n > 0 && n+4 <= top.Left() {
			top.Times(edge, k.Box.Across, top.Left()-n-2).Space(1).Put(Dim, f.Aside).Space(1)
		}
		top.Times(edge, k.Box.Across, top.Left())
	})
	top.Times(edge, k.Box.Across, 1).Sign(edge, k.Box.TopRight)
	low := k.Row(f.W).Sign(edge, k.Box.BottomLeft).Times(edge, k.Box.Across, f.W-2).Sign(edge, k.Box.BottomRight)
	return top.String(), k.pairs[edge].on + k.Box.Down + k.pairs[edge].off, low.String()
}

// Framed draws a frame around lines of W-2 cells.
func (k *Look) Framed(f Frame, lines []string) []string {
	if f.W < 4 || f.H < 2 {
		return k.Lines(nil, f.W, f.H)
	}
	head, side, foot := f.edges(k)
	lines = k.Lines(lines, f.W-2, f.H-2)
	all := len(head) + len(foot)
	for _, l := range lines {
		all += 2*len(side) + len(l)
	}
	var b strings.Builder // one text, of which the lines are parts
	b.Grow(all)
	out := make([]string, 0, f.H)
	put := func(parts ...string) {
		from := b.Len()
		for _, p := range parts {
			b.WriteString(p)
		}
		out = append(out, b.String()[from:])
	}
	put(head)
	for _, l := range lines {
		put(side, l, side)
	}
	put(foot)
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
