package enginetest

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// conditions checks the conditions that a rulebook declares.
func (d declared) conditions() {
	d.t.Helper()
	ids := map[string]bool{}
	for _, c := range d.sys.Conditions {
		fail := func(format string, args ...any) {
			d.t.Helper()
			d.t.Errorf("the condition %s %s", c.ID, fmt.Sprintf(format, args...))
		}
		if !actionID().MatchString(c.ID) || ids[c.ID] {
			fail("is there twice, or its id is not a lower-case word")
		}
		ids[c.ID] = true
		if c.Label == "" || c.Help == "" || clean(c.Label) != nil || clean(c.Help) != nil {
			fail("needs a clean label and a line about what it does")
		}
		if (len(c.Adds) == 0) == (c.Action == "") {
			fail("must either add to a number or be brought about by an action")
		}
		chosen := false
		for _, m := range c.Adds {
			if _, may := d.sys.Modifiable(m.Field); !may {
				fail("adds to %s, which nothing may add to", m.Field)
			}
			chosen = chosen || m.N == 0
		}
		if chosen && !strings.Contains(c.Help, "choose") {
			fail("has no figure, and its line does not say who chooses it")
		}
		if a, ok := d.sys.Action(c.Action); c.Action != "" && (!ok || a.Mode == engine.ByClock || a.Form.Check(c.Params) != nil) {
			fail("is brought about by %q, which people cannot start so", c.Action)
		}
	}
}

// inForce proves that each condition makes a difference to some roll, and that a roll with
// something in force writes nothing of that on a sheet.
func (e *exam) inForce() {
	for _, c := range e.sys.Conditions {
		if len(c.Adds) > 0 && !slices.ContainsFunc(e.tried.paths, func(p path) bool { return p.frugal && p.ended() && e.matters(p.trial, c) }) {
			e.t.Errorf("the condition %s makes no difference to any roll", c.ID)
		}
	}
	for _, p := range e.tried.endings(12) {
		e.leavesNothing(p)
	}
}

// matters reports whether the same dice have another result when a condition holds for
// everybody in the roll.
func (e *exam) matters(tr trial, c engine.Condition) bool {
	return slices.ContainsFunc([]int{-3, 3}, func(n int) bool {
		force := slices.Clone(c.Adds)
		for i, m := range force {
			force[i].Why = c.Label
			if m.N == 0 {
				force[i].N = n
			}
		}
		plain, in := tr.in, tr.in
		plain.InForce, in.InForce = nil, map[engine.Seat][]engine.Modifier{}
		for seat := range in.Sheets {
			in.InForce[seat] = force
		}
		return e.tried.differ(plain, in, 1)
	})
}

// leavesNothing proves that a roll that changes a number changes it by as much when
// something is in force on that number.
func (e *exam) leavesNothing(p path) {
	for _, c := range p.end.Changes {
		if _, may := e.sys.Modifiable(c.Field); !may || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
			continue
		}
		in := p.in
		in.InForce = map[engine.Seat][]engine.Modifier{c.Sheet: {{Field: c.Field, N: 1, Why: "held"}}}
		step, err := e.dog.run(in, p.tape)
		if err != nil || !step.Done() {
			continue // the effect leads to another result
		}
		for _, now := range step.Changes {
			if now.Sheet == c.Sheet && now.Field == c.Field && now.From != c.From {
				e.fail(p.trial, p.tape, "with 1 more in force %s goes from %v and not from %v: what is in force gets onto the page", c.Field, now.From, c.From)
			}
		}
	}
}
