package kit

import (
	"fmt"
	"strconv"

	"example.org/fray/engine"
)

// WithoutEnd names the weight of dice that go on and on, such as those thrown again while they show
// any face.
const WithoutEnd = "thrown again without end"

// Exactly writes a chance with two decimals, where people ask for it.
func Exactly(p float64) string {
	if p <= 0 || p >= 1-1e-9 {
		return engine.Percent(p)
	}
	if s := strconv.FormatFloat(100*p, 'f', 2, 64); s != "0.00" && s != "100.00" {
		return s + "%"
	}
	return map[bool]string{true: "<0.01%", false: ">99.99%"}[p < 0.5]
}

// OnAverage says what totals are about: "5.67 on average, give or take 5.61".
func OnAverage(c engine.Chances) string {
	return fmt.Sprintf("%.2f on average, give or take %.2f", c.Mean(), c.Spread())
}

// Endings draws how likely each ending is, on as many lines as it takes, in the
// words for success and for failure.
func (k *Look) Endings(c engine.Chances, won, lost string, w int) []string {
	return k.endings(c, won, lost, w, engine.Percent)
}

// ExactEndings is Endings with two decimals.
func (k *Look) ExactEndings(c engine.Chances, won, lost string, w int) []string {
	return k.endings(c, won, lost, w, Exactly)
}

