package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.org/fray/engine"
)

type tableJSON struct {
	Name   string `json:"name"`
	System string `json:"system"`
	Clock  Clock  `json:"clock"`
	tonight
	House      map[string]engine.Page `json:"house,omitempty"`
	Characters []*Character           `json:"characters"`
	Pending    []Pending              `json:"pending"`
	Rolls      []Roll                 `json:"rolls"`
	Effects    []Effect               `json:"effects,omitempty"`
	Follow     []FollowUp             `json:"follow,omitempty"`
	Asks       []Ask                  `json:"asks,omitempty"`
	Scenes     []int                  `json:"scenes,omitempty"`   // moments at which scenes began
	Farthest   int                    `json:"farthest,omitempty"` // the latest moment there was
	seatingJSON
}

type seatingJSON struct {
	Handed bool     `json:"sheets_handed_over,omitempty"`
	Guards bool     `json:"open_defences,omitempty"`
	Seats  []sitter `json:"seats,omitempty"` // of players and watchers
}

func (s state) export() tableJSON {
	return tableJSON{s.Name, s.System, s.Clock, s.tonight, s.House,
		append([]*Character{}, s.characters...), append([]Pending{}, s.pending...), append([]Roll{}, s.rolls...),
		s.effects, s.follow, s.asks, s.scenes, s.farthest, seatingJSON{s.handed, s.guards, s.seats}}
}

// MarshalJSON writes the table as it stands, without its log, for people and
// programs to read: players are called by their names.
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
	return json.Marshal(out)
}

// snapshotJSON is a table without its log: what it is, and what open rolls
// know.
type snapshotJSON struct {
	Table  tableJSON  `json:"table"`
	Rolls  []rollJSON `json:"rolls"`
	Undone []uint64   `json:"undone"`
	Redos  []takeJSON `json:"redos,omitempty"` // the newest first
	Rights []takeJSON `json:"rights,omitempty"`
}

// takeJSON is an event with the number of the one that took it back, or is one
// that sets others right.
type takeJSON struct {
	With  uint64 `json:"with,omitempty"`
	Event Event  `json:"event"`
}

type rollJSON struct {
	Sheets  map[engine.Seat]engine.Page       `json:"sheets"`
	Company []engine.Page                     `json:"company"`
	With    []string                          `json:"with"` // whose pages those are
	House   engine.Page                       `json:"house"`
	Force   map[engine.Seat][]engine.Modifier `json:"in_force,omitempty"`
	Of      blow                              `json:"of,omitzero"`
}

// Snapshot writes the table so that [Restore] can go on without the older log.
func (t Table) Snapshot() ([]byte, error) {
	out := snapshotJSON{Table: t.export(), Undone: slices.Sorted(maps.Keys(t.undone))}
	for _, r := range t.rolls {
		out.Rolls = append(out.Rolls, rollJSON{r.sheets, r.company, r.with, r.house, r.force, r.of})
	}
	for k := t.redos; k != nil; k = k.next {
		out.Redos = append(out.Redos, takeJSON{k.with, *k.event})
	}
	for _, r := range t.rights {
		out.Rights = append(out.Rights, takeJSON{Event: Event{Seq: r.with, By: Seat{Role: GM}, Facts: []Fact{r.fact}}})
	}
	return json.Marshal(out)
}

// Holding is the table with other marks of what is taken back, of what is brought
// back next, the newest last, by what took it back, and of what other events set
// right. What follows from that is in it already.
func (t Table) Holding(undone map[uint64]bool, redos []Event, with map[uint64]uint64, rights map[uint64]SetRight) Table {
	t.undone, t.redos, t.rights = undone, nil, nil
	for _, e := range redos {
		t.redos = &take{&e, with[e.Seq], t.redos}
	}
	for _, n := range slices.Sorted(maps.Keys(rights)) {
		t.rights = append(t.rights, right{n, rights[n]})
	}
	return t
}

// Restore reads a snapshot taken after event seq. The log up to it is not held:
// see [Table.On].
func Restore(rules Rules, snapshot []byte, seq uint64) (Table, error) {
	var in snapshotJSON
	if err := json.Unmarshal(snapshot, &in); err != nil {
		return Table{}, fmt.Errorf("the snapshot cannot be read: %w", err)
	}
	if len(in.Rolls) != len(in.Table.Rolls) {
		return Table{}, fmt.Errorf("the snapshot has %d rolls and the sheets of %d", len(in.Table.Rolls), len(in.Rolls))
	}
	x := in.Table
	t := New(rules)
	t.state = state{Name: x.Name, System: x.System, Clock: x.Clock, tonight: x.tonight,
		House: x.House, characters: x.Characters, pending: x.Pending, rolls: x.Rolls,
		effects: x.Effects, follow: x.Follow, asks: x.Asks, seating: seating{x.Seats, x.Handed, x.Guards}, scenes: x.Scenes, farthest: max(x.Farthest, x.Clock.Moment)}
	for _, c := range t.characters {
		c.stands = new(standing)
	}
	for i, r := range in.Rolls {
		if len(r.Company) != len(r.With) {
			return Table{}, fmt.Errorf("the snapshot has the pages of %d companions and the names of %d", len(r.Company), len(r.With))
		}
		t.rolls[i].known = known{sheets: r.Sheets, company: r.Company, with: r.With, house: r.House, force: r.Force, of: r.Of}
	}
	t.undone = map[uint64]bool{}
	for _, n := range in.Undone {
		t.undone[n] = true
	}
	for _, k := range slices.Backward(in.Redos) {
		t.redos = &take{&k.Event, k.With, t.redos}
	}
	for _, r := range in.Rights {
		for _, f := range r.Event.Facts {
			if f, ok := f.(SetRight); ok {
				t.rights = append(t.rights, right{r.Event.Seq, f})
			}
		}
	}
	t.last, t.held = &logged{Event: Event{Seq: seq}}, seq
	return t, nil
}

// Complete reports whether the table holds its whole log. One that does not
// reads the rest where it is kept, see [Table.On].
func (t Table) Complete() bool { return t.held == 0 }
