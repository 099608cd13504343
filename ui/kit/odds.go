package kit

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Percent writes a chance for people. What is not quite never or always is
// never written as if it were.
func Percent(p float64) string {
	switch {
	case p <= 0:
		return "never"
	case p >= 1-1e-12:
		return "always"
	case p < 0.00005:
		return "<0.01%"
	case p > 0.99995:
		return ">99.99%"
	}
	return strconv.FormatFloat(100*p, 'f', 2, 64) + "%"
}

// Endings draws how likely each ending is, on as many lines as it takes.
func (k *Look) Endings(c engine.Chances, w int) []string {
	r := k.Row(w).Space(1).Put(Dim, "success ").Put(Good, Percent(c.Success))
	var out []string
	for _, g := range c.Grades {
		name := g.Grade
		if len(g.Flags) > 0 {
			name += " " + strings.Join(g.Flags, " ")
		}
		if name == engine.Success {
			continue
		}
		p := Percent(g.P)
		if n := Width(Clean(name)) + len(p) + 4; n > r.Left() {
			out = append(out, r.String())
			r = k.Row(w).Space(1)
		} else {
			r.Space(3)
		}
		r.Put(Dim, name).Space(1).Put(Text, p)
	}
	if c.Unreached > 1e-9 {
		r.Space(3).Put(Dim, "not followed ").Put(Dim, Percent(c.Unreached))
	}
	return append(out, r.String())
}

// heap is one bar: totals that are shown together.
type heap struct {
	from, to   int
	p, success float64
}

func (h heap) kind() int {
	switch {
	case h.success <= 0:
		return 0
	case h.success >= h.p-1e-12:
		return 2
	}
	return 1
}

// OddsBars draws a bar for each total, with a line where success begins or
// ends, in at most h lines; totals next to each other share a bar when there
// are more. Bars that succeed carry a sign as well as a colour.
func (k *Look) OddsBars(c engine.Chances, w, h int) []string {
	heaps := heaped(c.Totals, h)
	most, label := 0.0, 1
	for _, b := range heaps {
		most = max(most, b.p)
		label = max(label, len(b.label()))
	}
	var out []string
	for i, b := range heaps {
		if i > 0 && heaps[i-1].kind() != b.kind() {
			out = append(out, k.successLine(heaps[i-1], b, w))
		}
		r := k.Row(w).Space(1).Right(Text, b.label(), label).Space(1)
		ink, sign := Bad, " "
		switch b.kind() {
		case 2:
			ink, sign = Good, k.Tick[0]
		case 1:
			ink, sign = Warn, k.Tick[2]
		}
		r.Sign(ink, sign).Space(1)
		if room := r.Left() - 8; room > 2 {
			r.bar(ink, b.p/most, room)
		}
		out = append(out, r.Right(Dim, Percent(b.p), r.Left()).String())
	}
	return k.Lines(out, w, min(h, len(out)))
}

func (k *Look) successLine(a, b heap, w int) string {
	words := "success above"
	if b.kind() > a.kind() {
		words = "success below"
	}
	r := k.Row(w).Space(1).Times(Accent, k.Box.Across, 2).Space(1).Put(Accent, words).Space(1)
	return r.Times(Accent, k.Box.Across, r.Left()).String()
}

func (h heap) label() string {
	if h.from == h.to {
		return itoa(h.from)
	}
	return itoa(h.from) + " to " + itoa(h.to)
}

// heaped puts totals together until their bars and the lines between them fit
// into h lines. Totals that succeed are not put with those that fail unless
// there is no other way.
func heaped(totals []engine.TotalChance, h int) []heap {
	for step := 1; ; step++ {
		for _, apart := range []bool{true, false} {
			out, lines := heapBy(totals, step, apart)
			if lines <= h || step > len(totals) {
				return out
			}
		}
	}
}

func heapBy(totals []engine.TotalChance, step int, apart bool) (out []heap, lines int) {
	for i, t := range totals {
		one := heap{t.Total, t.Total, t.P, t.Success}
		if n := len(out); n > 0 && i%step != 0 && (!apart || out[n-1].kind() == one.kind()) {
			out[n-1].to = t.Total
			out[n-1].p += t.P
			out[n-1].success += t.Success
			continue
		}
		out = append(out, one)
	}
	lines = len(out)
	for i := 1; i < len(out); i++ {
		if out[i].kind() != out[i-1].kind() {
			lines++
		}
	}
	return out, lines
}
