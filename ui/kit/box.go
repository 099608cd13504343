package kit

import (
	"slices"
	"strings"
)

// Frame is what stands in the frame around lines.
type Frame struct {
	Title   string
	Aside   string // at the right of the top edge
	Number  int    // the key that brings the pane to the front; 0: none
	W, H    int    // with the edges
	Focused bool   // it has the keys: told by a mark, not by its colour alone
}

// Boxed is lines in a frame, of which the edges are drawn and the sides are not yet
// put beside the lines: those are kept as they came.
type Boxed struct {
	look            *Look
	frame           Frame
	top, side, foot string // none where there is no room for a frame
	inside          []string
}

// Boxed puts a frame around lines of W-2 cells: the one there was, if it is the same.
func (k *Look) Boxed(f Frame, lines []string, was Boxed) Boxed {
	if f.W < 4 || f.H < 2 {
		return Boxed{look: k, frame: f, inside: k.Lines(nil, f.W, f.H)}
	}
	if was.look != k || was.frame != f {
		was = f.edges(k)
	}
	was.inside = k.Lines(lines, f.W-2, f.H-2)
	return was
}

// edges draws those of a frame.
func (f Frame) edges(k *Look) Boxed {
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
	foot := k.Row(f.W).Sign(edge, k.Box.BottomLeft).Times(edge, k.Box.Across, f.W-2).Sign(edge, k.Box.BottomRight)
	return Boxed{look: k, frame: f, top: top.String(), side: k.pairs[edge].on + k.Box.Down + k.pairs[edge].off, foot: foot.String()}
}

// height is how many lines there are.
func (b *Boxed) height() int {
	if b.top == "" {
		return len(b.inside)
	}
	return len(b.inside) + 2
}

// line gives one of them, and what stands on both sides of it.
func (b *Boxed) line(i int) (side, line string) {
	switch {
	case b.top == "":
		return "", b.inside[i]
	case i == 0:
		return "", b.top
	case i > len(b.inside):
		return "", b.foot
	}
	return b.side, b.inside[i-1]
}

// Framed draws a frame around lines of W-2 cells.
func (k *Look) Framed(f Frame, lines []string) []string {
	box := k.Boxed(f, lines, Boxed{})
	all := 0
	for i := range box.height() {
		side, line := box.line(i)
		all += 2*len(side) + len(line)
	}
	var b strings.Builder // one text, of which the lines are parts
	b.Grow(all)
	out := make([]string, box.height())
	for i := range out {
		from := b.Len()
		side, line := box.line(i)
		b.WriteString(side)
		b.WriteString(line)
		b.WriteString(side)
		out[i] = b.String()[from:]
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

// Placed is a frame in a band, by the line on which it begins.
type Placed struct {
	Boxed

	Y int
}

// Band is frames that stand next to each other, or one below the other, from one
// frame of the screen to the next: a line whose pieces are what they were is not put
// together again. Each is a text of its own, so that none is kept for another.
type Band struct {
	was   []Placed
	lines []string
}

// Beside puts frames next to each other, by columns from the left and in each from
// above: they fill h lines, which are good until the next.
func (b *Band) Beside(all []Placed, h int) []string {
	lines := slices.Grow(b.lines[:0], h)[:h]
	for i := range lines {
		if i < len(b.lines) && b.stands(all, i) {
			continue
		}
		var few [16]string
		pieces := few[:0]
		for n := range all {
			if side, line, here := all[n].on(i); here {
				pieces = append(pieces, side, line, side)
			}
		}
		lines[i] = strings.Join(pieces, "")
	}
	clear(b.lines[min(h, len(b.lines)):])
	clear(b.was[min(len(all), len(b.was)):])
	b.was, b.lines = append(b.was[:0], all...), lines
	return lines
}

// on gives what a frame has on line i of the band; false for nothing.
func (p *Placed) on(i int) (side, line string, here bool) {
	if i < p.Y || i >= p.Y+p.height() {
		return "", "", false
	}
	side, line = p.line(i - p.Y)
	return side, line, true
}

// stands reports whether line i is of the same pieces.
func (b *Band) stands(all []Placed, i int) bool {
	if len(all) != len(b.was) {
		return false
	}
	for n := range all {
		side, line, here := all[n].on(i)
		wasSide, was, there := b.was[n].on(i)
		if here != there || line != was || side != wasSide {
			return false
		}
	}
	return true
}
