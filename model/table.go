package model

import (
	"iter"
	"slices"

	"example.org/fray/engine"
)

// Rules are the rulebooks a table is played with, by id.
type Rules map[string]*engine.System

// Table is everything that is so at one moment of the log.
type Table struct {
	state
	rules   Rules
	last    *logged
	undone  map[uint64]bool // events that are taken back
	takes   *take           // what undo takes back next
	redos   *take           // what redo brings back next
	rights  []right         // what was set right
	held    uint64          // the newest event that the table does not hold; 0: it holds the whole log
	past    Past            // where that is; nil: nowhere
	changed uint64          // the oldest event that was taken back, or back, since then; 0: none
	part    *part           // it is what a seat sees, and not the whole
	stands  *standing       // another wherever the state may be
	round   *standing       // another wherever more than the sheets may be
	could   *could          // of [Table.Recalling]; nil: nothing is kept
}

// state is what undo folds again: all of the table but its log.
type state struct {
	Name   string
	System string // the rulebook whose time the table keeps
	Clock  Clock
	tonight
	House      map[string]engine.Page
	characters []*Character
	pending    []Pending
	rolls      []Roll
	effects    []Effect
	follow     []FollowUp
	asks       []Ask // what players want of the gamemaster
	seating
	scenes   []int // the moments at which scenes began
	farthest int   // the latest moment there ever was
}

// tonight is the evening.
type tonight struct {
	Evening int       `json:"evening"`             // evenings begun
	Open    bool      `json:"open"`                // one is under way
	Dice    DiceWords `json:"dice_words,omitzero"` // what players add to its dice

	Fingerprint string `json:"dice_fingerprint,omitempty"` // of the seed of its dice, while it is under way
}

// Character is somebody at the table. It is never changed in place.
type Character struct {
	ID     string                 `json:"id"`
	Name   string                 `json:"name"`
	Owner  string                 `json:"owner,omitempty"` // the key of a player's seat; "" for the gamemaster's
	Hidden bool                   `json:"hidden,omitempty"`
	Shown  string                 `json:"shown,omitempty"`        // how others get who isn't hidden: open, met; "": open if a player plays it, else met
	Guard  bool                   `json:"open_defence,omitempty"` // of one who is met, what rolls against it go by is open
	Typed  bool                   `json:"typed_dice,omitempty"`   // throws real dice
	Left   bool                   `json:"left,omitempty"`
	Notes  string                 `json:"notes,omitempty"`
	Pages  map[string]engine.Page `json:"systems"`

	glimpse *glimpse  // of one who is only met by the seat that the table is cut for
	stands  *standing // another for whoever may be otherwise
}

// Systems gives the ids of the rulebooks the character is written in.
func (c *Character) Systems() []string {
	return c.systems(make([]string, 0, 5)) // in every frame, for everyone: inlined, it is kept nowhere
}

