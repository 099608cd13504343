package model

import (
	"iter"
	"slices"

	"example.org/fray/engine"
)

// Rulebooks are the rulebooks that a table is played with, by id.
type Rulebooks map[string]*engine.System

// Table is the value of a table after an event of its log: its state, its history, and the
// rulebooks that it is played with.
type Table struct {
	State
	History
	Rulebooks Rulebooks
	Revision  *Revision     // see [Table.SameRevision]
	library   *library      // where the rulebooks come from; nil: Rulebooks never change
	textsRead rulebookTexts // the texts from which Rulebooks were made
	salt      Salt          // of the next event; zero if none was given
}

// State is the state of a table: the fold of all events that are not undone. When one of
// them is undone or amended, it is folded again from an earlier state. Its tags are what
// exports and snapshots of a table hold.
type State struct {
	Name   string `json:"name"`
	System string `json:"system"` // the rulebook whose time the table keeps
	Clock  Clock  `json:"clock"`
	Session
	House        map[string]engine.Page `json:"house,omitempty"`
	Characters   []*Character           `json:"characters"`
	Pending      []Pending              `json:"pending"`
	Rolls        []Roll                 `json:"rolls"`
	Effects      []Effect               `json:"effects,omitempty"`
	FollowUps    []FollowUp             `json:"follow,omitempty"`
	Requests     []Request              `json:"asks,omitempty"`     // open requests of players
	SceneStarts  []int                  `json:"scenes,omitempty"`   // the moments at which scenes began
	LatestMoment int                    `json:"farthest,omitempty"` // the latest moment that the clock has reached
	Resting      *Resting               `json:"resting,omitempty"`  // a rest that waits for an answer; nil if there is none. It is never changed in place
	Calendar     Calendar               `json:"calendar,omitzero"`
	Evening      Evening                `json:"next_evening,omitzero"` // when they plan to play next
	Arrivals     []Arrival              `json:"arrivals,omitempty"`
	Deadlines    []Deadline             `json:"deadlines,omitempty"` // of questions to players; those of answered ones may still be there

	PlayersKeepSheets bool       `json:"sheets_handed_over,omitempty"` // players may change the numbers on their own sheets
	OddsOpen          bool       `json:"open_defences,omitempty"`      // everybody sees the numbers on which rolls against any character depend
	SeatNames         []SeatName `json:"seats,omitempty"`              // the seats of players and watchers

	Edition  int      `json:"edition,omitempty"`  // the highest that its events name; see [Table.NotUnderstood]
	Strange  []string `json:"strange,omitempty"`  // the kinds of facts that this version does not know
	Although []string `json:"although,omitempty"` // what was not understood when somebody wanted to play all the same

	Texts rulebookTexts `json:"rulebooks,omitempty"` // of the rulebooks that came to the table as text
}

// Session is the present session of play or, if none is open, the last one.
type Session struct {
	Sessions int       `json:"evening"`             // how many have begun so far
	Open     bool      `json:"open"`                // a session is under way
	Dice     DiceWords `json:"dice_words,omitzero"` // the words that players have added to its dice

	Fingerprint string `json:"dice_fingerprint,omitempty"` // of the seed of its dice, while it is open
	LastAward   string `json:"last_award,omitempty"`       // the name of what the table awarded last

	Ended EndedSession `json:"last_ended,omitzero"` // the last session that ended
}

// EndedSession is what everybody may know of the dice of a session that is over.
type EndedSession struct {
	Number      int       `json:"evening"` // as [Session.Sessions] counts them; 0: none has ended
	Fingerprint string    `json:"dice_fingerprint,omitempty"`
	Seed        string    `json:"dice_seed,omitempty"` // in hexadecimal
	Words       DiceWords `json:"dice_words,omitzero"`
}

