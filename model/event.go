package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"
)

// Event is everything that one command did. Its facts are committed and undone together.
type Event struct {
	Seq   uint64 // its number in the log, from 1; in a seat's table, its number among the seat's events
	ID    string // its name for a seat, see [EventID]; "" in a whole table
	Time  time.Time
	By    Seat
	Facts []Fact
	Did   Command // its command, if the log keeps it; only for the gamemaster
	Salt  Salt    // of the ids that it made; only for the gamemaster, and not in its JSON
}

// Fact is one thing that happened.
type Fact interface {
	// Kind never changes once released.
	Kind() string
}

// Unknown is a fact of a newer version. It is kept and shown to the gamemaster, and
// changes nothing.
type Unknown struct {
	Is   string
	Body json.RawMessage
}

// Kind is what the newer version calls it.
func (u Unknown) Kind() string { return u.Is }

type eventJSON struct {
	Seq   uint64       `json:"seq"`
	Time  time.Time    `json:"time"`
	By    Seat         `json:"by"`
	Facts []factJSON   `json:"facts"`
	Did   *commandJSON `json:"did,omitempty"`
}

type factJSON struct {
	Kind string          `json:"kind"`
	Fact json.RawMessage `json:"fact"`
}

// MarshalJSON writes the event as the log keeps it.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.By == (Seat{}) {
		return nil, fmt.Errorf("event %d has no sender", e.Seq) // it would be read as the program's
	}
	did, err := writeCommand(e.Did)
	if err != nil {
		return nil, fmt.Errorf("the command of event %d: %w", e.Seq, err)
	}
	out := eventJSON{Seq: e.Seq, Time: e.Time.UTC(), By: e.By, Did: did}
	for _, f := range e.Facts {
		if u, ok := f.(Unknown); ok {
			out.Facts = append(out.Facts, factJSON{u.Is, u.Body})
			continue
		}
		body, err := json.Marshal(f)
		if err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.Kind(), err)
		}
		out.Facts = append(out.Facts, factJSON{f.Kind(), body})
	}
	return json.Marshal(out)
}

// earlierKinds gives the present kind for kinds that older logs have.
var earlierKinds = map[string]string{"evening-began": "session-began", "evening-ended": "session-ended"}

// UnmarshalJSON reads what MarshalJSON writes. A fact of a kind, or of a form,
// that this version does not know becomes [Unknown]. An event without a sender is the
// program's.
func (e *Event) UnmarshalJSON(b []byte) error {
	var in eventJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return fmt.Errorf("an event of the log cannot be read: %w", err)
	}
	if in.By == (Seat{}) {
		in.By.Role = Program // as older versions wrote it
	}
	*e = Event{Seq: in.Seq, Time: in.Time, By: in.By, Did: readCommand(in.Did)}
	for _, f := range in.Facts {
		fact := Fact(Unknown{f.Kind, f.Fact})
		if row, ok := facts[cmp.Or(earlierKinds[f.Kind], f.Kind)]; ok {
			if known, err := row.Read(f.Fact); err == nil {
				fact = known
			}
		}
		e.Facts = append(e.Facts, fact)
	}
	return nil
}

// Notes returns the grades and notes of the rolls in an event, what the clock ran and why,
// reasons, and notes for the log. It is for plays and tests: it redacts nothing.
func (e Event) Notes() []string {
	var out []string
	for _, f := range e.Facts {
		switch f := f.(type) {
		case Finished:
			out = append(append(out, f.Outcome.Grade), f.Notes...)
		case Paid:
			out = append(out, f.Notes...)
		case ClockRan:
			out = append(append(out, f.Why), f.Notes...)
		case Cancelled:
			out = append(out, f.Why)
		case Noted:
			out = append(out, f.Text)
		}
	}
	return out
}
