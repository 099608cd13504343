package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.org/fray/engine"
)

// stateJSON is the state of a table in an export and in a snapshot.
type stateJSON struct {
	Name   string `json:"name"`
	System string `json:"system"`
	Clock  Clock  `json:"clock"`
	Session
	House      map[string]engine.Page `json:"house,omitempty"`
	Characters []*Character           `json:"characters"`
	Pending    []Pending              `json:"pending"`
	Rolls      []Roll                 `json:"rolls"`
	Effects    []Effect               `json:"effects,omitempty"`
	Follow     []FollowUp             `json:"follow,omitempty"`
	Asks       []Request              `json:"asks,omitempty"`
	Scenes     []int                  `json:"scenes,omitempty"`   // moments at which scenes began
	Farthest   int                    `json:"farthest,omitempty"` // the latest moment there was
	Resting    *Resting               `json:"resting,omitempty"`
	Calendar   Calendar               `json:"calendar,omitzero"`
	Evening    Evening                `json:"next_evening,omitzero"`
	Arrivals   []Arrival              `json:"arrivals,omitempty"`
	Deadlines  []Deadline             `json:"deadlines,omitempty"`
	seatingJSON
	Texts rulebookTexts `json:"rulebooks,omitempty"`
}

// seatingJSON is the part of a state that concerns seats.
type seatingJSON struct {
	Handed bool       `json:"sheets_handed_over,omitempty"`
	Guards bool       `json:"open_defences,omitempty"`
	Seats  []SeatName `json:"seats,omitempty"` // of players and watchers
}

func (s State) export() stateJSON {
	return stateJSON{s.Name, s.System, s.Clock, s.Session, s.House,
		append([]*Character{}, s.Characters...), append([]Pending{}, s.Pending...), append([]Roll{}, s.Rolls...),
		s.Effects, s.FollowUps, s.Requests, s.scenes, s.LatestMoment, s.Resting, s.Calendar, s.Evening, s.Arrivals, s.Deadlines, seatingJSON{s.PlayersKeepSheets, s.OddsOpen, s.seats}, s.texts}
}

// MarshalJSON writes the present state of the table without its log, for people and for
// other programs. Players are named by their names.
func (t Table) MarshalJSON() ([]byte, error) {
	out := t.export()
	for i, c := range out.Characters {
		who := *c
		who.Owner = t.PlayerOf(c)
		out.Characters[i] = &who
	}
	out.Asks = slices.Clone(out.Asks)
	for i, a := range out.Asks {
		out.Asks[i].By = t.Named(a.By)
	}
	if t.SeatView == nil {
		return json.Marshal(out)
	}
	seen := struct {
		stateJSON
		Asks []RequestByID `json:"asks,omitempty"`
	}{stateJSON: out}
	for _, a := range out.Asks {
		seen.Asks = append(seen.Asks, t.RequestByID(a))
	}
	return json.Marshal(seen)
}

// snapshotJSON is a table without its log: its state, the contexts of its open rolls, and
// what is undone, can be redone and was amended.
type snapshotJSON struct {
	Table  stateJSON         `json:"table"`
	Rolls  []rollContextJSON `json:"rolls"`
	Undone []uint64          `json:"undone"`
	Redos  []undoneJSON      `json:"redos,omitempty"` // the event to redo next comes first
	Rights []undoneJSON      `json:"rights,omitempty"`
}

// undoneJSON is an undone event with the number of the event that undid it, or an event
// that amends others.
type undoneJSON struct {
	With  uint64 `json:"with,omitempty"`
	Event Event  `json:"event"`
}

// rollContextJSON is the context of an open roll in a snapshot.
type rollContextJSON struct {
	Sheets  map[engine.Seat]engine.Page       `json:"sheets"`
	Company []engine.Page                     `json:"company"`
	With    []string                          `json:"with"` // the ids of the characters whose pages Company has
	House   engine.Page                       `json:"house"`
	Force   map[engine.Seat][]engine.Modifier `json:"in_force,omitempty"`
	Text    string                            `json:"text,omitempty"`
	Of      Origin                            `json:"of,omitzero"`
	Minions []engine.Seat                     `json:"minions,omitempty"`
}

