package plays

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// check makes one roll of a play and compares what comes of it.
type check struct {
	*stage
	roll  Roll
	in    engine.Inputs
	given []TypedAnswer // those of the roll that are not used yet
	tape  []engine.Answer
	step  engine.Step
	err   error
}

func (c *check) run() {
	c.given = c.roll.Answers
	c.odds(0)
	for {
		c.turn("the rule")
		if c.step, c.err = engine.Run(c.in, c.tape); c.err != nil || c.step.Done() {
			break
		}
		if c.roll.Expected.Asks == c.step.Open.ID && len(c.given) == 0 {
			c.changed()
			return
		}
		a, used, err := answerTo(*c.step.Open, c.given)
		if err != nil {
			if len(c.given) == 0 {
				c.fail(c.roll.Line, "an end", err.Error())
			} else {
				c.fail(c.given[0].Line, c.given[0].words(), err.Error())
			}
			return
		}
		c.tape = append(slices.Clip(c.tape), a)
		if used {
			c.given = c.given[1:]
			c.odds(len(c.roll.Answers) - len(c.given))
		}
	}
	if !c.ended() {
		return
	}
	if len(c.given) > 0 {
		c.fail(c.given[0].Line, c.given[0].words(), "no such question; asked were "+askedIDs(c.tape))
	}
	for _, e := range c.roll.Expected.Ends {
		c.outcome(e)
	}
	c.changed()
	for _, l := range c.roll.Expected.Later {
		c.later(l)
	}
}

func (c *check) turn(what string) {
	if c.before != nil {
		c.before(what, c.in, c.tape)
	}
}

// words is an answer as a play writes it.
func (a TypedAnswer) words() string {
	return strings.Join(strings.Fields(a.ID+" "+a.Dice+" "+a.Text), " ")
}

func askedIDs(tape []engine.Answer) string {
	var ids []string
	for _, a := range tape {
		ids = append(ids, a.ID)
	}
	if ids == nil {
		return "none"
	}
	return strings.Join(ids, ", ")
}

// ended reports whether the rule ended with an outcome, as it should.
func (c *check) ended() bool {
	want := c.roll.Expected
	var no *engine.Refusal
	switch {
	case errors.As(c.err, &no) && want.Refused == nil:
		return c.fail(c.roll.Line, "no refusal", "refused "+no.Words)
	case errors.As(c.err, &no):
		for _, words := range want.Refused {
			if !strings.Contains(strings.ToLower(no.Words), strings.ToLower(words)) {
				c.fail(c.roll.Line, "refused "+words, "refused "+no.Words)
			}
		}
		return false
	case c.err != nil:
		return c.fail(c.roll.Line, "an end", c.err.Error())
	case want.Refused != nil:
		return c.fail(c.roll.Line, "refused "+strings.Join(want.Refused, "; "), c.step.Outcome.Grade)
	case want.Asks != "":
		return c.fail(c.roll.Line, "asks "+want.Asks, c.step.Outcome.Grade)
	}
	return true
}

func (c *check) outcome(e End) {
	o := c.step.Outcome
	if e.Grade != "" && e.Grade != o.Grade {
		c.fail(e.Line, e.Grade, o.Grade)
	}
	namesFlags := func(s Setting) bool { return s.Key == "flags" }
	if e.Grade != "" && !slices.ContainsFunc(e.Values, namesFlags) && len(o.Flags) > 0 {
		c.fail(e.Line, e.Grade+" without flags", "flags="+strings.Join(o.Flags, ","))
	}
	for _, v := range e.Values {
		c.value(v)
	}
}

func (c *check) value(want Setting) {
	o := c.step.Outcome
	wanted := want.Key + "=" + want.Value
	got := o.Value(want.Key)
	switch want.Key {
	case "total":
		got = engine.ValueOf(o.Total)
	case "target", "margin":
		if o.NoTarget {
			c.fail(want.Line, wanted, "no "+want.Key)
			return
		}
		got = engine.ValueOf(o.Target)
		if want.Key == "margin" {
			got = engine.ValueOf(o.Margin)
		}
	case "flags":
		if !sameWords(o.Flags, want.Value) {
			c.fail(want.Line, wanted, "flags="+strings.Join(o.Flags, ","))
		}
		return
	}
	if got.IsNone() && strings.Contains(want.Key, ".") {
		want.Key = strings.Replace(want.Key, "sheet.", "actor.", 1)
		c.field(want)
		return
	}
	if got.IsNone() {
		ids := []string{"total", "target", "margin"}
		for _, v := range o.Values {
			ids = append(ids, v.ID)
		}
		c.fail(want.Line, wanted, "an outcome of "+strings.Join(ids, ", "))
		return
	}
	if !sameValue(got, want.Value) {
		c.fail(want.Line, wanted, want.Key+"="+got.String())
	}
}

