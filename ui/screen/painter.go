package screen

import (
	"strconv"
	"sync"
)

// Painter turns frames into what has to be sent to a terminal that shows the
// frame before. The zero Painter knows nothing of the terminal, and begins
// with a whole frame. It isn't safe for use by several goroutines.
type Painter struct {
	shown []string // the lines of the frame before
	w, h  int
	known bool // the terminal shows them
	out   []byte
}

// sketch is where two lines are compared: of all painters, since each needs it
// for a moment only.
type sketch struct{ old, now []cell }

var sketches = sync.Pool{New: func() any { return new(sketch) }}

// rest wipes it, so that no frame is kept for a cell of it.
func (s *sketch) rest() {
	clear(s.old)
	clear(s.now)
	sketches.Put(s)
}

const (
	beginFrame = "\x1b[?2026h" // synchronized output: shown at once, or as it comes
	endFrame   = "\x1b[?2026l"
	wipe       = "\x1b[m\x1b[2J"
)

// gap is how many cells that stay are sent again rather than jumped over: a
// jump costs about as many bytes.
const gap = 7

// Forget makes the next frame a whole one.
func (p *Painter) Forget() { p.known = false }

// Frame gives what shows lines on a terminal of w by h cells, of which only
// the cells that changed are sent; nil when nothing did. The bytes are good
// until the next Frame.
//
// Lines hold printable text and SGR sequences; everything else in them is
// dropped. They should be exactly w cells and h lines: what is missing is
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
	s := sketches.Get().(*sketch)
	defer s.rest()
	var on style
	for y := range h {
		line, was := at(lines, y), at(p.shown, y)
		if line == was {
			continue
		}
		s.old, s.now = read(s.old, was, w), read(s.now, line, w)
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

func at(lines []string, y int) string {
	if y < len(lines) {
		return lines[y]
	}
	return ""
}

// changes appends what turns the cells of line y from old to now, where the
// terminal draws with a style.
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
		// Never half a wide letter, neither of the old nor of the new.
		for from > 0 && (old[from].rest() || now[from].rest()) {
			from--
		}
		for to < len(now) && (old[to].rest() || now[to].rest()) {
			to++
		}
		out = span(out, on, now, y, from, to)
		x = to
	}
	return out
}

// span appends the cells of line y from one to before another.
func span(out []byte, on *style, now []cell, y, from, to int) []byte {
	place, last := true, from // the letter before, which may be wide
	for x := from; x < to; x++ {
		c := now[x]
		if c.rest() {
			continue
		}
		if place || c.joins(now[last]) {
			out = goTo(out, x, y)
		}
		last = x
		if c.text != " " || c.style != on.seen() { // an empty cell need not look as it would be written on
			out = c.style.append(out, *on)
			*on = c.style
		}
		out = append(out, c.text...)
		place = c.doubtful() // the terminal's cursor may be elsewhere
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