// Character is somebody at the table. It is never changed in place.
type Character struct {
	ID          string                 `json:"id,omitempty"`
	Name        string                 `json:"name"`
	Owner       string                 `json:"owner,omitempty"` // the key of a player's seat; "" if it is the gamemaster's
	Hidden      bool                   `json:"hidden,omitempty"`
	Shown       string                 `json:"shown,omitempty"`        // how others see it unless it is hidden: [ShownOpen] or [ShownNameOnly]; "": open if a player owns it, otherwise by name only
	DefenceOpen bool                   `json:"open_defence,omitempty"` // seats that know it by name only see the numbers on which rolls against it depend
	Typed       bool                   `json:"typed_dice,omitempty"`   // its player throws real dice
	Left        bool                   `json:"left,omitempty"`
	Side        engine.Side            `json:"side,omitempty"`      // with whom it fights; never "" in a whole table
	Awards      map[string]int         `json:"awards,omitempty"`    // what the table counts for it beside the sheet; never changed in place
	Notes       string                 `json:"notes,omitempty"`     // read by its player and the gamemaster
	GMNotes     string                 `json:"gm_notes,omitempty"`  // read by the gamemaster alone
	Minion      bool                   `json:"minion,omitempty"`    // any loss of life puts it out of action
	Encounter   string                 `json:"encounter,omitempty"` // the name of the encounter that it came with
	Pages       map[string]engine.Page `json:"systems"`

	// Conditions are what lasts for a character who is at no table yet; they become effects
	// when it comes to one. Nobody at a table has any. See [Table.CopyOf].
	Conditions []Effect `json:"conditions,omitempty"`

	Public *NameOnlyView `json:"-"` // in a seat's table, if the seat knows it by name only; otherwise nil
}

// Systems returns the ids of the rulebooks that the character has pages of, sorted.
func (c *Character) Systems() []string {
	return c.systems(make([]string, 0, 5)) // it is called for everybody in every frame; this way the slice stays on the stack
}

