package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"example.org/fray/engine"
)

// results proves that the result of a roll can be stored and shown: its outcome, its changes
// and what comes later.
func (e *exam) results() {
	for _, p := range e.tried.paths {
		if !p.ended() {
			continue
		}
		if err := e.checkEnd(p); err != nil {
			e.fail(p.trial, p.tape, "%v", err)
		}
	}
}

// checkEnd says what is wrong with the result of a roll.
func (e *exam) checkEnd(p path) error {
	if err := checkOutcome(p.end.Outcome); err != nil {
		return err
	}
	if err := e.checkChanges(p); err != nil {
		return err
	}
	return errors.Join(e.checkLater(p.end.Following(engine.OnTimeline)), e.checkCalls(p.end))
}

var valueID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*([._][a-z0-9]+)*$`) })

func checkOutcome(o engine.Outcome) error {
	switch {
	case !askID().MatchString(o.Grade):
		return fmt.Errorf("the grade %q is not a lower-case word such as critical-failure", o.Grade)
	case o.Grade == engine.Success && !o.Success, o.Grade == engine.Failure && o.Success:
		return fmt.Errorf("the grade is %s, yet success is %t", o.Grade, o.Success)
	case o.NoTarget && (o.Target != 0 || o.Margin != 0):
		return fmt.Errorf("there is no target, yet the target is %d and the margin %d", o.Target, o.Margin)
	}
	seen := map[string]bool{}
	for _, f := range o.Flags {
		if !askID().MatchString(f) || seen["flag "+f] {
			return fmt.Errorf("the flag %q is there twice, or no lower-case word", f)
		}
		seen["flag "+f] = true
	}
	own := map[string]int{"total": o.Total, "target": o.Target, "margin": o.Margin}
	for _, v := range o.Values {
		n, taken := own[v.ID]
		switch {
		case !valueID().MatchString(v.ID) || seen[v.ID]:
			return fmt.Errorf("the value %q is there twice, or no lower-case word such as ep_cost", v.ID)
		case v.Value.IsNone():
			return fmt.Errorf("the value %s is nothing at all", v.ID)
		case taken && v.Value.Int() != n:
			return fmt.Errorf("the value %s is %s, yet the outcome's own is %d", v.ID, v.Value, n)
		}
		if err := clean(v.Value.String()); err != nil {
			return fmt.Errorf("the value %s %w", v.ID, err)
		}
		seen[v.ID] = true
	}
	return keeps(o)
}

// keeps proves that JSON gives back what it was given.
func keeps[V any](v V) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var back V
	if err := json.Unmarshal(text, &back); err != nil {
		return fmt.Errorf("%s can't be read back: %w", text, err)
	}
	again, err := json.Marshal(back)
	if err != nil {
		return fmt.Errorf("%s can't be written again: %w", text, err)
	}
	if string(again) != string(text) {
		return fmt.Errorf("%s is read back as %s", text, again)
	}
	return nil
}

// checkChanges proves that changes stay within the ranges of their fields and
// start from what the sheets hold.
func (e *exam) checkChanges(p path) error {
	seen := map[string]bool{}
	after := map[engine.Seat]engine.Page{}
	for seat, page := range p.in.Sheets {
		after[seat] = page
	}
	for _, c := range p.end.Changes {
		after[c.Sheet] = after[c.Sheet].With(c.Field, c.To)
	}
	for _, c := range p.end.Changes {
		where := string(c.Sheet) + "." + c.Field
		page, there := p.in.Sheets[c.Sheet]
		switch {
		case !there:
			return fmt.Errorf("it changes %s, where nobody is", where)
		case seen[where]:
			return fmt.Errorf("it changes %s twice", where)
		}
		seen[where] = true
		if err := e.checkChange(c); err != nil {
			return err
		}
		before := e.sys.Sheet.Read(page).Value(c.Field)
		derived := e.sys.Sheet.Read(after[c.Sheet].With(c.Field, engine.Value{})).Value(c.Field)
		if c.From != before && c.From != derived { // a default may have moved with other changes
			return fmt.Errorf("it changes %s from %q, but the sheet has %q", where, c.From, before)
		}
	}
	return keeps(p.end.Changes)
}

func (e *exam) checkChange(c engine.Change) error {
	if list, row, nested := strings.Cut(c.Field, "/"); nested && !strings.Contains(row, "/") {
		if _, ok := e.sys.Sheet.FindList(list); !ok || !c.To.IsNone() {
			return fmt.Errorf("it writes %s, which is a row: write its columns", c.Field)
		}
		return nil
	}
	sp, ok := e.sys.Sheet.Field(c.Field)
	if !ok {
		return fmt.Errorf("it changes %s, which is not a field", c.Field)
	}
	if c.To.IsNone() {
		return nil
	}
	if err := sp.Check(c.To); err != nil {
		return fmt.Errorf("it changes %s to what the field can't be: %w", c.Field, err)
	}
	return nil
}

// checkCalls looks at the actions that a roll calls for, and at those that run
// beside it for everybody else.
func (e *exam) checkCalls(step engine.Step) error {
	for _, n := range step.Next {
		if n.When != engine.CalledFor && n.When != engine.ForOthers {
			continue
		}
		if err := e.checkCall(n.Action, n.Params, n.When == engine.ForOthers); err != nil {
			return err
		}
	}
	return nil
}

func (e *exam) checkCall(action string, params engine.Page, byClock bool) error {
	a, ok := e.sys.Action(action)
	switch {
	case !ok:
		return fmt.Errorf("it calls for %q, which is not an action", action)
	case byClock != (a.Mode == engine.ByClock):
		return fmt.Errorf("it calls for %s, which is started otherwise", action)
	}
	return e.checkParams(a, params)
}

func (e *exam) checkParams(a *engine.Action, params engine.Page) error {
	for _, path := range params.Paths() {
		if _, ok := a.Param(path); !ok {
			return fmt.Errorf("it gives %s along to %s, which has no such parameter", path, a.ID)
		}
	}
	if err := a.Form.Check(params); err != nil {
		return fmt.Errorf("what it gives along to %s: %w", a.ID, err)
	}
	return nil
}

func (e *exam) checkLater(list []engine.Next) error {
	for _, l := range list {
		a, ok := e.sys.Action(l.Action)
		switch {
		case !ok:
			return fmt.Errorf("it puts %q on the timeline, which is not an action", l.Action)
		case a.Mode != engine.ByClock:
			return fmt.Errorf("it puts %s on the timeline, which is not one that the clock starts", l.Action)
		case l.After < 0:
			return errors.New("it puts " + l.Action + " into the past")
		}
		if err := e.checkParams(a, l.Params); err != nil {
			return err
		}
	}
	return keeps(list)
}
