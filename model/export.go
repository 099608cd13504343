package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// withLists returns the state with empty lists in the place of those that JSON would write
// as null.
func (s State) withLists() State {
	s.Characters, s.Pending, s.Rolls = append([]*Character{}, s.Characters...), append([]Pending{}, s.Pending...), append([]Roll{}, s.Rolls...)
	return s
}

// MarshalJSON writes the present state of the table without its log, for people and for
// other programs. Players are named by their names.
func (t Table) MarshalJSON() ([]byte, error) {
	out := t.withLists()
	for i, c := range out.Characters {
		who := *c
		who.Owner = t.PlayerOf(c)
		out.Characters[i] = &who
	}
	out.Requests = slices.Clone(out.Requests)
	for i, a := range out.Requests {
		out.Requests[i].By = t.Named(a.By)
	}
	if t.SeatView == nil {
		return json.Marshal(out)
	}
	seen := struct {
		State
		Requests []RequestByID `json:"asks,omitempty"`
	}{State: out}
	for _, a := range out.Requests {
		seen.Requests = append(seen.Requests, t.RequestByID(a))
	}
	return json.Marshal(seen)
}

// snapshot is a table without its log: its state, the contexts of its open rolls, and what
// is undone, can be redone and was amended.
type snapshot struct {
	State      State           `json:"state"`
	Contexts   []RollContext   `json:"contexts,omitempty"` // of the rolls of State
	Undone     map[uint64]bool `json:"undone,omitempty"`
	Redos      []UndoItem      `json:"redos,omitempty"` // the event to redo next comes first
	Amendments []Amendment     `json:"amendments,omitempty"`
}

// Snapshot writes the table so that [Table.Restore] can continue without the older log.
func (t Table) Snapshot() ([]byte, error) {
	out := snapshot{State: t.withLists(), Undone: t.UndoneEvents, Amendments: t.Amendments}
	for _, r := range t.State.Rolls {
		out.Contexts = append(out.Contexts, r.RollContext)
	}
	for k := t.RedoStack; k != nil; k = k.Next {
		out.Redos = append(out.Redos, *k)
	}
	return json.Marshal(out)
}

// Restore reads a snapshot that was taken after event seq, with the rulebooks of t. The
// table does not hold the log up to that event; see [Table.WithReader].
func (t Table) Restore(from []byte, seq uint64) (Table, error) {
	var in snapshot
	all := json.NewDecoder(bytes.NewReader(from))
	all.DisallowUnknownFields() // it is made again from the log rather than read in part
	if err := all.Decode(&in); err != nil {
		return Table{}, fmt.Errorf("the snapshot cannot be read: %w", err)
	}
	if len(in.Contexts) != len(in.State.Rolls) {
		return Table{}, fmt.Errorf("the snapshot has %d rolls and the sheets of %d", len(in.State.Rolls), len(in.Contexts))
	}
	t = Table{State: in.State, Rulebooks: t.Rulebooks, library: t.library, textsRead: t.textsRead, Revision: new(Revision)}
	for i, c := range in.Contexts {
		if len(c.Company) != len(c.CompanyIDs) {
			return Table{}, fmt.Errorf("the snapshot has the pages of %d companions and the names of %d", len(c.Company), len(c.CompanyIDs))
		}
		t.State.Rolls[i].RollContext = c
	}
	t.refreshRulebooks()
	t.History = History{UndoneEvents: in.Undone, Amendments: in.Amendments, Newest: &LogEntry{Event: Event{Seq: seq}}, ColdUpTo: seq}
	for _, k := range slices.Backward(in.Redos) {
		k.Next, t.RedoStack = t.RedoStack, &k
	}
	return t, nil
}

// Complete reports whether the table holds its whole log in memory. If it does not, it
// reads the rest with the reader of [Table.WithReader].
func (h History) Complete() bool { return h.ColdUpTo == 0 }
