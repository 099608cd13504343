package cli

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/dice"
	"example.org/fray/ui/kit"
)

// This file answers what a designer asks of odds: several questions side by side, one question for
// several values of a parameter, what a success does, and all that as a table or a picture.

// orWord stands between two questions in the arguments, where --or was typed.
const orWord = " --or"

// sweep is one parameter with the values that it is tried with; the zero value is none.
type sweep struct {
	key            string
	from, to, step int
}

// mostSwept is how many values a sweep has at most.
const mostSwept = 200

// parseSweep reads KEY=A..B or KEY=A..B:STEP.
func parseSweep(text string) (sweep, error) {
	if text == "" {
		return sweep{}, nil
	}
	wrong := misusef("%q is no sweep: write --sweep difficulty=5..25, or 5..25:5 for every fifth", text)
	key, values, ok := strings.Cut(text, "=")
	from, to, ranged := strings.Cut(values, "..")
	to, by, stepped := strings.Cut(to, ":")
	s := sweep{key: strings.TrimSpace(key), step: 1}
	var errs [3]error
	s.from, errs[0] = strconv.Atoi(strings.TrimSpace(from))
	s.to, errs[1] = strconv.Atoi(strings.TrimSpace(to))
	if stepped {
		s.step, errs[2] = strconv.Atoi(strings.TrimSpace(by))
	}
	switch {
	case !ok || !ranged || s.key == "" || slices.ContainsFunc(errs[:], func(err error) bool { return err != nil }) || s.step < 1 || s.to < s.from:
		return sweep{}, wrong
	case (s.to-s.from)/s.step >= mostSwept:
		return sweep{}, misusef("--sweep has %d values: %d are the most", (s.to-s.from)/s.step+1, mostSwept)
	}
	return s, nil
}

// at sets the swept parameter. Of plain dice it is what they are measured against.
func (s sweep) at(st *rollSetup, n int) error {
	if st.in.System != dice.System {
		return st.set(fmt.Sprintf("%s=%d", s.key, n))
	}
	line, _ := st.in.Params.Get(dice.Written())
	if s.key != "vs" {
		return misusef("dice are swept by what they are measured against: --sweep vs=%d..%d", s.from, s.to)
	}
	st.in.Params = st.in.Params.With(dice.Written(), engine.ValueOf(fmt.Sprintf("%s vs %d", line.Text(), n)))
	return nil
}

// asked is one question and its odds.
type asked struct {
	title  string
	st     *rollSetup
	first  engine.Step
	times  int // how often plain dice are rolled, each time by itself
	swept  sweep
	values []int // of the sweep
	odds   []counted
}

// counted are odds or, where they would take too long, a bound.
type counted struct {
	engine.Chances
	bound *engine.TooLong // nil where the odds are exact
}

// MarshalJSON writes the odds or the bound.
func (c counted) MarshalJSON() ([]byte, error) {
	if c.bound != nil {
		return json.Marshal(c.bound)
	}
	return json.Marshal(c.Chances)
}

// question counts the odds of a question, for each value of a sweep.
func (g *rollFlags) question(a *app, args []string, s sweep) (*asked, error) {
	q := &asked{times: 1, swept: s}
	values := []int{0}
	if s.key != "" {
		values = values[:0]
		for n := s.from; n <= s.to; n += s.step {
			values = append(values, n)
		}
	}
	for _, n := range values {
		st, err := rollInputs(a, args, g)
		if err != nil {
			return nil, err
		}
		if q.title == "" {
			q.title = st.title()
		}
		if s.key != "" {
			if err := s.at(st, n); err != nil {
				return nil, err
			}
		}
		if st.in.System == dice.System {
			line, _ := st.in.Params.Get(dice.Written())
			single, times := dice.Repeats(line.Text())
			q.times = times
			st.in.Params = st.in.Params.With(dice.Written(), engine.ValueOf(single))
		}
		st.in.CountValues = true
		c, err := g.chances(st.in, g.follow)
		if err != nil && s.key != "" {
			err = fmt.Errorf("with %s=%d: %w", s.key, n, err)
		}
		if err != nil {
			return nil, err
		}
		q.st, q.values, q.odds = st, append(q.values, n), append(q.odds, c)
	}
	q.first, _ = engine.Run(q.st.in, nil)
	return q, nil
}

