package kit

import (
	"strconv"

	"example.org/fray/engine"
)

// Percent writes a chance for people, in whole percents. What is not quite
// never or always is never written as if it were.
func Percent(p float64) string {
	switch {
	case p <= 0:
		return "never"
	case p >= 1-1e-9:
		return "always"
	case p < 0.005:
		return "<1 %"
	case p > 0.995:
		return ">99 %"
	}
	return strconv.Itoa(int(100*p+0.5)) + " %"
}

// Exactly writes a chance with two decimals, where people ask for it.
func Exactly(p float64) string {
	if p <= 0 || p >= 1-1e-9 {
		return Percent(p)
	}
	if s := strconv.FormatFloat(100*p, 'f', 2, 64); s != "0.00" && s != "100.00" {
		return s + "%"
	}
	return map[bool]string{true: "<0.01%", false: ">99.99%"}[p < 0.5]
}

// Endings draws how likely each ending is, on as many lines as it takes.
func (k *Look) Endings(c engine.Chances, w int) []string { return k.endings(c, w, Percent) }

// ExactEndings is Endings with two decimals.
func (k *Look) ExactEndings(c engine.Chances, w int) []string { return k.endings(c, w, Exactly) }

func (k *Look) endings(c engine.Chances, w int, say func(float64) string) []string {
	r := k.Row(w).Space(1).Put(Dim, "success ").Put(Good, say(c.Success))
	var out []string
	for _, g := range c.Grades {
		if g.Grade == engine.Success && len(g.Flags) == 0 {
			continue
		}
		name := g.Words()
		p := say(g.P)
		if n := Width(Clean(name)) + len(p) + 4; n > r.Left() {
			out = append(out, r.String())
			r = k.Row(w).Space(1)
		} else {
			r.Space(3)
		}
		r.Put(Dim, name).Space(1).Put(Text, p)
	}
	if c.Unreached > 1e-9 {
		r.Space(3).Put(Dim, "not followed ").Put(Dim, say(c.Unreached))
	}
	return append(out, r.String())
}

// heap is one bar: totals that are shown together.
type heap struct {
	from, to   int
	p, success float64
	beyond     string // the word for a tail: "to 4", "43 up"
}

// rare is how likely all totals of a tail together are at most.
const rare = 0.002

// tails parts off what is rare at both ends, so that the bars go to what may
// well happen. A tail ends where success begins or ends.
func tails(all []engine.TotalChance) (low []heap, middle []engine.TotalChance, high []heap) {
	from, to := 0, len(all)
	sum := 0.0
	for from < to && sum+all[from].P < rare && kindOf(all[from]) == kindOf(all[0]) {
		sum += all[from].P
		from++
	}
	sum = 0
	for to > from && sum+all[to-1].P < rare && kindOf(all[to-1]) == kindOf(all[len(all)-1]) {
		sum += all[to-1].P
		to--
	}
	if from < 2 {
		from = 0
	}
	if len(all)-to < 2 {
		to = len(all)
	}
	if from > 0 {
		h := together(all[:from])
		h.beyond = "to " + itoa(h.to)
		low = append(low, h)
	}
	if to < len(all) {
		h := together(all[to:])
		h.beyond = itoa(h.from) + " up"
		high = append(high, h)
	}
	return low, all[from:to], high
}

func kindOf(t engine.TotalChance) int { return heap{p: t.P, success: t.Success}.kind() }

func together(totals []engine.TotalChance) heap {
	h := heap{from: totals[0].Total, to: totals[len(totals)-1].Total}
	for _, t := range totals {
		h.p += t.P
		h.success += t.Success
	}
	return h
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
	low, middle, high := tails(c.Totals)
	heaps := heaped(middle, h-len(low)-len(high))
	heaps = append(append(low, heaps...), high...)
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
	if h.beyond != "" {
		return h.beyond
	}
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
		one := heap{from: t.Total, to: t.Total, p: t.P, success: t.Success}
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
