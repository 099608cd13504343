package model

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