// MarshalJSON writes the odds as the contract has them: those of the rulebooks, "system" of plain
// dice, "rolls" of those that are repeated, "sweep".
func (q *asked) MarshalJSON() ([]byte, error) {
	switch {
	case q.swept.key != "":
		var all []any
		for i, n := range q.values {
			all = append(all, map[string]any{q.swept.key: n, "odds": q.odds[i]})
		}
		return json.Marshal(map[string]any{"sweep": all})
	case q.times > 1:
		all := make([]counted, q.times)
		for i := range all {
			all[i] = q.odds[0]
		}
		return json.Marshal(map[string]any{"system": dice.System.ID, "rolls": all})
	}
	out, err := json.Marshal(q.odds[0])
	if q.st.in.System == dice.System && err == nil {
		out = fmt.Appendf(nil, `{"system":%q,%s`, dice.System.ID, out[1:])
	}
	return out, err
}

// atLeast gives for each total how likely it is, or more.
func atLeast(totals []engine.TotalChance) []float64 {
	out, sum := make([]float64, len(totals)), 0.0
	for i := len(totals) - 1; i >= 0; i-- {
		sum += totals[i].P
		out[i] = sum
	}
	return out
}

// writeCSV writes all that was counted: a row for each ending, total and value.
func writeCSV(a *app, all []*asked) error {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"question", "swept", "kind", "id", "value", "p", "at_least"}) // a strings.Builder takes all
	number := func(p float64) string { return strconv.FormatFloat(p, 'g', 12, 64) }
	for i, q := range all {
		for k, c := range q.odds {
			swept := ""
			if q.swept.key != "" {
				swept = fmt.Sprintf("%s=%d", q.swept.key, q.values[k])
			}
			row := func(kind, id, value string, p, least float64) {
				more := ""
				if least >= 0 {
					more = number(least)
				}
				_ = w.Write([]string{strconv.Itoa(i + 1), swept, kind, id, value, number(p), more})
			}
			if c.bound != nil {
				row("bound", "least", "", c.bound.Least, -1)
				row("bound", "most", "", c.bound.Most, -1)
				continue
			}
			row("success", "", "", c.Success, -1)
			for _, g := range c.Grades {
				row("grade", g.Grade, strings.Join(g.Flags, " "), g.P, -1)
			}
			least := atLeast(c.Totals)
			for n, x := range c.Totals {
				row("total", "", strconv.Itoa(x.Total), x.P, least[n])
			}
			for _, v := range c.Values {
				row("value", v.ID, strconv.Itoa(v.Value), v.P, -1)
			}
			for _, e := range c.InTheEnd {
				row("in the end", string(e.Sheet)+"."+e.Field, e.To.String(), e.P, -1)
			}
		}
	}
	w.Flush()
	a.write([]byte(b.String()))
	return a.writeErr
}

