package model

import "example.org/fray/engine"

// Command is what a seat wants to happen. The package decide turns it into facts or
// refuses it.
type Command interface{ command() }

// Make begins a new table.
type Make struct {
	Name, System string
	Text         string // the text of the rulebook if the table brings its own; System is then ignored
}

// Rename changes the table's name and the rulebook whose time it keeps.
type Rename struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Join adds characters to the table in one event. The table gives them their ids. If a
// round is given, they arrive when that round of the scene begins.
type Join struct {
	Character Character
	More      []Character
	Encounter string // the name of the group, "" for characters who come one by one
	Round     int    // counted from 1; 0: now
}

// Reset restores everybody who came with an encounter to an unhurt state, and brings back
// those who have left.
type Reset struct{ Encounter string }

// Return brings back a character who has left.
type Return struct {
	Who string `json:"who"`
}

// Leave takes one or more characters from the table in one event.
type Leave struct {
	Who  string   `json:"who"`
	More []string `json:"more,omitempty"`
}

// Edit changes what is known of a character apart from the sheet: name, owner, visibility,
// typed dice and notes.
type Edit struct {
	Who       string
	Character Character
}

// Reorder moves a character to another place of the roster, counted from 0.
type Reorder struct {
	Who string
	To  int
}

// Write sets fields of a sheet by hand. The zero Value clears a field.
type Write struct {
	Who, System string
	Set         []Change // each field with its new value in To; if From is a number as well, the field changes by To minus From
	Why         string
	More        []Write // of others, as the same act
}

// PutPage adds a character's page of a rulebook, or removes it if Page is nil.
type PutPage struct {
	Who, System string
	Page        *engine.Page
	Why         string
}

// SetRulebook gives the table a rulebook as text, or a newer text of one.
type SetRulebook struct {
	Text string
}

// SetHouse sets a house rule; the zero Value restores the default.
type SetHouse struct {
	System, Rule string
	Value        engine.Value
}

// Begin starts an action. Answers that are already known may be given with it. The
// program throws the dice that nobody types.
type Begin struct {
	Who     string          `json:"who"`
	Against []string        `json:"against,omitempty"`
	System  string          `json:"system"`
	Action  string          `json:"action"`
	Params  engine.Page     `json:"form,omitzero"`
	Answers []engine.Answer `json:"-"`                    // the log has each as a fact of its own
	Force   bool            `json:"force,omitempty"`      // the gamemaster starts it although another action is under way
	Typed   bool            `json:"typed_dice,omitempty"` // real dice are thrown for it and typed in
	Abort   bool            `json:"abort,omitempty"`      // for a defence: the action under way is given up for it, and it need not be the character's turn
	Called  string          `json:"called,omitempty"`     // the roll that calls for it: it is refused once that no longer does. "": it was chosen freely
}

// Answer answers the open question of a roll. Question is the one that was read, see
// [Roll.Question]. If the roll asks another now, somebody else has answered first.
type Answer struct {
	Roll     string
	Question string
	Answer   engine.Answer
	Throw    bool // instead of Answer: the program throws the dice, although the character's player throws real ones
}

// Drop ends a roll without a result.
type Drop struct {
	Roll string `json:"roll"`
	Why  string `json:"why,omitempty"`
}

// Say sends a message to everybody or, if To is a seat, a whisper to that seat. The
// gamemaster reads whispers as well.
type Say struct {
	Text string
	To   Seat // zero: to everybody
}

// MakeRequest is the command by which a player asks the gamemaster for something in
// the player's own words.
type MakeRequest struct{ Text string }

// SettleRequest is the command by which the gamemaster grants or refuses a request.
type SettleRequest struct {
	ID     string
	Refuse bool
	Why    string
}

// NameSeat makes a new seat with a name or, if Seat names one, gives that seat another
// name.
type NameSeat struct {
	Seat Seat // a role alone: a new seat
	Name string
}

// HandOver sets whether players may change the numbers on their own sheets.
type HandOver struct {
	Sheets bool `json:"sheets"`
}

// ShowOdds sets whether everybody sees the odds of rolls against anybody, and with them
// the numbers on which those rolls depend.
type ShowOdds struct {
	All bool `json:"all"`
}

// Next moves the clock to the next moment at which something is due, and does it.
type Next struct{}

// Go moves the clock to a later moment and does what is due until then.
type Go struct {
	Moment int `json:"moment"`
}

// Back undoes the last move of the clock and everything done since.
type Back struct{}

// Scene ends the scene and begins another, whose time is counted from 0.
type Scene struct {
	Place string `json:"place,omitempty"`
}

// SetOrder sets the order of turns, and whose turn it is.
type SetOrder struct {
	Order []string `json:"order,omitempty"`
	Turn  string   `json:"turn,omitempty"`
}

// MoveTurn moves a character to another place of the order of turns, counted from 0.
type MoveTurn struct {
	Who string `json:"who"`
	To  int    `json:"to"`
}

// RollOrder rolls for the order of turns, for everybody with a page of the table's
// rulebook. Where Quick is set, and for the characters in Extras, every decision of the
// roll is answered by spending nothing.
type RollOrder struct {
	Quick  bool     `json:"quick,omitempty"`
	Extras []string `json:"extras,omitempty"`
}

// Declare says how many actions a character will take in this round; 0 withdraws the
// declaration.
type Declare struct {
	Who     string `json:"who"`
	Actions int    `json:"actions"`
	Words   string `json:"words,omitempty"`
}

// Wait lets a character wait for something and act when it happens.
type Wait struct {
	Who   string `json:"who"`
	Words string `json:"words,omitempty"`
}

