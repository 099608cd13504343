package kit

import (
	"strings"
	"sync"

	"example.org/fray/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

// Row is one line that is being drawn, of exactly so many cells. What doesn't
// fit is cut with a sign; what is missing is padded. Its methods give the row
// back, so that they can be chained.
type Row struct {
	look    *Look
	over    *Look // the look on the ground that is drawn over now
	b       []byte
	w, used int
	on      string // what was written to switch the pen on that is on
}

// plainInk is no token: text without a colour of its own.
const plainInk = tokens

// Row starts a line of w cells.
func (k *Look) Row(w int) *Row {
	r := ended.Get().(*Row)
	*r = Row{look: k, over: k, b: r.b[:0], w: max(w, 0)}
	return r
}

// ended is a pool of rows that are over, for new ones.
var ended = sync.Pool{New: func() any { return &Row{b: make([]byte, 0, 512)} }}

// Select draws the rest of the row as the one under the cursor: in the same inks, on the
// ground of the cursor.
func (r *Row) Select(on bool) *Row {
	if r.over = r.look; on {
		r.over = r.look.on[OnCursor]
	}
	return r
}

// On draws the rest of the row on another ground.
func (r *Row) On(g Ground) *Row {
	r.over = r.look.on[g]
	return r
}

// Mark draws the cursor's sign, or a space.
func (r *Row) Mark(on bool) *Row {
	if !on {
		return r.Space(1)
	}
	return r.Put(Accent, r.look.Mark)
}

// Left is how many cells are left.
func (r *Row) Left() int { return r.w - r.used }

// Used is how many cells are drawn.
func (r *Row) Used() int { return r.used }

// Put draws text. It is cleaned first.
func (r *Row) Put(t Token, s string) *Row {
	if s == "" || r.used >= r.w {
		return r
	}
	s = Clean(s)
	n := Width(s)
	r.ink(t)
	if n <= r.Left() {
		r.b = append(r.b, s...)
		r.used += n
		return r
	}
	head, n := cut(s, r.Left()-1)
	r.b = append(append(r.b, head...), r.look.More...)
	r.used += n + 1
	return r.Space(r.Left())
}

// Fit draws text in exactly w cells, or in those that are left.
func (r *Row) Fit(t Token, s string, w int) *Row {
	return r.within(w, func() { r.Put(t, s) })
}

// Right draws text in w cells, at their right.
func (r *Row) Right(t Token, s string, w int) *Row {
	return r.Space(min(w, r.Left())-Width(Clean(s))).Put(t, s)
}

// Number draws a whole number in w cells, at their right.
func (r *Row) Number(t Token, n, w int) *Row { return r.Right(t, itoa(n), w) }

// within lets draw use w cells at most, and pads them.
func (r *Row) within(w int, draw func()) *Row {
	whole := r.w
	r.w = min(r.used+max(w, 0), whole)
	draw()
	r.Space(r.Left())
	r.w = whole
	return r
}

// Space draws n empty cells.
func (r *Row) Space(n int) *Row {
	n = min(n, r.Left())
	if n <= 0 {
		return r
	}
	r.ink(plainInk)
	r.used += n
	for ; n > len(blanks); n -= len(blanks) {
		r.b = append(r.b, blanks...)
	}
	r.b = append(r.b, blanks[:n]...)
	return r
}

// blanks are enough spaces for most lines.
var blanks = strings.Repeat(" ", 256)

// To draws empty cells up to column x, from 0.
func (r *Row) To(x int) *Row { return r.Space(x - r.used) }

// Times draws a sign of one cell n times.
func (r *Row) Times(t Token, sign string, n int) *Row {
	n = min(n, r.Left())
	if n <= 0 {
		return r
	}
	r.ink(t)
	r.used += n
	for range n {
		r.b = append(r.b, sign...)
	}
	return r
}

// Sign draws one sign of the look's glyphs.
func (r *Row) Sign(t Token, sign string) *Row {
	if sign == " " {
		return r.Space(1)
	}
	return r.Times(t, sign, 1)
}

// Drawn adds a drawn line of n cells. It is not cut: if it doesn't fit it is left out.
func (r *Row) Drawn(line string, n int) *Row {
	if n > r.Left() {
		return r
	}
	r.off()
	r.b = append(r.b, line...)
	r.used += n
	return r
}

// String ends the row, padded and with every ink switched off. The row must not be used
// afterwards, since it is reused for another line.
func (r *Row) String() string {
	r.Space(r.Left())
	r.off()
	out := string(r.b)
	ended.Put(r)
	return out
}

func (r *Row) ink(t Token) {
	on := r.over.pens[t]
	switch {
	case on == r.on:
		return
	case on == "":
		r.off()
	default:
		r.b = append(r.b, on...)
	}
	r.on = on
}

func (r *Row) off() {
	if r.on != "" {
		r.b, r.on = append(r.b, r.look.off...), ""
	}
}

// Paint gives s, unmeasured and cleaned, in the ink of t.
func (k *Look) Paint(t Token, s string) string {
	if k.pens[t] == "" {
		return Clean(s)
	}
	return k.pens[t] + Clean(s) + k.off
}

// Blank is a line of w empty cells.
func (k *Look) Blank(w int) string {
	w = max(w, 0)
	if k.pens[plainInk] == "" && w <= len(blanks) {
		return blanks[:w]
	}
	return k.Row(w).String()
}

// Faded are lines in dim ink, for what is out of date until the new lines are known.
func (k *Look) Faded(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = k.Paint(Dim, ansi.Strip(l))
	}
	return out
}

// Lines gives exactly h lines: the given ones, and blank ones of w cells below them.
func (k *Look) Lines(lines []string, w, h int) []string {
	h = max(h, 0)
	if len(lines) >= h {
		return lines[:h:h]
	}
	blank := k.Blank(w)
	for len(lines) < h {
		lines = append(lines, blank)
	}
	return lines
}

// Window is the first line to show of n, so that line at is among the h that are shown, in
// the middle if possible.
func Window(n, at, h int) int { return max(0, min(at-h/2, n-h)) }

// Look is what the row is drawn with.
func (r *Row) Look() *Look { return r.look }

// Under is a drawn line of w cells that lies behind a card: it is dim, and the card's line
// of wide cells stands at column x of it, "" for none.
func (k *Look) Under(line string, w int, card string, x, wide int) string {
	text := ansi.Strip(line)
	if card == "" {
		return k.Row(w).Put(Faint, text).String()
	}
	before, n := cut(text, x)
	r := k.Row(w).Put(Faint, before).Space(x-n).Drawn(card, wide)
	if rest := w - x - wide; rest > 0 {
		skipped, n := cut(text, x+wide)
		behind := text[len(skipped):]
		if n < x+wide && behind != "" { // a wide letter stands on the edge
			size, cells := clean.Cluster(behind)
			behind = behind[size:]
			r.Space(n + cells - x - wide)
		}
		r.Put(Faint, behind)
	}
	return r.String()
}
