package model

import "example.org/fray/engine"

// Done is the fact that a pending action was due and has begun.
type Done struct {
	Pending Pending `json:"pending"`
}

// Kind implements [Fact].
func (Done) Kind() string { return "pending-done" }

// Cancelled is the fact that a pending action was taken off the timeline.
type Cancelled struct {
	Pending Pending `json:"pending"`
	Why     string  `json:"why,omitempty"`

	// Fell is the rulebook's word for the state in which its character can no longer act, if
	// it was called off for that: unconscious, dead.
	Fell string `json:"fell,omitempty"`

	Also []Pending `json:"-"` // what else was called off at the same time, where several facts are told as one
}

// Kind implements [Fact].
func (Cancelled) Kind() string { return "pending-cancelled" }

// Delayed is the fact that a pending action was moved to another moment.
type Delayed struct {
	Pending Pending `json:"pending"` // as it was
	Due     int     `json:"due"`
}

// Kind implements [Fact].
func (Delayed) Kind() string { return "pending-delayed" }

// RunPending runs the rule of a pending action as if nothing changed until it is due. It
// returns false if dice or decisions are still needed.
func (t Table) RunPending(p Pending) (Roll, engine.Step, bool) {
	r := Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Hidden: p.Hidden, Moment: p.Due}
	r.RollContext = t.NewRollContext(r)
	in, err := t.InputsOf(r)
	if err != nil {
		return r, engine.Step{}, false
	}
	step, err := engine.Run(in, nil)
	return r, step, err == nil && step.Done()
}
