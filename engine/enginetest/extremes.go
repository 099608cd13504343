package enginetest

import (
	"errors"
	"strings"

	"example.org/fray/engine"
)

// extremes proves that no page that the schema allows breaks a rule or a panel:
// every field at its least, at its most, or at one of the two at random.
func (e *exam) extremes() {
	for _, edge := range []string{"least", "most", "either"} {
		page := e.extreme(e.sys.Sheet, edge)
		for _, v := range []engine.View{
			{Sheet: e.sys.Sheet.Read(page), House: e.sys.House.Read(engine.Page{})},
			{Sheet: e.sys.Sheet.Read(page), House: e.sys.House.Read(e.extreme(e.sys.House, edge)), Moment: 1 << 30},
		} {
			for _, d := range e.drawings() {
				if _, err := e.draw(d, v); err != nil {
					e.t.Errorf("the %s of a page with everything at its %s: %v", d.name, edge, err)
				}
			}
		}
	}
	for _, a := range e.sys.Actions {
		for _, edge := range []string{"least", "most", "either", "either", "either"} {
			in := engine.Inputs{System: e.sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: e.extreme(e.sys.Sheet, edge)}}
			e.survives(trial{"every field at its " + edge, in})
			for _, foe := range []engine.Page{{}, e.extreme(e.sys.Sheet, "least"), e.extreme(e.sys.Sheet, "most")} {
				in.Sheets = map[engine.Seat]engine.Page{engine.Actor: e.extreme(e.sys.Sheet, edge), engine.Other: foe}
				in.Params = e.extreme(a.Form, edge)
				in.House = e.extreme(e.sys.House, "either")
				e.survives(trial{"everything at its " + edge, in})
			}
		}
		e.survives(trial{"an empty page", engine.Inputs{System: e.sys, Action: a,
			Sheets: map[engine.Seat]engine.Page{engine.Actor: {}, engine.Other: {}}}})
		e.survives(trial{"nobody there", engine.Inputs{System: e.sys, Action: a}})
	}
}

func (e *exam) survives(tr trial) {
	for range 2 {
		p := e.tried.onePath(e.rnd, tr, false)
		var fault *engine.Fault
		switch {
		case p.endless:
			e.fail(tr, p.tape[:10], "it still asks after %d answers", len(p.tape))
		case errors.As(p.err, &fault):
			e.fail(tr, p.tape, "the rule broke: %s%s", fault.Words, indented(topOfStack(fault.Stack)))
		}
	}
}

// topOfStack returns the lines of a stack trace that name the rule.
// indented gives the lines of a stack below a message; a rule that is a text has none.
func indented(stack string) string {
	if stack == "" {
		return ""
	}
	return "\n\t" + stack
}

func topOfStack(stack string) string {
	if _, rest, ok := strings.Cut(stack, "panic("); ok {
		stack = rest
	}
	lines := strings.Split(stack, "\n")
	return strings.Join(lines[:min(len(lines), 10)], "\n\t")
}

// extreme returns a page with every field of a schema, and two rows of every list.
func (e *exam) extreme(s *engine.Schema, edge string) engine.Page {
	var pairs []any // a page of them at once: With copies
	for _, sp := range s.Fields() {
		pairs = append(pairs, sp.ID, e.edgeValue(sp, edge))
	}
	for _, l := range s.Lists() {
		for _, row := range []string{"r1", "r2"} {
			for _, sp := range l.Columns {
				pairs = append(pairs, l.ID+"/"+row+"/"+sp.ID, e.edgeValue(sp, edge))
			}
		}
	}
	return engine.PageOf(pairs...)
}

func (e *exam) edgeValue(sp *engine.Spec, edge string) engine.Value {
	high := edge == "most" || edge == "either" && e.rnd.IntN(2) == 0
	n := sp.Least
	if high {
		n = sp.Most
	}
	switch sp.Kind {
	case engine.Int:
		return engine.ValueOf(n)
	case engine.Decimal:
		return engine.ValueOf(engine.Milli(n))
	case engine.Bool:
		return engine.ValueOf(high)
	}
	switch {
	case sp.Options != nil && high:
		return engine.ValueOf(sp.Options[len(sp.Options)-1])
	case sp.Options != nil:
		return engine.ValueOf(sp.Options[0])
	case high:
		return engine.ValueOf(strings.Repeat("9", sp.Most))
	}
	return engine.ValueOf("")
}
