package model

import "example.org/fray/engine"

// Foretell works out what a roll under way does by a step that ends it, as the
// sheets stand: its changes, and what it puts on the timeline.
func (t Table) Foretell(r Roll, step engine.Step) ([]Change, []Pending) {
	d := &decision{t: t}
	changes := d.changes(r, &step)
	return changes, d.later(r, step)
}

// Lands works out what a pending action does when it is due, if nothing changes
// until then: how it ends, and its changes. It is false where that is still for
// dice or somebody to decide.
func (t Table) Lands(p Pending) (engine.Outcome, []Change, bool) {
	r := Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Hidden: p.Hidden, Moment: p.Due}
	r.known = t.knowing(r)
	in, err := t.InputsOf(r)
	if err != nil {
		return engine.Outcome{}, nil, false
	}
	step, err := engine.Run(in, nil)
	if err != nil || !step.Done() {
		return engine.Outcome{}, nil, false
	}
	changes, _ := t.Foretell(r, step)
	return step.Outcome, changes, true
}

// Changed gives what a fact changed on sheets; nothing of one that is told by
// its roll.
func (t Table) Changed(f Fact) []Change {
	switch f := f.(type) {
	case Finished:
		return f.Changes
	case ran:
		return f.Changes
	case paid:
		return f.Changes
	}
	return nil
}
