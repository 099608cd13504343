package kit

import (
	"strconv"

	"example.org/fray/engine"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Gauge is a meter as blocks, with words inside.
type Gauge struct {
	Ink             Token
	Now, Full, Lost int // Lost is what the last act took
	Text            string
}

// GaugeOf is a meter with its name, how much there is and, if w cells have room for that, of
// how much.
func GaugeOf(m engine.Meter, lost, w int) Gauge {
	g := Gauge{Ink: MeterInk(m), Now: m.Now, Full: m.Full, Lost: max(lost, 0)}
	if m.Down != "" { // the bar is empty, also where there are no colours
		g.Now, g.Lost = 0, 0
	}
	name := " "
	if m.Label != "" {
		name += Clean(m.Label) + " "
	}
	for _, text := range []string{name + itoa(m.Now) + "/" + itoa(m.Full), name + itoa(m.Now), " " + itoa(m.Now)} {
		if g.Text = text; Width(text) < w {
			break
		}
	}
	return g
}

// Gauge draws a meter as blocks in w cells: what is there in its colour, what was lost last,
// and the rest. A little is never drawn as nothing, and nearly all never as all. On a
// terminal without colours behind text, the cells without words have signs.
func (r *Row) Gauge(g Gauge, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	there, lost := spans(g.Now, g.Lost, g.Full, w)
	glyphs, text := r.look.Glyphs.Meter, g.Text
	for _, part := range []struct {
		ink   Token
		n     int
		blank string
	}{{g.Ink, there, glyphs.There}, {Lost, lost, glyphs.Lost}, {Track, w - there - lost, glyphs.Rest}} {
		head, n := cut(text, part.n)
		text = text[len(head):]
		r.Put(Filled(part.ink), head)
		if r.look.blocks(part.ink) {
			part.blank = " "
		}
		r.Times(Filled(part.ink), part.blank, part.n-n)
	}
	return r
}

// blocks reports whether a cell without a sign is seen to be filled with a token.
func (k *Look) blocks(t Token) bool {
	if k.off == "" {
		return false
	}
	return k.Theme.Inks[t].Fore != (Colour{}) || t != Lost && t != Track
}

// Meter draws a meter in w cells where rows stand close: signs leave a line of air between
// them.
func (r *Row) Meter(t Token, now, lost, full, w int) *Row {
	w = min(w, r.Left())
	if w <= 0 {
		return r
	}
	glyphs := r.look.Glyphs.Meter
	there, gone := spans(now, lost, full, w)
	if r.look.Theme.Inks[Track].Fore != (Colour{}) && r.look.off != "" {
		glyphs.Lost, glyphs.Rest = glyphs.There, glyphs.There // colours tell them apart
	}
	return r.Times(t, glyphs.There, there).Times(Lost, glyphs.Lost, gone).Times(Track, glyphs.Rest, w-there-gone)
}

// Column draws a small column of n cells for now out of full.
func (r *Row) Column(t Token, now, full, n int) *Row {
	all := r.look.Glyphs.Meter.Columns
	sign := all[0]
	if now > 0 {
		sign = all[max(1, parts(now, full, len(all))-1)]
	} else {
		t = Faint
	}
	return r.Times(t, sign, n)
}

// spans are how many of w cells stand for what is there and for what was lost; a loss takes
// one at least.
func spans(now, lost, full, w int) (there, gone int) {
	there, was := parts(now, full, w), parts(now+max(lost, 0), full, w)
	if lost > 0 && was == there {
		if was < w {
			was++
		} else if there > 1 {
			there--
		}
	}
	return there, was - there
}

// MeterInk is the ink of a meter. For life it shows how bad it is, as a word in the roster
// does. The meters of somebody who cannot act are dark.
func MeterInk(m engine.Meter) Token {
	if m.Down != "" {
		return Faint
	}
	switch m.Kind {
	case "life":
		switch {
		case m.HurtWord() == "":
			return Life
		case 4*m.Now >= m.Full:
			return Hurt
		}
		return Grave
	case "points":
		return Points
	}
	return Energy
}

// parts is how many of a number of parts stand for now out of full.
func parts(now, full, whole int) int {
	switch {
	case now <= 0 || full <= 0:
		return 0
	case now >= full:
		return whole
	}
	return max(1, min(whole-1, int(int64(now)*int64(whole)/int64(full))))
}
