package kit

import (
	"strconv"

	"example.org/fray/engine"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Meter draws how much of full is there, in w cells. A little is never shown
// as nothing, and nearly all never as all.
func (r *Row) Meter(t Token, now, full, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	part := r.look.Glyphs.Meter.Parts
	n := parts(now, full, w*len(part))
	r.Times(t, part[len(part)-1], n/len(part))
	if rest := n % len(part); rest > 0 {
		r.Sign(t, part[rest-1])
	}
	return r.Times(Lost, r.look.Glyphs.Meter.Lost, w-(n+len(part)-1)/len(part))
}

// Falling draws a meter that goes from one value to another, in w cells: what
// stays, what has just gone or come, and what was lost before.
func (r *Row) Falling(m engine.Meter, from, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	ink := MeterInk(m)
	stays, was := parts(min(m.Now, from), m.Full, w), parts(max(m.Now, from), m.Full, w)
	if was == stays && m.Now != from { // one cell at least moves
		was, stays = max(was, 1), max(stays-1, 0)
	}
	moves := Grave
	if m.Now > from {
		moves = ink
	}
	glyphs := r.look.Glyphs.Meter
	r.Times(ink, glyphs.Parts[len(glyphs.Parts)-1], stays).Times(moves, glyphs.Falls, was-stays)
	return r.Times(Lost, glyphs.Lost, w-was)
}

// MeterInk is the ink of a meter as it stands. Life tells by it, and by a word
// of the roster, how bad it is.
func MeterInk(m engine.Meter) Token {
	switch m.Kind {
	case "life":
		switch HurtWord(m) {
		case "":
			return Life
		case hurtWord:
			return Hurt
		}
		return Grave
	case "points":
		return Points
	}
	return Energy
}

const hurtWord, graveWord = "hurt", "badly hurt"

// HurtWord says how bad it is: life below a half, or below a quarter.
func HurtWord(m engine.Meter) string {
	switch {
	case m.Kind != "life" || 2*m.Now >= m.Full:
		return ""
	case 4*m.Now >= m.Full:
		return hurtWord
	}
	return graveWord
}

// parts gives how many of whole parts stand for now out of full.
func parts(now, full, whole int) int {
	switch {
	case now <= 0 || full <= 0:
		return 0
	case now >= full:
		return whole
	}
	return max(1, min(whole-1, int(int64(now)*int64(whole)/int64(full))))
}

// Share draws a bar for the part p of 1 of w cells, and pads it.
func (r *Row) bar(t Token, p float64, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	part := r.look.Glyphs.Meter.Parts
	n := max(0, min(int(p*float64(w*len(part))+0.5), w*len(part)))
	if n == 0 && p > 0 {
		n = 1
	}
	r.Times(t, part[len(part)-1], n/len(part))
	if rest := n % len(part); rest > 0 {
		r.Sign(t, part[rest-1])
	}
	return r.Space(w - (n+len(part)-1)/len(part))
}