// StepIn lets a waiting character act now.
type StepIn struct {
	Who string `json:"who"`
}

// AddEffect puts an effect on one or more characters in one event.
type AddEffect struct {
	Who   string   `json:"who"`
	More  []string `json:"more,omitempty"`
	Words string   `json:"words"`
	Until Until    `json:"until"`
	At    int      `json:"at,omitempty"`   // the moment at which it ends, for ByMoment and ByTime
	Of    string   `json:"of,omitempty"`   // the character whose turn ends it, for ByTurn
	Adds  []Add    `json:"adds,omitempty"` // what it adds to numbers of the sheet while it lasts

	Rounds int `json:"rounds,omitempty"` // for ByMoment, instead of At: the number of rounds from now
}

// EndEffect ends an effect by hand.
type EndEffect struct {
	Effect string `json:"effect"`
	Why    string `json:"why,omitempty"`
}

// Rest lets characters rest for a number of spans: rounds, hours, days or months, as their
// rulebooks define them. Params are additional parameters of the rolls that the rest
// makes.
type Rest struct {
	Who    []string    `json:"who"`
	Span   string      `json:"span"`
	Times  int         `json:"times"`
	Params engine.Page `json:"form,omitzero"`
}

// Together lets several characters take the same action as one act. They roll one after
// the other, and each roll begins with the sheets as the rolls before have left them.
// Characters who cannot act are left out, with a note in the log. Unless Asks is set,
// their decisions are answered automatically: they spend nothing and share points as a
// form would propose. Opponents are always asked. The Answers of each Begin are ignored.
type Together struct {
	Each []Begin `json:"each"` // of one action
	Asks bool    `json:"asks,omitempty"`
}

// Cancel takes a pending action or an arrival off the timeline.
type Cancel struct {
	Pending string `json:"pending"`
	Why     string `json:"why,omitempty"`
}

// Delay moves a pending action to another moment, not before now.
type Delay struct {
	Pending string `json:"pending"`
	Due     int    `json:"due"`
}

// Note writes a note into the log.
type Note struct {
	Text    string
	Private bool
}

// BeginSession starts a session with the fingerprints of the seeds of its open and its
// hidden dice: SHA-256, in hexadecimal. Whoever throws the dice puts them in.
type BeginSession struct{ Fingerprint, Hidden string }

// EndSession ends the session and reveals its seeds, in hexadecimal, and how many words of
// their streams were drawn. Whoever throws the dice puts them in.
type EndSession struct {
	Seed        string
	Drawn       int64
	Hidden      string
	HiddenDrawn int64
}

// Undo undoes the newest event that is not undone, or the event Seq. With Act it undoes
// all events of [Table.NextAct] in one event. Of is the id of an event that the sender means
// to undo: if that is not among them any more, somebody has acted since.
type Undo struct {
	Seq uint64
	Act bool
	Of  string // "": whatever is newest
}

// UndoOf is the command that undoes an act, newest event first, as [Table.ActBy] returns it.
func UndoOf(act []Event) Undo {
	if len(act) == 0 {
		return Undo{Act: true} // which says that there is nothing
	}
	return Undo{Act: true, Of: EventID(act[len(act)-1])}
}

// Redo redoes everything that the last undo undid, in one event.
type Redo struct{}

func (Make) command()          {}
func (Rename) command()        {}
func (Join) command()          {}
func (Return) command()        {}
func (Reset) command()         {}
func (Leave) command()         {}
func (Edit) command()          {}
func (Reorder) command()       {}
func (Write) command()         {}
func (PutPage) command()       {}
func (SetHouse) command()      {}
func (SetRulebook) command()   {}
func (Begin) command()         {}
func (Answer) command()        {}
func (Drop) command()          {}
func (Say) command()           {}
func (MakeRequest) command()   {}
func (SettleRequest) command() {}
func (NameSeat) command()      {}
func (HandOver) command()      {}
func (Show) command()          {}
func (ShowOdds) command()      {}
func (Next) command()          {}
func (Go) command()            {}
func (Scene) command()         {}
func (Back) command()          {}
func (MoveTurn) command()      {}
func (RollOrder) command()     {}
func (Declare) command()       {}
func (Wait) command()          {}
func (StepIn) command()        {}
func (AddEffect) command()     {}
func (EndEffect) command()     {}
func (Rest) command()          {}
func (Together) command()      {}
func (SetOrder) command()      {}
func (Cancel) command()        {}
func (Delay) command()         {}
func (Note) command()          {}
func (BeginSession) command()  {}
func (EndSession) command()    {}
func (GiveAwards) command()    {}
func (SetDate) command()       {}
func (PlanEvening) command()   {}
func (PlayAnyway) command()    {}
func (Undo) command()          {}
func (Redo) command()          {}

// Amend corrects an act of this session: the act is played again with other values, and
// then everything that followed it, with the recorded dice, decisions and house rules. The
// log itself does not change; the resulting fact holds the new versions of the events.
type Amend struct {
	Event   uint64     // the event that began the act
	Instead Command    // the corrected command; nil: the command stays as it was
	House   []SetHouse // house rules that hold for this act alone
	Given   []Given    // answers that replace recorded ones, or answer questions that were not asked then
	Stop    bool       // if the replay stops, everything after that point is undone; otherwise the command is refused
	Without bool       // follow-ups that the log does not have are ignored
}

// Given is an answer of a roll that is played again.
type Given struct {
	Roll   string
	At     int // the number of answers before it
	Answer engine.Answer
}

func (Amend) command() {}
