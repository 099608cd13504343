package model

import (
	"strings"
)

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

// LaterWords returns in words what pending actions will do, and when: "strikes at segment
// 18".
func (t Table) LaterWords(later []Pending) string {
	parts := make([]string, 0, len(later))
	for _, p := range later {
		words := t.ActionName(p.System, p.Action) + " at"
		if a, ok := t.ActionOf(p.System, p.Of); ok && a.Doing != "" {
			words = a.Doing
		}
		parts = append(parts, words+" "+t.When(p.Due))
	}
	return strings.Join(parts, ", ")
}
