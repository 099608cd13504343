package model

import (
	"encoding/json"
	"fmt"
	"time"

	"example.org/fray/engine"
)

// Event is all that one act at the table did. Its facts hold together: they
// are committed, and undone, as one.
type Event struct {
	Seq   uint64
	Time  time.Time
	By    Seat
	Facts []Fact
}

// Fact is one thing that happened.
type Fact interface {
	// Kind never changes once released.
	Kind() string
}

// Made begins a table.
type Made struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Named changes the table's name or whose time it keeps.
type Named struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Joined brings a character to the table, or back.
type Joined struct {
	Character Character `json:"character"`
}

// Left takes a character from the table. The sheet is kept.
type Left struct {
	Who string `json:"who"`
}

// Edited changes what is said about a character beside the sheet.
type Edited struct {
	Who       string    `json:"who"`
	Character Character `json:"character"` // without pages
}

// Reordered puts a character at another place of the roster, from 0.
type Reordered struct {
	Who string `json:"who"`
	To  int    `json:"to"`
}

// Written changes a sheet by hand.
type Written struct {
	Who     string   `json:"who"`
	System  string   `json:"system"`
	Changes []Change `json:"changes"`
	Why     string   `json:"why,omitempty"`
}

// Change is one field of a sheet that changed. A whole page that is put on or
// taken off has no field.
type Change struct {
	Who    string       `json:"who,omitempty"`
	System string       `json:"system,omitempty"`
	Field  string       `json:"field,omitempty"`
	From   engine.Value `json:"from"`
	To     engine.Value `json:"to"`
}

// Paged puts a whole page of a rulebook on a sheet, or with none takes it off.
type Paged struct {
	Who    string       `json:"who"`
	System string       `json:"system"`
	Page   *engine.Page `json:"page,omitempty"`
	Why    string       `json:"why,omitempty"`
}

// HouseSet changes a house rule.
type HouseSet struct {
	System string       `json:"system"`
	Rule   string       `json:"rule"`
	Value  engine.Value `json:"value"` // none: the default again
}

// Opened begins a roll.
type Opened struct {
	Roll Roll `json:"roll"`
}

// Answered is one answer in a roll.
type Answered struct {
	Roll   string        `json:"roll"`
	Who    string        `json:"who"`
	Hidden bool          `json:"hidden,omitempty"`
	Answer engine.Answer `json:"answer"`
	Thrown bool          `json:"thrown,omitempty"` // by the program's dice
}

// Finished ends a roll with all that came of it.
type Finished struct {
	Roll    Roll           `json:"roll"` // with its answers
	Outcome engine.Outcome `json:"outcome"`
	Changes []Change       `json:"changes,omitempty"`
	Later   []Pending      `json:"later,omitempty"`
	Notes   []string       `json:"notes,omitempty"`
	Follow  []FollowUp     `json:"follow,omitempty"` // what it calls for

	Fates []engine.DieFate `json:"fates,omitempty"` // of its dice
}

// Dropped ends a roll without a result.
type Dropped struct {
	Roll   string `json:"roll"`
	Who    string `json:"who"`
	Hidden bool   `json:"hidden,omitempty"`
	System string `json:"system,omitempty"`
	Action string `json:"action"`
	Why    string `json:"why,omitempty"`
}

// Parked says that a roll cannot go on by itself: its rule broke, or has
// changed since it began.
type Parked struct {
	Roll   string `json:"roll"`
	Who    string `json:"who"`
	Hidden bool   `json:"hidden,omitempty"`
	System string `json:"system,omitempty"`
	Action string `json:"action"`
	Why    string `json:"why"`
}

// Moved moves the clock.
type Moved struct {
	Clock Clock `json:"clock"`
}

// Done says that a pending action has fallen due and was begun.
type Done struct {
	Pending Pending `json:"pending"`
}

// Cancelled takes a pending action off the timeline.
type Cancelled struct {
	Pending Pending `json:"pending"`
	Why     string  `json:"why,omitempty"`
}

// Delayed moves a pending action to another moment.
type Delayed struct {
	Pending Pending `json:"pending"` // as it was
	Due     int     `json:"due"`
}

