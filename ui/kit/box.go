package kit

import "strings"

// Framed draws a frame of w by h cells around lines of w-2 cells. A number
// above 0 is the key that brings the pane to the front. The frame that has the
// keys is told by its mark too, not by its colour alone.
func (k *Look) Framed(title string, number, w, h int, focused bool, lines []string) []string {
	if w < 4 || h < 2 {
		return k.Lines(nil, w, h)
	}
	edge, name := Border, Dim
	if focused {
		edge, name = Focus, Title
	}
	head := title
	if number > 0 {
		head = itoa(number) + " " + title
	}
	out := make([]string, 0, h)
	top := k.Row(w).Sign(edge, k.Box.TopLeft)
	if focused {
		top.Sign(edge, k.Cursor)
	} else {
		top.Space(1)
	}
	top.within(min(w-4, Width(Clean(head))), func() { top.Put(name, head) })
	top.Space(min(1, top.Left()-1)).Times(edge, k.Box.Across, top.Left()-1).Sign(edge, k.Box.TopRight)
	out = append(out, top.String())
	side := k.pairs[edge].on + k.Box.Down + k.pairs[edge].off
	blank := ""
	for i := range h - 2 {
		var line string
		if i < len(lines) {
			line = lines[i]
		} else {
			if blank == "" {
				blank = strings.Repeat(" ", w-2)
			}
			line = blank
		}
		out = append(out, side+line+side)
	}
	foot := k.Row(w).Sign(edge, k.Box.BottomLeft).Times(edge, k.Box.Across, w-2).Sign(edge, k.Box.BottomRight)
	return append(out, foot.String())
}

// Beside puts columns of lines next to each other. All have the same height.
func Beside(columns ...[]string) []string {
	if len(columns) == 0 {
		return nil
	}
	out := make([]string, len(columns[0]))
	pieces := make([]string, len(columns))
	for i := range out {
		for c, lines := range columns {
			pieces[c] = lines[i]
		}
		out[i] = strings.Join(pieces, "")
	}
	return out
}
