package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// parameters proves that every parameter and every house rule is read by a rule or a
// panel.
func (e *exam) parameters() {
	if e.tried.partly {
		return
	}
	for _, a := range e.sys.Actions {
		if _, ended := e.tried.everEnds(a); !ended {
			continue // the proof of paths reports it
		}
		for _, sp := range a.Form.Fields() {
			if !e.tried.read[a.ID+" "+sp.ID] {
				e.t.Errorf("%s: nothing ever reads the parameter %s, whatever it is tried with", a.ID, sp.ID)
			}
		}
	}
	for _, tpl := range e.sys.Templates {
		v := engine.View{Sheet: e.sys.Sheet.Read(tpl.Page), House: e.sys.House.Read(engine.Page{}).Watched(func(path string) { e.tried.read[path] = true })}
		for _, d := range e.drawings() {
			_, _ = e.draw(d, v)
		}
	}
	for _, sp := range e.sys.House.Fields() {
		if !e.tried.read[sp.ID] {
			e.t.Errorf("nothing ever reads the house rule %s", sp.ID)
		}
	}
}

// situation proves that the situation counts in every action that people start
// and that throws dice.
func (e *exam) situation() {
	for _, a := range e.sys.Actions {
		var tried []trial
		for _, p := range e.tried.paths {
			if p.in.Action == a && a.Mode != engine.ByClock && p.frugal && p.ended() && p.threw() {
				tried = append(tried, p.trial)
			}
		}
		if len(tried) > 0 && !slices.ContainsFunc(tried, e.counts) {
			e.fail(tried[0], nil, "a situation of +3 or of -3 makes no difference: add engine.Every.Situation to the roll")
		}
		if i := slices.IndexFunc(tried, e.counts); i >= 0 && !e.saysWhy(tried[i]) {
			e.fail(tried[i], nil, "the working does not give the reason for a situation: engine.Every.Why")
		}
	}
}

// saysWhy reports whether the working gives the reason for a situation that counts.
func (e *exam) saysWhy(tr trial) bool {
	const why = "it rains"
	tr.in.Watch = nil
	tr.in.Params = tr.in.Params.With(engine.Every.Situation.ID, engine.ValueOf(3)).With(engine.Every.Why.ID, engine.ValueOf(why))
	p := e.tried.onePath(seededRand(0), tr, true)
	return !p.ended() || slices.ContainsFunc(p.end.Notes, func(n string) bool { return strings.Contains(n, why) })
}

// counts reports whether the same dice have another result in another situation.
func (e *exam) counts(tr trial) bool {
	less, more := tr.in, tr.in
	less.Params = less.Params.With(engine.Every.Situation.ID, engine.ValueOf(-3))
	more.Params = more.Params.With(engine.Every.Situation.ID, engine.ValueOf(3))
	for seed := range uint64(4) {
		if e.tried.differ(less, more, seed) {
			return true
		}
	}
	return false
}

// differ reports whether the same dice have another result, or another target, with other
// inputs.
func (x *explorer) differ(a, b engine.Inputs, seed uint64) bool {
	var came []string
	for _, in := range []engine.Inputs{a, b} {
		in.Watch = nil
		p := x.onePath(seededRand(seed), trial{"", in}, true)
		text, err := json.Marshal([]any{p.end.Outcome, p.end.Target, p.tape, p.end.Changes}) // %v would print an Amount as its address
		came = append(came, fmt.Sprintf("%s %v %v", text, err, p.err))
	}
	return came[0] != came[1]
}