// writeSVG draws the totals of each question as bars, or the chances of a sweep.
func writeSVG(a *app, all []*asked) error {
	const width, line, left = 640, 18, 150
	var b strings.Builder
	y := 0
	text := func(x int, anchor, words string) {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x, y+13, anchor, html.EscapeString(clean(words)))
	}
	barAs := func(label string, p, most float64, words string) {
		text(left-8, "end", label)
		n := int(p / max(most, 1e-12) * (width - left - 90))
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d"/>`+"\n", left, y+2, n, line-4)
		text(left+n+6, "start", words)
		y += line
	}
	bar := func(label string, p, most float64) { barAs(label, p, most, kit.Exactly(p)) }
	for _, q := range all {
		text(8, "start", q.title)
		y += line + 4
		if q.swept.key != "" {
			for i, n := range q.values {
				label := fmt.Sprintf("%s %d", q.swept.key, n)
				if b := q.odds[i].bound; b != nil {
					barAs(label, b.Least, 1, b.Between())
					continue
				}
				bar(label, q.odds[i].Success, 1)
			}
		} else {
			if b := q.odds[0].bound; b != nil {
				barAs("success", b.Least, 1, b.Between())
			}
			most := 0.0
			for _, x := range q.odds[0].Totals {
				most = max(most, x.P)
			}
			for _, x := range q.odds[0].Totals {
				if x.P >= tooRare {
					bar(strconv.Itoa(x.Total), x.P, most)
				}
			}
		}
		y += line
	}
	a.line(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12" fill="#345">`, width, y)
	a.write([]byte(b.String()))
	a.line("</svg>")
	return a.writeErr
}

// printSwept prints a line for each value of a sweep: the chance, with a bar, or the average.
func printSwept(a *app, q *asked) {
	k := a.look()
	a.line("%s", k.Paint(kit.Title, q.title))
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range q.odds {
		least, most = min(least, c.Mean()), max(most, c.Mean())
	}
	for i, n := range q.values {
		c := q.odds[i]
		if c.bound != nil {
			n := c.bound.Least + (c.bound.Most-c.bound.Least)/2
			a.line("  %s %4d  %8s  %s", clean(q.swept.key), q.values[i], c.bound.Between(), k.Paint(kit.Good, strings.Repeat("▆", int(n*barCells+.5))))
			continue
		}
		if aimedAt(q.first, c.Chances) {
			a.line("  %s %4d  %8s  %s", clean(q.swept.key), n, kit.Exactly(c.Success), k.Paint(kit.Good, strings.Repeat("▆", int(c.Success*barCells+.5))))
			continue
		}
		part := (c.Mean() - least) / max(most-least, 1e-12)
		a.line("  %s %4d  %8.2f on average  %s", clean(q.swept.key), n, c.Mean(), k.Paint(kit.Good, strings.Repeat("▆", 1+int(part*(barCells-1)))))
	}
}

// barCells is how wide the longest bar of a sweep is.
const barCells = 40

