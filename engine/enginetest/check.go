package enginetest

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
)

// check runs one stanza and compares.
type check struct {
	*stage
	stanza playfile.Stanza
	in     engine.Inputs
	told   []playfile.Told // not yet used
	tape   []engine.Answer
	step   engine.Step
	err    error
	failed bool
}

func (c *check) fail(line int, format string, args ...any) {
	c.t.Helper()
	c.failed = true
	c.stage.fail(line, format, args...)
}

func (c *check) run() {
	c.t.Helper()
	c.told = c.stanza.Answers
	c.odds(0)
	for {
		if c.step, c.err = c.glass.run(c.in, c.tape); c.err != nil || c.step.Done() {
			break
		}
		if c.stanza.Asks == c.step.Open.ID && len(c.told) == 0 {
			c.changed()
			return
		}
		a, used, err := answerTo(*c.step.Open, c.told)
		if err != nil {
			line := c.stanza.Line
			if len(c.told) > 0 {
				line = c.told[0].Line
			}
			c.fail(line, "%v", err)
			return
		}
		c.tape = append(slices.Clip(c.tape), a)
		if used {
			c.told = c.told[1:]
			c.odds(len(c.stanza.Answers) - len(c.told))
		}
	}
	if !c.ended() {
		return
	}
	if len(c.told) > 0 {
		c.fail(c.told[0].Line, "%s is answered, but it is not asked; asked were %s", c.told[0].ID, askedIDs(c.tape))
	}
	for _, e := range c.stanza.Ends {
		c.outcome(e)
	}
	c.changed()
	for _, l := range c.stanza.Later {
		c.later(l)
	}
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
	c.t.Helper()
	s := c.stanza
	var no *engine.Refusal
	switch {
	case errors.As(c.err, &no) && s.Refused == nil:
		c.fail(s.Line, "%s is refused: %s", s.Action, no.Words)
	case errors.As(c.err, &no):
		for _, want := range s.Refused {
			if !strings.Contains(strings.ToLower(no.Words), strings.ToLower(want)) {
				c.fail(s.Line, "refused with %q, want %q", no.Words, want)
			}
		}
	case c.err != nil:
		var fault *engine.Fault
		if errors.As(c.err, &fault) {
			c.fail(s.Line, "%v\n%s", c.err, fault.Stack)
		} else {
			c.fail(s.Line, "%v", c.err)
		}
	case s.Refused != nil:
		c.fail(s.Line, "ends as %s, want it refused: %s", c.step.Outcome.Grade, strings.Join(s.Refused, "; "))
	case s.Asks != "":
		c.fail(s.Line, "ends as %s, want it to ask %s", c.step.Outcome.Grade, s.Asks)
	default:
		return true
	}
	return false
}

func (c *check) outcome(e playfile.End) {
	c.t.Helper()
	o := c.step.Outcome
	if e.Grade != "" && e.Grade != o.Grade {
		c.fail(e.Line, "ends as %s, want %s", o.Grade, e.Grade)
	}
	if e.Grade != "" && !slices.ContainsFunc(e.Values, namesFlags) && len(o.Flags) > 0 {
		c.fail(e.Line, "flags are %q, want none: a line that names the grade names them too", strings.Join(o.Flags, ","))
	}
	for _, v := range e.Values {
		c.value(v)
	}
}

func namesFlags(s playfile.Setting) bool { return s.Key == "flags" }

func (c *check) value(want playfile.Setting) {
	c.t.Helper()
	o := c.step.Outcome
	got := o.Value(want.Key)
	switch want.Key {
	case "total":
		got = engine.ValueOf(o.Total)
	case "target", "margin":
		if o.NoTarget {
			c.fail(want.Line, "there is no %s, want %s", want.Key, want.Value)
			return
		}
		got = engine.ValueOf(o.Target)
		if want.Key == "margin" {
			got = engine.ValueOf(o.Margin)
		}
	case "flags":
		if !sameWords(o.Flags, want.Value) {
			c.fail(want.Line, "flags are %q, want %q", strings.Join(o.Flags, ","), want.Value)
		}
		return
	}
	if got.IsNone() && strings.Contains(want.Key, ".") {
		want.Key = strings.Replace(want.Key, "sheet.", "actor.", 1)
		c.field(want)
		return
	}
	if got.IsNone() {
		var ids []string
		for _, v := range o.Values {
			ids = append(ids, v.ID)
		}
		c.fail(want.Line, "the outcome has no %s, only total, target, margin, %s", want.Key, strings.Join(ids, ", "))
		return
	}
	if !sameValue(got, want.Value) {
		c.fail(want.Line, "%s is %s, want %s", want.Key, got, want.Value)
	}
}

// changed checks the fields after the changes.
func (c *check) changed() {
	c.t.Helper()
	for _, f := range c.stanza.After {
		c.field(f)
	}
}

func (c *check) field(want playfile.Setting) {
	c.t.Helper()
	var seat engine.Seat
	path := ""
	for s := range c.in.Sheets { // the longest seat that fits: other.2 before other
		if rest, ok := strings.CutPrefix(want.Key, string(s)+"."); ok && len(s) > len(seat) {
			seat, path = s, rest
		}
	}
	if seat == "" {
		c.fail(want.Line, "%s is nowhere: write actor.FIELD, or other.FIELD with somebody there", want.Key)
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
		if there != (want.Value != "") {
			c.fail(want.Line, "whether %s has the row %s: %t", list, row, there)
		}
		return
	}
	if _, known := c.sys.Sheet.Field(path); !known {
		c.fail(want.Line, "%s has no field %q", c.sys.ID, path)
		return
	}
	if got := c.sys.Sheet.Read(page).Value(path); !sameValue(got, want.Value) {
		c.fail(want.Line, "%s is %q, want %q", want.Key, got, want.Value)
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

func (c *check) later(want []playfile.Setting) {
	c.t.Helper()
	var have []string
	for _, l := range c.step.Later {
		if fits(l, want) {
			return
		}
		have = append(have, l.Action+" after "+strconv.Itoa(l.After))
	}
	if have == nil {
		have = []string{"nothing"}
	}
	c.fail(want[0].Line, "later comes %s, none as wanted", strings.Join(have, ", "))
}

func fits(l engine.Later, want []playfile.Setting) bool {
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
			got = engine.ValueOf(l.Unit)
		}
		if !sameValue(got, w.Value) {
			return false
		}
	}
	return true
}
