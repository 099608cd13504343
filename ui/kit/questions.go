package kit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// This file draws what a designer asks of odds: how a value is distributed, one question for several
// values of a parameter, several questions side by side, and what is different in the end.

// TooRare is the chance below which a total is left out; endless dice have many of those.
const TooRare = 0.00005

// barCells is how wide the longest bar of a sweep is.
const barCells = 40

// ValueBars draws how a value of an outcome, such as the damage, is distributed: its mean and spread,
// what it is at least, and bars on at most h lines. It draws nothing of one that is always the same.
func (k *Look) ValueBars(c engine.Chances, id string, w, h int) []string {
	own := c.OfValue(id)
	if len(own.Totals) < 2 {
		return nil
	}
	often := ""
	if own.Success < 1-1e-9 {
		often = ", in " + Exactly(own.Success)
	}
	out := []string{k.Row(w).Put(Dim, id+often+": "+OnAverage(own)).String()}
	if least := k.leastLine(own, w); least != "" {
		out = append(out, least)
	}
	return append(out, k.TotalBars(own, w, h)...)
}

// leastLine says how likely totals are, or more: those that come next below 90, 75, 50, 25 and 10 %.
func (k *Look) leastLine(c engine.Chances, w int) string {
	r, least, last := k.Row(w).Put(Dim, "at least"), engine.AtLeast(c.Totals), -1
	for _, p := range []float64{.9, .75, .5, .25, .1} {
		i := slices.IndexFunc(least, func(q float64) bool { return q <= p })
		if i < 0 || i == last {
			continue
		}
		number, chance := fmt.Sprint(c.Totals[i].Total), engine.Percent(least[i])
		if len(number)+len(chance)+4 > r.Left() {
			break
		}
		last = i
		r.Space(3).Put(Text, number).Space(1).Put(Dim, chance)
	}
	if last < 0 {
		return ""
	}
	return r.String()
}

// Swept draws a line for each value of a swept number: the chance with a bar or, of a roll that is
// about no success, the average.
func (k *Look) Swept(key string, values []int, odds []engine.OddsOrBound, aimed bool, w int) []string {
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range odds {
		least, most = min(least, c.Mean()), max(most, c.Mean())
	}
	cells := float64(max(1, min(barCells, w-Width(key)-30)))
	var out []string
	for i, c := range odds {
		words, part := Exactly(c.Success), c.Success
		switch {
		case c.Bound != nil:
			words, part = c.Bound.Between(), c.Bound.Least+(c.Bound.Most-c.Bound.Least)/2
		case !aimed:
			words = fmt.Sprintf("%.2f on average", c.Mean())
			part = (1 + (c.Mean()-least)/max(most-least, 1e-12)*(cells-1)) / cells
		}
		line := fmt.Sprintf("  %s %4d  %8s  ", Clean(key), values[i], words)
		out = append(out, k.Row(w).Put(Text, line).Put(Good, strings.Repeat("▆", int(part*cells+.5))).String())
	}
	return out
}

// Side is one of several questions that stand side by side.
type Side struct {
	Title string
	Aimed bool // it is about success
	engine.OddsOrBound
}

// Sides draws several questions side by side on at most h lines of numbers: what each comes to, and
// each number that one of them can reach, or more.
func (k *Look) Sides(all []Side, w, h int) []string {
	var out []string
	letter := func(i int) string { return string(rune('A' + i)) }
	totals := map[int]bool{}
	for i, s := range all {
		words := OnAverage(s.Chances)
		switch {
		case s.Bound != nil:
			words = s.Bound.Error()
		case s.Aimed:
			words = Exactly(s.Success) + " success"
		}
		for n, l := range Wrap(Clean(s.Title)+": "+words, w-3) {
			head := letter(i)
			if n > 0 {
				head = " "
			}
			out = append(out, k.Row(w).Put(Title, head).Space(2).Put(Text, l).String())
		}
		for _, x := range s.Totals {
			if x.P >= TooRare {
				totals[x.Total] = true
			}
		}
	}
	head := fmt.Sprintf("  %8s", "at least")
	for i := range all {
		head += fmt.Sprintf("  %9s", letter(i))
	}
	out = append(out, k.Row(w).Put(Dim, head).String())
	numbers := make([]int, 0, len(totals))
	for n := range totals {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	skip := 1 + len(numbers)/max(1, h)
	for i := 0; i < len(numbers); i += skip {
		row := fmt.Sprintf("  %8d", numbers[i])
		for _, s := range all {
			row += fmt.Sprintf("  %9s", s.reaches(numbers[i]))
		}
		out = append(out, k.Row(w).Put(Text, row).String())
	}
	return out
}

// reaches is how likely a total of n or more is; blank where that is not known.
func (s Side) reaches(n int) string {
	if s.Bound != nil {
		return ""
	}
	sum := 0.0
	for _, x := range s.Totals {
		if x.Total >= n {
			sum += x.P
		}
	}
	return Exactly(sum)
}

// InTheEnd draws what is different on the sheets once all that a roll calls for is over: of a number
// how much it has changed, as bars of at most h lines, of anything else what it is. label gives the
// words for a field and name those for whoever sits at a seat.
func (k *Look) InTheEnd(all []engine.EndChance, label func(field string) string, name func(engine.Seat) string, w, h int) []string {
	var out []string
	line := func(p float64, words string) {
		out = append(out, k.Row(w).Put(Text, fmt.Sprintf("  %8s  in the end  %s", Exactly(p), Clean(words))).String())
	}
	for i := 0; i < len(all); {
		e := all[i]
		own, rest := engine.Chances{}, 1.0
		numbers := true
		from := i
		for ; i < len(all) && all[i].Sheet == e.Sheet && all[i].Field == e.Field; i++ {
			x := all[i]
			numbers, rest = numbers && x.To.Kind() == engine.Int && x.From.Kind() == engine.Int, rest-x.P
			own.Totals = append(own.Totals, engine.TotalChance{Total: x.To.Int() - x.From.Int(), P: x.P})
		}
		what := name(e.Sheet) + ": " + label(e.Field)
		if numbers && i == from+1 && e.From.Int() == 0 && e.To.Int() == 1 && !strings.Contains(e.Field, "/") { // a mark, such as being prone
			line(e.P, what)
			continue
		}
		if !numbers {
			for _, x := range all[from:i] {
				line(x.P, what+" is "+x.To.String())
			}
			continue
		}
		if rest > 1e-9 {
			own.Totals = append(own.Totals, engine.TotalChance{P: rest})
		}
		slices.SortFunc(own.Totals, func(a, b engine.TotalChance) int { return cmp.Compare(a.Total, b.Total) })
		words := fmt.Sprintf("in the end, %s changed in %s, by %+.2f on average, give or take %.2f", Clean(what), Exactly(1-max(0, rest)), own.Mean(), own.Spread())
		for _, l := range Wrap(words, w) {
			out = append(out, k.Row(w).Put(Dim, l).String())
		}
		if least := k.leastLine(own, w); least != "" {
			out = append(out, least)
		}
		out = append(out, k.TotalBars(own, w, h)...)
	}
	return out
}
