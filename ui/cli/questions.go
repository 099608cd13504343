package cli

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
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
	odds   []engine.OddsOrBound
}

// question counts the odds of a question, for each value of a sweep.
func (g *rollFlags) question(a *app, args []string, s sweep) (*asked, error) {
	st, err := rollInputs(a, args, g)
	if err != nil {
		return nil, err
	}
	q := &asked{title: st.title(), times: 1, swept: s}
	count := func(st *rollSetup) (engine.OddsOrBound, error) {
		if st.in.System == dice.System {
			line, _ := st.in.Params.Get(dice.Written())
			single, times := dice.Repeats(line.Text())
			q.times = times
			st.in.Params = st.in.Params.With(dice.Written(), engine.ValueOf(single))
		}
		st.in.CountValues = true
		q.st = st
		return g.chances(st.in, g.follow)
	}
	if s.key == "" {
		c, err := count(st)
		q.odds = []engine.OddsOrBound{c}
		if err != nil {
			return nil, err
		}
	} else {
		for n := s.from; n <= s.to; n += s.step {
			q.values = append(q.values, n)
		}
		q.odds, err = engine.CountEach(s.key, q.values, func(n int) (engine.OddsOrBound, error) {
			at := *st
			if err := s.at(&at, n); err != nil {
				return engine.OddsOrBound{}, err
			}
			return count(&at)
		})
		if err != nil {
			return nil, err
		}
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
		all := make([]engine.OddsOrBound, q.times)
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
			if c.Bound != nil {
				row("bound", "least", "", c.Bound.Least, -1)
				row("bound", "most", "", c.Bound.Most, -1)
				continue
			}
			row("success", "", "", c.Success, -1)
			for _, g := range c.Grades {
				row("grade", g.Grade, strings.Join(g.Flags, " "), g.P, -1)
			}
			least := engine.AtLeast(c.Totals)
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
				if b := q.odds[i].Bound; b != nil {
					barAs(label, b.Least, 1, b.Between())
					continue
				}
				bar(label, q.odds[i].Success, 1)
			}
		} else {
			if b := q.odds[0].Bound; b != nil {
				barAs("success", b.Least, 1, b.Between())
			}
			most := 0.0
			for _, x := range q.odds[0].Totals {
				most = max(most, x.P)
			}
			for _, x := range q.odds[0].Totals {
				if x.P >= kit.TooRare {
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

// printSwept prints a line for each value of a sweep.
func printSwept(a *app, q *asked) {
	k := a.look()
	a.line("%s", k.Paint(kit.Title, q.title))
	a.lines(k.Swept(q.swept.key, q.values, q.odds, aimedAt(q.first, q.odds[0].Chances), width))
}

// printSides prints several questions side by side.
func printSides(a *app, all []*asked) {
	sides := make([]kit.Side, len(all))
	for i, q := range all {
		sides[i] = kit.Side{Title: q.title, Aimed: aimedAt(q.first, q.odds[0].Chances), OddsOrBound: q.odds[0]}
	}
	a.lines(a.look().Sides(sides, width, longestChart))
}

// printAnswer prints the odds of one question.
func printAnswer(a *app, q *asked) {
	if q.times > 1 {
		a.line("%d rolls, each by itself:", q.times)
	}
	k, c := a.look(), q.odds[0]
	if c.Bound != nil {
		a.line("%s %s", k.Paint(kit.Title, c.Bound.Between()), k.Paint(kit.Good, "success"))
		a.line("%s", k.Paint(kit.Dim, q.st.title()))
		a.line("%s", "  this is a bound and not exact: "+c.Bound.Words)
		return
	}
	printOdds(a, q.st, q.first, c.Chances)
	a.lines(k.ValueBars(c.Chances, "damage", width, longestChart))
	a.lines(k.InTheEnd(c.InTheEnd, q.st.in.System.FieldLabel, func(s engine.Seat) string {
		return cmp.Or(q.st.names[s], map[engine.Seat]string{engine.Actor: "who acts", engine.Other: "the other side"}[s], string(s))
	}, width, longestChart))
}