// Paid is what the clock took at a payment.
type Paid struct {
	Who     string   `json:"who"`
	System  string   `json:"system"`
	Moment  int      `json:"moment"`
	Changes []Change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`
}

// Ran is what the clock did beside the game: it cleaned up after an action that
// was called off, or after a scene.
type Ran struct {
	Who     string    `json:"who"`
	System  string    `json:"system"`
	Action  string    `json:"action"`
	Hidden  bool      `json:"hidden,omitempty"`
	Moment  int       `json:"moment"`
	Why     string    `json:"why,omitempty"`
	Changes []Change  `json:"changes,omitempty"`
	Later   []Pending `json:"later,omitempty"`
	Notes   []string  `json:"notes,omitempty"`
}

// EffectBegan begins an effect, with what it adds.
type EffectBegan struct {
	Effect  Effect   `json:"effect"`
	Changes []Change `json:"changes,omitempty"`
}

// EffectEnded ends one, and takes off what it added.
type EffectEnded struct {
	Effect  Effect   `json:"effect"`
	Changes []Change `json:"changes,omitempty"`
	Why     string   `json:"why,omitempty"`
}

// Noted is a note for the log.
type Noted struct {
	Text    string `json:"text"`
	Private bool   `json:"private,omitempty"`
}

// EveningBegan starts an evening with the fingerprint of its dice.
type EveningBegan struct {
	Fingerprint string `json:"fingerprint"` // SHA-256 of the seed, in hex
}

// EveningEnded ends it and shows the seed.
type EveningEnded struct {
	Seed string `json:"seed"` // hex
}

// Undone takes an event back.
type Undone struct {
	Seq uint64 `json:"seq"`
}

// Redone brings an undone event back.
type Redone struct {
	Seq uint64 `json:"seq"`
}

// Unknown is a fact of a newer version: kept, shown, without effect.
type Unknown struct {
	Is   string
	Body json.RawMessage
}

func (Made) Kind() string         { return "table-made" }
func (Named) Kind() string        { return "table-named" }
func (Joined) Kind() string       { return "character-joined" }
func (Left) Kind() string         { return "character-left" }
func (Edited) Kind() string       { return "character-edited" }
func (Reordered) Kind() string    { return "character-reordered" }
func (Written) Kind() string      { return "sheet-written" }
func (Paged) Kind() string        { return "sheet-paged" }
func (HouseSet) Kind() string     { return "house-set" }
func (Opened) Kind() string       { return "roll-opened" }
func (Answered) Kind() string     { return "roll-answered" }
func (Finished) Kind() string     { return "roll-finished" }
func (Dropped) Kind() string      { return "roll-dropped" }
func (Parked) Kind() string       { return "roll-parked" }
func (Moved) Kind() string        { return "clock-moved" }
func (Done) Kind() string         { return "pending-done" }
func (Cancelled) Kind() string    { return "pending-cancelled" }
func (Delayed) Kind() string      { return "pending-delayed" }
func (Paid) Kind() string         { return "paid" }
func (Ran) Kind() string          { return "clock-ran" }
func (EffectBegan) Kind() string  { return "effect-began" }
func (EffectEnded) Kind() string  { return "effect-ended" }
func (Noted) Kind() string        { return "noted" }
func (EveningBegan) Kind() string { return "evening-began" }
func (EveningEnded) Kind() string { return "evening-ended" }
func (Undone) Kind() string       { return "undone" }
func (Redone) Kind() string       { return "redone" }
func (u Unknown) Kind() string    { return u.Is }

// readers read the body of a fact, by kind.
var readers = map[string]func([]byte) (Fact, error){
	"table-made": read[Made], "table-named": read[Named],
	"character-joined": read[Joined], "character-left": read[Left], "character-edited": read[Edited],
	"character-reordered": read[Reordered], "sheet-written": read[Written], "sheet-paged": read[Paged],
	"house-set": read[HouseSet], "roll-opened": read[Opened], "roll-answered": read[Answered],
	"roll-finished": read[Finished], "roll-dropped": read[Dropped], "roll-parked": read[Parked],
	"clock-moved": read[Moved], "pending-done": read[Done], "pending-cancelled": read[Cancelled],
	"pending-delayed": read[Delayed], "paid": read[Paid], "clock-ran": read[Ran],
	"effect-began": read[EffectBegan], "effect-ended": read[EffectEnded], "noted": read[Noted],
	"evening-began": read[EveningBegan], "evening-ended": read[EveningEnded],
	"undone": read[Undone], "redone": read[Redone],
}

func read[F Fact](b []byte) (Fact, error) {
	var f F
	err := json.Unmarshal(b, &f)
	return f, err
}

type eventJSON struct {
	Seq   uint64     `json:"seq"`
	Time  time.Time  `json:"time"`
	By    Seat       `json:"by"`
	Facts []factJSON `json:"facts"`
}

type factJSON struct {
	Kind string          `json:"kind"`
	Fact json.RawMessage `json:"fact"`
}

// MarshalJSON writes the event as the log keeps it.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.By == (Seat{}) {
		return nil, fmt.Errorf("event %d is nobody's", e.Seq) // it would be read as the program's
	}
	out := eventJSON{Seq: e.Seq, Time: e.Time.UTC(), By: e.By}
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

// UnmarshalJSON reads what MarshalJSON writes. A fact of a kind, or of a form,
// that this version does not know becomes [Unknown]. An event by no seat is the
// program's own.
func (e *Event) UnmarshalJSON(b []byte) error {
	var in eventJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return fmt.Errorf("an event of the log cannot be read: %w", err)
	}
	if in.By == (Seat{}) {
		in.By.Role = Program // as older versions wrote it
	}
	*e = Event{Seq: in.Seq, Time: in.Time, By: in.By}
	for _, f := range in.Facts {
		fact := Fact(Unknown{f.Kind, f.Fact})
		if r, ok := readers[f.Kind]; ok {
			if known, err := r(f.Fact); err == nil {
				fact = known
			}
		}
		e.Facts = append(e.Facts, fact)
	}
	return nil
}
