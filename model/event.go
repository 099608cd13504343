package model

import (
	"encoding/json"
	"fmt"
	"time"
)

// Event is everything that one command did. Its facts are committed and undone together.
type Event struct {
	Seq     uint64 // its number in the log, from 1; in a seat's table, its number among the seat's events
	ID      string // its id in a seat's table, see [EventID]; "" in a whole table
	Time    time.Time
	By      Seat
	Facts   []Fact
	Edition int // of the program that wrote it, where that is higher than the first

	Did  Command // the command, if the log stores it; only the gamemaster gets it
	Salt Salt    // for the ids of what it made; only the gamemaster gets it, and it is not part of the JSON

	From      []int  // in a seat's table: which facts of the whole event these are, from 0
	ShortHash string // the first digits of the hash of its line; "" without a stored log. It is not part of the JSON
}

// Fact is one thing that happened.
type Fact interface {
	// Kind never changes once released.
	Kind() string
}

// Unknown is a fact of a newer version. It is kept, shown to the gamemaster only, and
// changes nothing.
type Unknown struct {
	Is   string
	Body json.RawMessage
}

// Kind returns the kind that the newer version gave the fact.
func (u Unknown) Kind() string { return u.Is }

type eventJSON struct {
	Seq   uint64       `json:"seq"`
	Time  time.Time    `json:"time"`
	By    Seat         `json:"by"`
	Facts []factJSON   `json:"facts"`
	Did   *commandJSON `json:"did,omitempty"`

	Edition int `json:"edition,omitempty"`
}

type factJSON struct {
	Kind string          `json:"kind"`
	Fact json.RawMessage `json:"fact"`
}

// MarshalJSON writes the event as the log stores it.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.By == (Seat{}) {
		return nil, fmt.Errorf("event %d has no sender", e.Seq) // without a sender it would be read as an event of the program
	}
	did, err := writeCommand(e.Did)
	if err != nil {
		return nil, fmt.Errorf("the command of event %d: %w", e.Seq, err)
	}
	out := eventJSON{Seq: e.Seq, Time: e.Time.UTC(), By: e.By, Did: did, Edition: e.Edition}
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

// UnmarshalJSON reads what MarshalJSON writes. A fact whose kind or form this version does
// not know becomes [Unknown]. An event without a sender is an error;
// an entry of another kind, such as the seeds of a session, has neither number nor sender.
func (e *Event) UnmarshalJSON(b []byte) error {
	var in eventJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return fmt.Errorf("an event of the log cannot be read: %w", err)
	}
	if in.Seq > 0 && in.By == (Seat{}) {
		return fmt.Errorf("event %d of the log has no sender", in.Seq)
	}
	*e = Event{Seq: in.Seq, Time: in.Time, By: in.By, Did: readCommand(in.Did), Edition: in.Edition}
	for _, f := range in.Facts {
		fact := Fact(Unknown{f.Kind, f.Fact})
		if row, ok := facts[f.Kind]; ok {
			if known, err := row.Read(f.Fact); err == nil {
				fact = known
			}
		}
		e.Facts = append(e.Facts, fact)
	}
	return nil
}

// Notes returns the grades and notes of the rolls in an event, what the clock ran and why,
// reasons, and notes in the log. It is meant for plays and tests and redacts nothing.
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