func (k *Look) endings(c engine.Chances, won, lost string, w int, say func(float64) string) []string {
	r := k.Row(w).Space(1).Put(Dim, won+" ").Put(Good, say(c.Likely()))
	var out []string
	for _, g := range c.Grades {
		if g.Grade == engine.Success && len(g.Flags) == 0 {
			continue
		}
		switch g.Grade {
		case engine.Success:
			g.Grade = won
		case engine.Failure:
			g.Grade = lost
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
		r.Space(3).Put(Dim, WithoutEnd+" ").Put(Dim, say(c.Unreached))
	}
	return append(out, r.String())
}

// heap is one bar: totals that are shown together.
type heap struct {
	from, to   int
	p, success float64
	beyond     string // the word for a tail: "to 4", "43 up"
}

// The largest chance of a tail, if there is room for every total and if there is little.
const (
	rare     = 0.002
	seldom   = 0.02
	fewLines = 12
)

// tails puts the rare totals at both ends together, so that the bars show what is likely. A
// tail ends where success begins or ends.
func tails(all []engine.TotalChance, rare float64) (low []heap, middle []engine.TotalChance, high []heap) {
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

// OddsBars draws a bar for each total in at most h lines, with a line where success begins or
// ends. If there are too many totals, neighbours share a bar.
func (k *Look) OddsBars(c engine.Chances, won string, w, h int) []string {
	return k.bars(c, w, h, won)
}

// TotalBars is OddsBars for totals without a target: no bar is good or bad.
func (k *Look) TotalBars(c engine.Chances, w, h int) []string { return k.bars(c, w, h, "") }

func (k *Look) bars(c engine.Chances, w, h int, won string) []string {
	judged := won != ""
	beyond := rare
	if h <= fewLines {
		beyond = seldom
	}
	low, middle, high := tails(c.Totals, beyond)
	heaps := heaped(middle, h-len(low)-len(high))
	heaps = append(append(low, heaps...), high...)
	most, label := 0.0, 1
	for _, b := range heaps {
		most = max(most, b.p)
		label = max(label, len(b.label()))
	}
	parted := judged && turnsOnce(heaps)
	var out []string
	for i, b := range heaps {
		if parted && i > 0 && heaps[i-1].kind() != b.kind() {
			out = append(out, k.successLine(heaps[i-1], b, won, w))
		}
		piece := Piece{Label: b.label(), P: b.p, Ink: Energy} // nothing is in question
		switch {
		case !judged:
		case b.kind() == 1:
			piece.Ink, piece.Good = OddsBad, b.success
		case parted:
			piece.Ink = OddsBad
			if b.kind() == 2 {
				piece.Ink = Odds
			}
		}
		out = append(out, k.oddsBar(piece, most, label, w))
	}
	return k.Lines(out, w, min(h, len(out)))
}

// turnsOnce reports whether success and failure are apart, with one line between them.
func turnsOnce(heaps []heap) bool {
	turns := 0
	for i, b := range heaps {
		if b.kind() == 1 {
			return false
		}
		if i > 0 && heaps[i-1].kind() != b.kind() {
			turns++
		}
	}
	return turns == 1
}

// Piece is one bar of a chart.
type Piece struct {
	Label string
	P     float64
	Good  float64 // the part of P that succeeds, where the rest does not
	Ink   Token
}

// PartBars draws a bar for each possible result, in at most h lines.
func (k *Look) PartBars(parts []Piece, w, h int) []string {
	most, label := 0.0, 1
	for _, p := range parts {
		most, label = max(most, p.P), max(label, Width(Clean(p.Label)))
	}
	out := make([]string, 0, len(parts))
	for _, p := range parts {
		out = append(out, k.oddsBar(p, most, min(label, w/2), w))
	}
	return k.Lines(out, w, min(max(h, 0), len(out)))
}

func (k *Look) oddsBar(p Piece, most float64, label, w int) string {
	const percent = 7
	r := k.Row(w).Fit(Text, p.Label, label).Space(2)
	switch whole := r.Left() - percent; {
	case whole <= 2 || most <= 0:
	case p.Good > 0:
		cells := max(1, int(p.P/most*float64(whole)+0.5))
		good := min(cells, int(p.Good/p.P*float64(cells)+0.5))
		r.Times(Odds, k.Glyphs.Meter.There, good).Times(p.Ink, k.Glyphs.Meter.Lost, cells-good)
	default:
		cells := min(max(int(p.P/most*float64(whole)+0.5), min(1, int(p.P*1e6))), whole)
		r.Times(p.Ink, k.Glyphs.Meter.There, cells)
	}
	return r.Space(1).Put(Dim, engine.Percent(p.P)).String()
}

// OddsBar draws a chance in n cells. A doubtful one has another colour.
func (r *Row) OddsBar(p float64, n int) *Row {
	ink := Odds
	if p < 0.5 {
		ink = OddsBad
	}
	return r.Meter(ink, int(p*1000+0.5), 0, 1000, n)
}

// ChanceInk is the ink of a chance: good, doubtful or bad.
func ChanceInk(p float64) Token {
	switch {
	case p >= 0.5:
		return Good
	case p >= 0.25:
		return Warn
	}
	return Bad
}

// Chance draws a chance as words and a bar: "hit 79 %".
func (r *Row) Chance(word string, p float64) *Row {
	const mostBar = 32
	r.Put(Dim, word).Space(1).Put(Filled(ChanceInk(p)), " "+engine.Percent(p)+" ").Space(1)
	n := min(r.Left(), mostBar)
	if n < 6 {
		return r
	}
	return r.OddsBar(p, n)
}

func (k *Look) successLine(a, b heap, won string, w int) string {
	words := won + " above"
	if b.kind() > a.kind() {
		words = won + " below"
	}
	r := k.Row(w).Times(Dim, k.Box.Dashed, 2).Space(1).Put(Dim, words).Space(1)
	return r.Times(Dim, k.Box.Dashed, r.Left()).String()
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
	for _, apart := range []bool{true, false} {
		for step := 1; step <= len(totals); step++ {
			if out, lines := heapBy(totals, step, apart); lines <= h {
				return out
			}
		}
	}
	out, _ := heapBy(totals, len(totals)+1, false)
	return out
}

func heapBy(totals []engine.TotalChance, step int, apart bool) (out []heap, lines int) {
	in := 0 // totals in the last heap
	for _, t := range totals {
		one := heap{from: t.Total, to: t.Total, p: t.P, success: t.Success}
		if n := len(out); n > 0 && in < step && (!apart || out[n-1].kind() == one.kind()) {
			out[n-1].to = t.Total
			out[n-1].p += t.P
			out[n-1].success += t.Success
			in++
			continue
		}
		out, in = append(out, one), 1
	}
	lines = len(out)
	for i := 1; i < len(out); i++ {
		if out[i].kind() != out[i-1].kind() {
			lines++
		}
	}
	return out, lines
}