// printSides prints several questions side by side: what each comes to, and each number that one
// of them can reach or more.
func printSides(a *app, all []*asked) {
	k := a.look()
	for i, q := range all {
		words := kit.OnAverage(q.odds[0].Chances)
		switch c := q.odds[0]; {
		case c.bound != nil:
			words = c.bound.Error()
		case aimedAt(q.first, c.Chances):
			words = kit.Exactly(c.Success) + " success"
		}
		a.line("%s  %s: %s", k.Paint(kit.Title, string(rune('A'+i))), q.title, words)
	}
	totals := map[int][]float64{}
	for i, q := range all {
		least := atLeast(q.odds[0].Totals)
		for n, x := range q.odds[0].Totals {
			if x.P >= tooRare {
				if totals[x.Total] == nil {
					totals[x.Total] = make([]float64, len(all))
				}
				totals[x.Total][i] = least[n]
			}
		}
	}
	head := fmt.Sprintf("  %8s", "at least")
	for i := range all {
		head += fmt.Sprintf("  %9s", string(rune('A'+i)))
	}
	a.line("%s", k.Paint(kit.Dim, head))
	numbers := make([]int, 0, len(totals))
	for n := range totals {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	skip := 1 + len(numbers)/longestChart
	for i := 0; i < len(numbers); i += skip {
		n := numbers[i]
		row := fmt.Sprintf("  %8d", n)
		for j := range all {
			row += fmt.Sprintf("  %9s", reached(all[j].odds[0], n))
		}
		a.line("%s", row)
	}
}

// reached is how likely a total of n or more is; blank where that is not known.
func reached(c counted, n int) string {
	if c.bound != nil {
		return ""
	}
	sum := 0.0
	for _, x := range c.Totals {
		if x.Total >= n {
			sum += x.P
		}
	}
	return kit.Exactly(sum)
}

// printAnswer prints the odds of one question.
func printAnswer(a *app, q *asked) {
	if q.times > 1 {
		a.line("%d rolls, each by itself:", q.times)
	}
	k, c := a.look(), q.odds[0]
	if c.bound != nil {
		a.line("%s %s", k.Paint(kit.Title, c.bound.Between()), k.Paint(kit.Good, "success"))
		a.line("%s", k.Paint(kit.Dim, q.st.title()))
		a.line("%s", "  this is a bound and not exact: "+c.bound.Words)
		return
	}
	printOdds(a, q.st, q.first, c.Chances)
	printValues(a, c.Chances)
	printInTheEnd(a, q.st, c.Chances)
}

// printInTheEnd prints what is different on the sheets once all that a roll calls for is over: of a
// number how much it has changed, as bars, of anything else what it is.
func printInTheEnd(a *app, st *rollSetup, c engine.Chances) {
	k := a.look()
	for i := 0; i < len(c.InTheEnd); {
		e := c.InTheEnd[i]
		own, rest := engine.Chances{}, 1.0
		numbers := true
		from := i
		for ; i < len(c.InTheEnd) && c.InTheEnd[i].Sheet == e.Sheet && c.InTheEnd[i].Field == e.Field; i++ {
			x := c.InTheEnd[i]
			numbers, rest = numbers && x.To.Kind() == engine.Int && x.From.Kind() == engine.Int, rest-x.P
			own.Totals = append(own.Totals, engine.TotalChance{Total: x.To.Int() - x.From.Int(), P: x.P})
		}
		label := e.Field
		if sp, ok := st.in.System.Sheet.Field(e.Field); ok {
			label = sp.Label
		}
		who := cmp.Or(st.names[e.Sheet], map[engine.Seat]string{engine.Actor: "who acts", engine.Other: "the other side"}[e.Sheet], string(e.Sheet))
		if first := c.InTheEnd[from]; numbers && i == from+1 && first.From.Int() == 0 && first.To.Int() == 1 && !strings.Contains(e.Field, "/") { // a mark, such as being prone
			a.line("  %8s  in the end  %s: %s", kit.Exactly(first.P), clean(who), clean(label))
			continue
		}
		if !numbers {
			for _, x := range c.InTheEnd[from:i] {
				a.line("  %8s  in the end  %s: %s is %s", kit.Exactly(x.P), clean(who), clean(label), clean(x.To.String()))
			}
			continue
		}
		if rest > 1e-9 {
			own.Totals = append(own.Totals, engine.TotalChance{P: rest})
		}
		slices.SortFunc(own.Totals, func(a, b engine.TotalChance) int { return cmp.Compare(a.Total, b.Total) })
		a.line("%s", k.Paint(kit.Dim, fmt.Sprintf("in the end, %s: %s changed in %s, by %+.2f on average, give or take %.2f", clean(who), clean(label), kit.Exactly(1-max(0, rest)), own.Mean(), own.Spread())))
		a.lines(k.TotalBars(own, width, longestChart))
	}
}

// printValues prints how the damage of a roll is distributed.
func printValues(a *app, c engine.Chances) {
	k, own := a.look(), c.OfValue("damage")
	if len(own.Totals) < 2 {
		return
	}
	often := ""
	if own.Success < 1-1e-9 {
		often = ", in " + kit.Exactly(own.Success)
	}
	a.line("%s", k.Paint(kit.Dim, fmt.Sprintf("damage%s: %s", often, kit.OnAverage(own))))
	a.lines(k.TotalBars(own, width, longestChart))
}
