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

// Framed draws a frame around lines of W-2 cells.
func (k *Look) Framed(f Frame, lines []string) []string {
	w, h := f.W, f.H
	if w < 4 || h < 2 {
		return k.Lines(nil, w, h)
	}
	edge, name := Border, Text
	if f.Focused {
		edge, name = Focus, Title
	}
	out := make([]string, 0, h)
	top := k.Row(w).Sign(edge, k.Box.TopLeft)
	if f.Focused {
		top.Sign(edge, k.Cursor)
	} else {
		top.Sign(edge, k.Box.Across)
	}
	top.within(w-4, func() {
		top.Space(1)
		if f.Number > 0 {
			top.Put(map[bool]Token{true: Focus, false: Dim}[f.Focused], itoa(f.Number)).Space(1)
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
	out = append(out, top.String())
	side := k.pairs[edge].on + k.Box.Down + k.pairs[edge].off
	blank, all := "", 0
	for i := range h - 2 {
		if i >= len(lines) && blank == "" {
			blank = strings.Repeat(" ", w-2)
		}
		if all += 2*len(side) + len(blank); i < len(lines) {
			all += len(lines[i]) - len(blank)
		}
	}
	var b strings.Builder // one text, of which the lines are parts
	b.Grow(all)
	for i := range h - 2 {
		from, line := b.Len(), blank
		if i < len(lines) {
			line = lines[i]
		}
		b.WriteString(side)
		b.WriteString(line)
		b.WriteString(side)
		out = append(out, b.String()[from:])
	}
	foot := k.Row(w).Sign(edge, k.Box.BottomLeft).Times(edge, k.Box.Across, w-2).Sign(edge, k.Box.BottomRight)
	return append(out, foot.String())
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

// Band is columns of lines that stand next to each other, from one frame to the
// next: a line whose pieces are what they were is not put together again. Each is a
// text of its own, so that none is kept for another.
type Band struct {
	columns [][]string
	lines   []string
}

// Beside puts columns next to each other. The lines are good until the next.
func (b *Band) Beside(columns ...[]string) []string {
	lines := slices.Grow(b.lines[:0], len(columns[0]))[:len(columns[0])]
	pieces := make([]string, len(columns))
	for i := range lines {
		if i < len(b.lines) && b.stands(columns, i) {
			continue
		}
		for c, column := range columns {
			pieces[c] = column[i]
		}
		lines[i] = strings.Join(pieces, "")
	}
	clear(b.lines[min(len(lines), len(b.lines)):])
	b.columns, b.lines = columns, lines
	return lines
}

// stands reports whether line i is of the same pieces.
func (b *Band) stands(columns [][]string, i int) bool {
	return slices.EqualFunc(b.columns, columns, func(was, is []string) bool { return was[i] == is[i] })
}