func (c *Character) systems(ids []string) []string {
	for id := range c.Pages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Roll is an open roll: it waits for dice or for a decision.
type Roll struct {
	ID      string          `json:"id"`
	Who     string          `json:"who"`               // character
	Against []string        `json:"against,omitempty"` // characters
	System  string          `json:"system"`
	Action  string          `json:"action"`
	Params  engine.Page     `json:"form,omitzero"`
	Hidden  bool            `json:"hidden,omitempty"`
	Moment  int             `json:"moment"`
	Tape    []engine.Answer `json:"answers,omitempty"` // the answers so far
	Parked  string          `json:"parked,omitempty"`  // why it cannot go on by itself; "" if it can
	Pending string          `json:"pending,omitempty"` // the pending action it resolves
	Lasting bool            `json:"lasting,omitempty"` // it goes on, and changes sheets, even if participants have left
	Series  *Series         `json:"rest,omitempty"`    // nil for a single roll, whose decisions are asked

	ByPlayer bool     `json:"by_player,omitempty"`  // a player began it
	SetBy    string   `json:"set_by,omitempty"`     // the name of the player who set the parameters in Set
	Set      []string `json:"set,omitempty"`        // the ids of the parameters that are beyond the sheet
	Typed    bool     `json:"typed_dice,omitempty"` // its dice are thrown by hand and typed in

	AsksDefence bool          `json:"asks_defence,omitempty"` // whoever is attacked decides how to meet it
	NoAction    []engine.Seat `json:"no_action,omitempty"`    // of those, who have taken all their actions

	// Question names the open question, to everybody alike: it is the id of the event that
	// asked it, and another after each answer. A number of answers could not, since seats
	// may not know of all. It is "" until that event is in the log.
	Question string `json:"question,omitempty"`

	Unseen Unseen `json:"unseen,omitzero"` // in a seat's table: what the seat is told of the part of it that it does not see

	RollContext `json:"-"`
}

// Unseen is what everybody who is told of a roll is told, whatever part of it they see,
// because it is about fairness: each says that something of the kind is in that part.
type Unseen struct {
	Typed  bool `json:"typed,omitempty"`        // dice that a person typed
	Beyond bool `json:"beyond_sheet,omitempty"` // values beyond the sheet, which the player in SetBy set
	Again  bool `json:"thrown_again,omitempty"` // dice that were undone and thrown again
}

// RollContext is what the rule of a roll may read, as it was when the roll began.
type RollContext struct {
	Sheets     map[engine.Seat]engine.Page       `json:"sheets"`
	Company    []engine.Page                     `json:"company"`
	CompanyIDs []string                          `json:"with"` // the ids of the characters whose pages Company has
	House      engine.Page                       `json:"house"`
	Modifiers  map[engine.Seat][]engine.Modifier `json:"in_force,omitempty"`
	Unknown    map[engine.Seat][]string          `json:"-"`                 // in a seat's table: the participants whose sheets it does not know, each with the fields that it does know
	Asking     *engine.Step                      `json:"-"`                 // in a seat's table that cannot run the rule: the step that the roll has reached
	Text       string                            `json:"text,omitempty"`    // hash of the text of its rulebook; "" for a built-in one
	Minions    []engine.Seat                     `json:"minions,omitempty"` // the seats of minions
	Busy       map[engine.Seat]int               `json:"busy,omitempty"`    // the moments until which opponents are busy
	Origin     Origin                            `json:"of,omitzero"`       // the origin of the follow-up that it takes up, if there is one
}

// Pending is an action on the timeline, which the clock runs when it is due.
type Pending struct {
	ID      string      `json:"id"`
	Who     string      `json:"who"`
	Against []string    `json:"against,omitempty"`
	System  string      `json:"system"`
	Action  string      `json:"action"`            // what the clock will run
	Of      string      `json:"of"`                // the action that put it there
	Passive bool        `json:"passive,omitempty"` // it does not keep its character from acting
	Params  engine.Page `json:"form,omitzero"`
	Hidden  bool        `json:"hidden,omitempty"`
	Start   int         `json:"start"` // moments
	Due     int         `json:"due"`
}

// New returns an empty table before its first event.
func New(rules Rulebooks) Table {
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

// Characters returns the characters at the table, in the order of the roster.
func (t Table) Characters() []*Character {
	out := make([]*Character, 0, len(t.State.Characters))
	for _, c := range t.State.Characters {
		if !c.Left {
			out = append(out, c)
		}
	}
	return out
}

// Here yields the characters at the table, in the order of the roster.
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

// Character finds a character by id, also one who has left.
func (s State) Character(id string) (*Character, bool) {
	i := s.IndexOf(id)
	if i < 0 {
		return nil, false
	}
	return s.Characters[i], true
}

// Rolls returns the open rolls.
func (t Table) Rolls() []Roll { return slices.Clone(t.State.Rolls) }

// Roll finds an open roll.
func (s State) Roll(id string) (Roll, bool) {
	i := slices.IndexFunc(s.Rolls, func(r Roll) bool { return r.ID == id })
	if i < 0 {
		return Roll{}, false
	}
	return s.Rolls[i], true
}

// Pending returns the pending actions, the soonest first.
func (t Table) Pending() []Pending {
	out := slices.Clone(t.State.Pending)
	slices.SortStableFunc(out, func(a, b Pending) int { return a.Due - b.Due })
	return out
}

// FollowUps returns the actions that recent rolls call for. Optional and active ones of
// characters who cannot act are left out.
func (t Table) FollowUps() []FollowUp {
	return slices.DeleteFunc(slices.Clone(t.State.FollowUps), func(x FollowUp) bool {
		a, ok := t.ActionOf(x.System, x.Action)
		who, here := t.Character(x.Who)
		return ok && here && (a.Optional() || a.Mode == engine.Active) && t.IsDownIn(who, x.System)
	})
}

// Time returns the timekeeping of the rulebook whose time the table keeps.
func (t Table) Time() engine.Timekeeping {
	if s, ok := t.Rulebooks[t.System]; ok {
		return s.Time
	}
	return engine.Timekeeping{Round: "round", Unit: "turn"}
}

// View returns what a rulebook's panel of a character is drawn from. The character must
// have a page of the rulebook, and this version must have it.
func (t Table) View(c *Character, system string) engine.View {
	s := t.Rulebooks[system]
	v := s.View(c.Pages[system], t.House[system])
	v.Minion = c.Minion
	v.Sheet, v.Moment = v.Sheet.WithModifiers(t.InForce(c.ID, system)), t.LocalMoment(system, t.Clock.Moment)
	if x, ok := t.Declared(c.ID); ok && s.Time.Declares != "" {
		v.Actions, v.Done = x.Actions, x.Done
	}
	return v
}
