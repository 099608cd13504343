package model

import (
	"strings"
)

// Done says that a pending action has fallen due and was begun.
type Done struct {
	Pending Pending `json:"pending"`
}

// Kind implements [Fact].
func (Done) Kind() string { return "pending-done" }

// Cancelled takes a pending action off the timeline.
type Cancelled struct {
	Pending Pending `json:"pending"`
	Why     string  `json:"why,omitempty"`
}

// Kind implements [Fact].
func (Cancelled) Kind() string { return "pending-cancelled" }

// Delayed moves a pending action to another moment.
type Delayed struct {
	Pending Pending `json:"pending"` // as it was
	Due     int     `json:"due"`
}

// Kind implements [Fact].
func (Delayed) Kind() string { return "pending-delayed" }

// LaterWords says what is to come, and when: "strikes at segment 18".
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