// changed checks the fields after the changes.
func (c *check) changed() {
	for _, f := range c.roll.Expected.After {
		c.field(f)
	}
}

func (c *check) field(want Setting) {
	wanted := want.Key + "=" + want.Value
	var seat engine.Seat
	path := ""
	for s := range c.in.Sheets { // the longest seat that fits: other.2 before other
		if rest, ok := strings.CutPrefix(want.Key, string(s)+"."); ok && len(s) > len(seat) {
			seat, path = s, rest
		}
	}
	if seat == "" {
		c.fail(want.Line, wanted, "nobody there: write actor.FIELD, or other.FIELD with somebody faced")
		return
	}
	page := c.in.Sheets[seat]
	for _, ch := range c.step.Changes {
		if ch.Sheet == seat {
			page = page.With(ch.Field, ch.To)
		}
	}
	list, row, nested := strings.Cut(path, "/")
	if nested && !strings.Contains(row, "/") {
		there := slices.Contains(page.RowIDs(list), row)
		switch {
		case there && want.Value == "":
			c.fail(want.Line, "no row "+want.Key, "it is there")
		case !there && want.Value != "":
			c.fail(want.Line, "the row "+want.Key, "it is not there")
		}
		return
	}
	if _, known := c.sys.Sheet.Field(path); !known {
		c.fail(want.Line, wanted, c.sys.ID+" has no field "+path)
		return
	}
	if got := c.sys.Sheet.Read(page).Value(path); !sameValue(got, want.Value) {
		c.fail(want.Line, wanted, want.Key+"="+got.String())
	}
}

func sameValue(got engine.Value, want string) bool {
	switch got.Kind() {
	case engine.Decimal:
		var m engine.Milli
		return m.Set(want) == nil && m == got.Milli()
	case engine.Bool:
		sp := engine.Spec{Kind: engine.Bool}
		v, err := sp.Parse(want)
		return err == nil && v.Bool() == got.Bool()
	case engine.Text:
		return got.Text() == want
	}
	return got.String() == want
}

func (c *check) later(want []Setting) {
	have := []string{}
	for _, l := range c.step.Following(engine.OnTimeline) {
		if c.isLater(l, want) {
			return
		}
		have = append(have, "action="+l.Action+" after="+strconv.Itoa(l.After))
	}
	var wanted []string
	for _, w := range want {
		wanted = append(wanted, w.Key+"="+w.Value)
	}
	if len(have) == 0 {
		have = []string{"nothing"}
	}
	c.fail(want[0].Line, "later "+strings.Join(wanted, " "), "later "+strings.Join(have, ", "))
}

// isLater reports whether l is what a line of a play wants later.
func (c *check) isLater(l engine.Next, want []Setting) bool {
	for _, w := range want {
		got, _ := l.Params.Get(w.Key)
		switch w.Key {
		case "action":
			got = engine.ValueOf(l.Action)
		case "after":
			got = engine.ValueOf(l.After)
		case "against":
			got = engine.ValueOf(string(l.Against))
		case "unit":
			got = engine.ValueOf(c.in.System.Time.Unit)
		}
		if !sameValue(got, w.Value) {
			return false
		}
	}
	return true
}

// odds checks what must be likely once n answers are given.
func (c *check) odds(n int) {
	var chances engine.Chances
	known := false
	for _, o := range c.roll.Expected.Odds {
		if o.After != n {
			continue
		}
		want := "odds " + o.What + " " + o.P
		if !known {
			var err error
			c.turn("the odds")
			if chances, err = engine.Odds(c.in, c.tape, nil); err != nil {
				c.fail(o.Line, want, err.Error())
				return
			}
			known = true
		}
		if got := chanceOf(chances, o.What); !sameChance(got, o.P) {
			c.fail(o.Line, want, strconv.FormatFloat(got, 'f', 12, 64))
		}
	}
}

// chanceOf returns the probability of success, a grade, "flag NAME" or "total N".
func chanceOf(c engine.Chances, what string) float64 {
	if what == engine.Success {
		return c.Success
	}
	kind, name, named := strings.Cut(what, " ")
	p := 0.0
	for _, g := range c.Grades {
		if !named && g.Grade == what || kind == "flag" && slices.Contains(g.Flags, name) {
			p += g.P
		}
	}
	for _, t := range c.Totals {
		if kind == "total" && strconv.Itoa(t.Total) == name {
			p += t.P
		}
	}
	return p
}

// sameChance compares a probability with one that is rounded as it is written:
// 94.60% is anything from 94.595% to 94.605%.
func sameChance(got float64, want string) bool {
	digits, percent := strings.CutSuffix(want, "%")
	if percent {
		got *= 100
	}
	n, err := strconv.ParseFloat(digits, 64)
	_, decimals, _ := strings.Cut(digits, ".")
	slack := max(0.5*math.Pow10(-len(decimals)), 0.5e-9) + 1e-12
	return err == nil && math.Abs(got-n) <= slack
}
