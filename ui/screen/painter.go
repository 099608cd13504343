package screen

import (
	"strconv"
	"sync"
)

// Painter turns frames into the bytes that a terminal needs which shows the frame
// before. The zero Painter does not know what the terminal shows, and begins with a
// whole frame. It must not be used by several goroutines at once.
type Painter struct {
	shown []string // the lines of the frame before
	w, h  int
	known bool // the terminal shows these lines
	out   []byte
}

// scratch holds the two lines that are being compared. All painters share a pool of
// them, since each needs one for a moment only.
type scratch struct{ old, now []cell }

var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// release gives the scratch back, wiped: a cell would keep the text of its whole frame.
func (s *scratch) release() {
	clear(s.old)
	clear(s.now)
	scratchPool.Put(s)
}

const (
	beginFrame = "\x1b[?2026h" // synchronized output: shown at once, or as it comes
	endFrame   = "\x1b[?2026l"
	wipe       = "\x1b[m\x1b[2J"
)

// gap is how many unchanged cells are sent again rather than jumped over: a jump costs
// about as many bytes.
const gap = 7

// Forget makes the next frame a whole one.
func (p *Painter) Forget() { p.known = false }

// Frame returns the bytes that make a terminal of w by h cells show these lines: only
// the cells that changed, nil where none did. The bytes are valid until the next call.
//
// Lines hold printable text and SGR sequences; everything else in them is
// dropped. There should be h lines of exactly w cells: what is missing is
// blank, and what is too long is cut.
func (p *Painter) Frame(lines []string, w, h int) []byte {
	w, h = max(w, 0), max(h, 0)
	whole := !p.known || w != p.w || h != p.h
	if len(lines) > h {
		lines = lines[:h]
	}
	p.out = append(p.out[:0], beginFrame...)
	out := p.out
	if whole {
		out = append(out, wipe...)
		p.shown = p.shown[:0]
	}
	empty := len(out)
	s := scratchPool.Get().(*scratch)
	defer s.release()
	var on style
	for y := range h {
		line, was := lineAt(lines, y), lineAt(p.shown, y)
		if line == was {
			continue
		}
		s.old, s.now = parseLine(s.old, was, w), parseLine(s.now, line, w)
		out = changes(out, &on, s.old, s.now, y)
	}
	p.shown, p.w, p.h, p.known = append(p.shown[:0], lines...), w, h, true
	p.out = out
	if len(out) == empty && !whole {
		return nil
	}
	p.out = append(style{}.append(out, on), endFrame...)
	return p.out
}

func lineAt(lines []string, y int) string {
	if y < len(lines) {
		return lines[y]
	}
	return ""
}

// changes appends the bytes that turn the cells of line y from old into now. on is the
// style with which the terminal writes.
func changes(out []byte, on *style, old, now []cell, y int) []byte {
	for x := 0; x < len(now); {
		if old[x] == now[x] {
			x++
			continue
		}
		from, to := x, x+1
		for i := to; i < len(now) && i-to < gap; i++ {
			if old[i] != now[i] {
				to = i + 1
			}
		}
		// Half a wide letter cannot be replaced, neither of the old line nor of the new.
		for from > 0 && (old[from].continues() || now[from].continues()) {
			from--
		}
		for to < len(now) && (old[to].continues() || now[to].continues()) {
			to++
		}
		out = span(out, on, now, y, from, to)
		x = to
	}
	return out
}

// span appends the cells of line y from column from to before column to.
func span(out []byte, on *style, now []cell, y, from, to int) []byte {
	place, last := true, from // last is the first cell of the letter before
	for x := from; x < to; x++ {
		c := now[x]
		if c.continues() {
			continue
		}
		if place || c.joins(now[last]) {
			out = goTo(out, x, y)
		}
		last = x
		if c.text != " " || c.style != on.onBlank() { // of a blank cell only the ground counts
			out = c.style.append(out, *on)
			*on = c.style
		}
		out = append(out, c.text...)
		place = c.uncertain() // the terminal's cursor may be elsewhere
	}
	return out
}

func goTo(out []byte, x, y int) []byte {
	out = append(out, "\x1b["...)
	out = strconv.AppendInt(out, int64(y+1), 10)
	if x > 0 {
		out = append(out, ';')
		out = strconv.AppendInt(out, int64(x+1), 10)
	}
	return append(out, 'H')
}
