package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"

	"example.org/fray/engine"
)

// parameters proves that no parameter and no house rule is dead: some rule
// reads it, or a panel.
func (e *exam) parameters() {
	for _, a := range e.sys.Actions {
		if _, ended := e.everEnds(a); !ended {
			continue // the paths tell of it
		}
		for _, sp := range a.Form.Fields() {
			if !e.read[a.ID+" "+sp.ID] {
				e.t.Errorf("%s: nothing ever reads the parameter %s, whatever it is tried with", a.ID, sp.ID)
			}
		}
	}
	for _, tpl := range e.sys.Templates {
		v := engine.View{Sheet: e.sys.Sheet.Read(tpl.Page), House: e.sys.House.Read(engine.Page{}).Watched(func(path string) { e.read[path] = true })}
		for _, d := range e.drawings() {
			_, _ = e.draw(d, v)
		}
	}
	for _, sp := range e.sys.House.Fields() {
		if !e.read[sp.ID] {
			e.t.Errorf("nothing ever reads the house rule %s", sp.ID)
		}
	}
}

// situation proves that the situation counts in every action that people start
// and that throws dice.
func (e *exam) situation() {
	for _, a := range e.sys.Actions {
		var tried []trial
		for _, p := range e.paths {
			if p.in.Action == a && a.Mode != engine.ByClock && p.frugal && p.ended() && p.threw() {
				tried = append(tried, p.trial)
			}
		}
		if len(tried) > 0 && !slices.ContainsFunc(tried, e.counts) {
			e.fail(tried[0], nil, "a situation of +3 or of -3 makes no difference: add engine.Every.Situation to the roll")
		}
	}
}

// counts reports whether the same dice come to something else in another
// situation.
func (e *exam) counts(tr trial) bool {
	for seed := range uint64(4) {
		var seen []string
		for _, n := range []int{-3, 3} {
			in := tr.in
			in.Watch = nil
			in.Params = in.Params.With(engine.Every.Situation.ID, engine.ValueOf(n))
			p := e.wander(rngOf(seed), trial{"", in}, true)
			words, err := json.Marshal([]any{p.end.Outcome, p.end.Target, p.tape}) // %v would tell an Amount by its address
			seen = append(seen, fmt.Sprintf("%s %v %v", words, err, p.err))
		}
		if seen[0] != seen[1] {
			return true
		}
	}
	return false
}