// Snapshot writes the table so that [Table.Restore] can continue without the older log.
func (t Table) Snapshot() ([]byte, error) {
	out := snapshotJSON{Table: t.export(), Undone: slices.Sorted(maps.Keys(t.UndoneEvents))}
	for _, r := range t.State.Rolls {
		out.Rolls = append(out.Rolls, rollContextJSON{r.RollContext.Sheets, r.RollContext.Company, r.RollContext.CompanyIDs, r.RollContext.House, r.RollContext.Modifiers, r.RollContext.Text, r.RollContext.Origin, r.RollContext.Minions})
	}
	for k := t.RedoStack; k != nil; k = k.Next {
		out.Redos = append(out.Redos, undoneJSON{k.Act, *k.Event})
	}
	for _, r := range t.Amendments {
		out.Rights = append(out.Rights, undoneJSON{Event: Event{Seq: r.Seq, By: Seat{Role: GM}, Facts: []Fact{r.Fact}}})
	}
	return json.Marshal(out)
}

// Restore reads a snapshot that was taken after event seq, with the rulebooks of t. The
// table does not hold the log up to that event; see [Table.WithReader].
func (t Table) Restore(snapshot []byte, seq uint64) (Table, error) {
	var in snapshotJSON
	if err := json.Unmarshal(snapshot, &in); err != nil {
		return Table{}, fmt.Errorf("the snapshot cannot be read: %w", err)
	}
	if len(in.Rolls) != len(in.Table.Rolls) {
		return Table{}, fmt.Errorf("the snapshot has %d rolls and the sheets of %d", len(in.Table.Rolls), len(in.Rolls))
	}
	x := in.Table
	t = Table{Rulebooks: t.Rulebooks, library: t.library, textsRead: t.textsRead, Revision: new(Revision)}
	t.State = State{Name: x.Name, System: x.System, Clock: x.Clock, Session: x.Session,
		House: x.House, Characters: x.Characters, Pending: x.Pending, Rolls: x.Rolls,
		Effects: x.Effects, FollowUps: x.Follow, Requests: x.Asks, seats: x.Seats, PlayersKeepSheets: x.Handed, OddsOpen: x.Guards, scenes: x.Scenes, LatestMoment: max(x.Farthest, x.Clock.Moment), Resting: x.Resting, Calendar: x.Calendar, Evening: x.Evening, Arrivals: x.Arrivals, Deadlines: x.Deadlines, texts: x.Texts}
	for i, r := range in.Rolls {
		if len(r.Company) != len(r.With) {
			return Table{}, fmt.Errorf("the snapshot has the pages of %d companions and the names of %d", len(r.Company), len(r.With))
		}
		t.State.Rolls[i].RollContext = RollContext{Sheets: r.Sheets, Company: r.Company, CompanyIDs: r.With, House: r.House, Modifiers: r.Force, Text: r.Text, Origin: r.Of, Minions: r.Minions}
	}
	t.refreshRulebooks()
	t.UndoneEvents = map[uint64]bool{}
	for _, n := range in.Undone {
		t.UndoneEvents[n] = true
	}
	for _, k := range slices.Backward(in.Redos) {
		t.RedoStack = &UndoItem{&k.Event, k.With, t.RedoStack}
	}
	for _, r := range in.Rights {
		for _, f := range r.Event.Facts {
			if f, ok := f.(Amended); ok {
				t.Amendments = append(t.Amendments, Amendment{r.Event.Seq, f})
			}
		}
	}
	t.Newest, t.ColdUpTo = &LogEntry{Event: Event{Seq: seq}}, seq
	return t, nil
}

// Complete reports whether the table holds its whole log in memory. If it does not, it
// reads the rest with the reader of [Table.WithReader].
func (h History) Complete() bool { return h.ColdUpTo == 0 }