func (c *Character) systems(ids []string) []string {
	for id := range c.Pages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Roll is a roll under way: it waits for dice or for a decision.
type Roll struct {
	ID      string          `json:"id"`
	Who     string          `json:"who"`               // character
	Against []string        `json:"against,omitempty"` // characters
	System  string          `json:"system"`
	Action  string          `json:"action"`
	Params  engine.Page     `json:"form,omitzero"`
	Hidden  bool            `json:"hidden,omitempty"`
	Moment  int             `json:"moment"`
	Tape    []engine.Answer `json:"answers,omitempty"`
	Parked  string          `json:"parked,omitempty"`  // why it cannot go on by itself
	Pending string          `json:"pending,omitempty"` // the pending action it resolves
	Lasting bool            `json:"lasting,omitempty"` // it concerns those who have left, too
	Rest    *repeated       `json:"rest,omitempty"`    // it is one of several, or quick

	manner
	known
}

// manner is how a roll was begun.
type manner struct {
	ByPlayer bool `json:"by_player,omitempty"`  // by a player
	Typed    bool `json:"typed_dice,omitempty"` // with real dice
}

// blow is a roll that nothing called for, and who made it. What it calls for, what
// is done about it and what comes of that go back to it.
type blow struct {
	Who  string `json:"who"`
	Roll string `json:"roll"`
}

// known is what a roll knows: all of it as it was when the roll began.
type known struct {
	sheets  map[engine.Seat]engine.Page
	company []engine.Page
	with    []string // whose pages those are
	house   engine.Page
	force   map[engine.Seat][]engine.Modifier
	unknown map[engine.Seat][]string // whose sheets a seat doesn't know, but for these fields
	asking  *engine.Step             // what it asks, told to a seat that can't work it out
	of      blow                     // that it answers or goes on with, if anything called for it
}

// FollowUp is an action that what has just happened calls for. It is gone when
// the action begins, or the clock goes on. Two blows of one character at another are
// two calls. Two of their rolls at nobody that call for the same with the same are
// one; those of two characters, and of several who act together, are two.
type FollowUp struct {
	Who     string      `json:"who"`
	Against []string    `json:"against,omitempty"`
	System  string      `json:"system"`
	Action  string      `json:"action"`
	Params  engine.Page `json:"form,omitzero"`
	Hidden  bool        `json:"hidden,omitempty"`
	Off     bool        `json:"off,omitempty"` // it is called for no more
	By      string      `json:"by,omitempty"`  // who else called for it, or which roll of several
	Or      bool        `json:"or,omitempty"`  // it, or another of those that say so
	Blow    blow        `json:"blow,omitzero"` // that it goes back to; none in older logs, and for seats that see less
}

// Pending is an action that will fall due.
type Pending struct {
	ID      string      `json:"id"`
	Who     string      `json:"who"`
	Against []string    `json:"against,omitempty"`
	System  string      `json:"system"`
	Action  string      `json:"action"` // what the clock will run
	Of      string      `json:"of"`     // the action that started it
	Passive bool        `json:"passive,omitempty"`
	Params  engine.Page `json:"form,omitzero"`
	Hidden  bool        `json:"hidden,omitempty"`
	Start   int         `json:"start"` // moments
	Due     int         `json:"due"`
}

// New is an empty table before its first event.
func New(rules Rules) Table {
	return Table{rules: rules, stands: new(standing), round: new(standing)}
}

// Rules gives the rulebooks by id.
func (t Table) Rules() Rules { return t.rules }

// Rulebook finds a rulebook by id.
func (t Table) Rulebook(id string) (*engine.System, bool) {
	s, ok := t.rules[id]
	return s, ok
}

// Seq is the number of the newest event, 0 before the first.
func (t Table) Seq() uint64 {
	if t.last == nil {
		return 0
	}
	return t.last.Event.Seq
}

// Characters gives those who are at the table, in order.
func (t Table) Characters() []*Character {
	out := make([]*Character, 0, len(t.characters))
	for _, c := range t.characters {
		if !c.Left {
			out = append(out, c)
		}
	}
	return out
}

// Present is how many are at the table.
func (t Table) Present() int {
	n := 0
	for range t.here() {
		n++
	}
	return n
}

// here goes through those who are at the table, in order.
func (t Table) here() iter.Seq[*Character] {
	all := t.characters
	return func(yield func(*Character) bool) {
		for _, c := range all {
			if !c.Left && !yield(c) {
				return
			}
		}
	}
}

// Character finds a character by id, those who left too.
func (t Table) Character(id string) (*Character, bool) {
	i := t.index(id)
	if i < 0 {
		return nil, false
	}
	return t.characters[i], true
}

// Rolls gives the rolls under way.
func (t Table) Rolls() []Roll { return slices.Clone(t.rolls) }

// Roll finds a roll under way.
func (t Table) Roll(id string) (Roll, bool) {
	i := slices.IndexFunc(t.rolls, func(r Roll) bool { return r.ID == id })
	if i < 0 {
		return Roll{}, false
	}
	return t.rolls[i], true
}

// Pending gives what will fall due, soonest first.
func (t Table) Pending() []Pending {
	out := slices.Clone(t.pending)
	slices.SortStableFunc(out, func(a, b Pending) int { return a.Due - b.Due })
	return out
}

// FollowUps gives the actions that what has just happened calls for.
func (t Table) FollowUps() []FollowUp { return slices.Clone(t.follow) }

// Time is the rulebook's timekeeping that the table follows.
func (t Table) Time() engine.Timekeeping {
	if s, ok := t.rules[t.System]; ok {
		return s.Time
	}
	return engine.Timekeeping{Round: "round", Unit: "turn"}
}

// View is what a rulebook's panel of a character is drawn from.
func (t Table) View(c *Character, system string) engine.View {
	s := t.rules[system]
	v := s.View(c.Pages[system], t.House[system])
	v.Sheet, v.Moment = v.Sheet.WithModifiers(t.InForce(c.ID, system)), t.local(system, t.Clock.Moment)
	if x, ok := t.Declared(c.ID); ok && s.Time.Declares != "" {
		v.Actions, v.Done = x.Actions, x.Done
	}
	return v
}
