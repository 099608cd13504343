package model

import (
	"iter"
	"slices"

	"example.org/fray/engine"
)

// Rules are the rulebooks a table is played with, by id.
type Rules map[string]*engine.System

// Table is the value of a table after one event of its log: the state that the events
// have led to, the history that led to it, and the rulebooks that read both.
type Table struct {
	State
	History
	Rulebooks Rules
	Revision  *Revision     // see [Table.SameRevision]
	library   *library      // where the rulebooks come from; nil: they are as they are
	read      rulebookTexts // of which the rulebooks were made
	salt      Salt          // of the next event; zero: nobody has handed one in
}

// State is what holds at a table. It is folded from the events that are not undone, and
// folded again from an earlier state when one of them is undone or amended.
type State struct {
	Name   string
	System string // the rulebook whose time the table keeps
	Clock  Clock
	Session
	Calendar   Calendar
	House      map[string]engine.Page
	Characters []*Character
	Pending    []Pending
	Rolls      []Roll
	Effects    []Effect
	FollowUps  []FollowUp
	Requests   []Request  // what players want of the gamemaster
	seats      []SeatName // of players and watchers

	PlayersKeepSheets bool  // players keep the numbers of their own sheets
	OddsOpen          bool  // what rolls against anybody go by is open to all
	scenes            []int // the moments at which scenes began
	Farthest          int   // the latest moment there ever was

	texts rulebookTexts // of the rulebooks that came to the table as text

	Resting *Resting // a rest that waits for an answer; nil for none. It is never changed in place
}

// Session is the session of play that is under way, or the last one.
type Session struct {
	Sessions int       `json:"evening"`             // begun so far
	Open     bool      `json:"open"`                // one is under way
	Dice     DiceWords `json:"dice_words,omitzero"` // what players add to its dice

	Fingerprint string `json:"dice_fingerprint,omitempty"` // of the seed of its dice, while it is under way
	LastAward   string `json:"last_award,omitempty"`       // what was awarded last, in the table's words
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
	Side   engine.Side            `json:"side,omitempty"`   // with whom the character fights; never "" at a table
	Awards map[string]int         `json:"awards,omitempty"` // what the table counts for them; it is never changed in place
	Notes  string                 `json:"notes,omitempty"`
	Pages  map[string]engine.Page `json:"systems"`

	Public *PublicFace `json:"-"` // of one who is only met by the seat that the table is cut for
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
	Rest    *Repeated       `json:"rest,omitempty"`    // it is one of several, or quick

	ByPlayer bool `json:"by_player,omitempty"`  // a player began it
	Typed    bool `json:"typed_dice,omitempty"` // with real dice, which are typed in

	RollContext `json:"-"`
}

// Origin is a roll that nothing called for, and who made it. What it calls for, what
// is done about it and what comes of that go back to it.
type Origin struct {
	Who  string `json:"who"`
	Roll string `json:"roll"`
}

// RollContext is what a roll knows: all of it as it was when the roll began.
type RollContext struct {
	Sheets     map[engine.Seat]engine.Page
	Company    []engine.Page
	CompanyIDs []string // whose pages those are
	House      engine.Page
	Forces     map[engine.Seat][]engine.Modifier
	Unknown    map[engine.Seat][]string // whose sheets a seat doesn't know, but for these fields
	Asking     *engine.Step             // what it asks, told to a seat that can't work it out
	Text       string                   // hash of the text of its rulebook; "" for one that is no text, and for what begins now
	Origin     Origin                   // that it answers or goes on with, if anything called for it
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
	Blow    Origin      `json:"blow,omitzero"` // that it goes back to; none in older logs, and for seats that see less
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
	return Table{Rulebooks: rules, Revision: new(Revision)}
}

// Rulebook finds a rulebook by id.
func (t Table) Rulebook(id string) (*engine.System, bool) {
	s, ok := t.Rulebooks[id]
	return s, ok
}

// Seq is the number of the newest event, 0 before the first.
func (h History) Seq() uint64 {
	if h.Newest == nil {
		return 0
	}
	return h.Newest.Event.Seq
}

// Characters gives those who are at the table, in order.
func (t Table) Characters() []*Character {
	out := make([]*Character, 0, len(t.State.Characters))
	for _, c := range t.State.Characters {
		if !c.Left {
			out = append(out, c)
		}
	}
	return out
}

// Here goes through those who are at the table, in order.
func (s State) Here() iter.Seq[*Character] {
	all := s.Characters
	return func(yield func(*Character) bool) {
		for _, c := range all {
			if !c.Left && !yield(c) {
				return
			}
		}
	}
}

// Character finds a character by id, those who left too.
func (s State) Character(id string) (*Character, bool) {
	i := s.IndexOf(id)
	if i < 0 {
		return nil, false
	}
	return s.Characters[i], true
}

// Rolls gives the rolls under way.
func (t Table) Rolls() []Roll { return slices.Clone(t.State.Rolls) }

// Roll finds a roll under way.
func (s State) Roll(id string) (Roll, bool) {
	i := slices.IndexFunc(s.Rolls, func(r Roll) bool { return r.ID == id })
	if i < 0 {
		return Roll{}, false
	}
	return s.Rolls[i], true
}

// Pending gives what will fall due, soonest first.
func (t Table) Pending() []Pending {
	out := slices.Clone(t.State.Pending)
	slices.SortStableFunc(out, func(a, b Pending) int { return a.Due - b.Due })
	return out
}

// FollowUps gives the actions that what has just happened calls for, without those
// that are only offered to somebody who cannot act any more, or that nobody begins then.
func (t Table) FollowUps() []FollowUp {
	return slices.DeleteFunc(slices.Clone(t.State.FollowUps), func(x FollowUp) bool {
		a, ok := t.ActionOf(x.System, x.Action)
		who, here := t.Character(x.Who)
		return ok && here && (a.Optional() || a.Mode == engine.Active) && t.IsDownIn(who, x.System)
	})
}

// Time is the rulebook's timekeeping that the table follows.
func (t Table) Time() engine.Timekeeping {
	if s, ok := t.Rulebooks[t.System]; ok {
		return s.Time
	}
	return engine.Timekeeping{Round: "round", Unit: "turn"}
}

// View is what a rulebook's panel of a character is drawn from.
func (t Table) View(c *Character, system string) engine.View {
	s := t.Rulebooks[system]
	v := s.View(c.Pages[system], t.House[system])
	v.Sheet, v.Moment = v.Sheet.WithModifiers(t.InForce(c.ID, system)), t.LocalMoment(system, t.Clock.Moment)
	if x, ok := t.Declared(c.ID); ok && s.Time.Declares != "" {
		v.Actions, v.Done = x.Actions, x.Done
	}
	return v
}
