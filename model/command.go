package model

import "example.org/fray/engine"

// Command is something that a seat wants.
type Command interface{ command() }

// Make begins a table.
type Make struct {
	Name, System string
	Text         string // of the rulebook, if the table is to have it as text: System is then the text's own
}

// Rename changes the table's name and whose time it keeps.
type Rename struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Join brings a character, and more of them with it as one event; the ids are
// given by the table.
type Join struct {
	Character Character
	More      []Character
}

// Return brings a character back who has left.
type Return struct {
	Who string `json:"who"`
}

// Leave takes a character from the table.
type Leave struct {
	Who string `json:"who"`
}

// Edit changes what is said about a character beside the sheet: name, owner,
// hidden, typed dice, notes.
type Edit struct {
	Who       string
	Character Character
}

// Reorder puts a character at another place of the roster, from 0.
type Reorder struct {
	Who string
	To  int
}

// Write sets fields of a sheet by hand; the zero Value clears it.
type Write struct {
	Who, System string
	Set         []Change // the field and what it is to be, or by how much it changes: From and To of some number
	Why         string
}

// PutPage puts a page of another rulebook on a sheet; nil takes it off.
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

// Begin starts an action. Answers already known go along; dice that nobody
// types are thrown.
type Begin struct {
	Who     string          `json:"who"`
	Against []string        `json:"against,omitempty"`
	System  string          `json:"system"`
	Action  string          `json:"action"`
	Params  engine.Page     `json:"form,omitzero"`
	Answers []engine.Answer `json:"-"`                    // the log has them by themselves
	Force   bool            `json:"force,omitempty"`      // the gamemaster starts it though another runs
	Typed   bool            `json:"typed_dice,omitempty"` // its dice are real ones, and typed
	Abort   bool            `json:"abort,omitempty"`      // a defence: what is under way is given up for it, and turns don't count
}

// Answer answers the open question of a roll. At is the number of answers the
// roll had when the question was read; another number means that somebody was
// faster.
type Answer struct {
	Roll   string
	At     int
	Answer engine.Answer
	Throw  bool // instead: the program throws the dice, though its character throws real ones
}

// Drop ends a roll without a result.
type Drop struct {
	Roll string `json:"roll"`
	Why  string `json:"why,omitempty"`
}

// Say is a message to everybody or, to a seat, a whisper that only the two and
// the gamemaster hear.
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

// NameSeat gives somebody a seat or, where it names one, says what whoever sits
// there is called from now on.
type NameSeat struct {
	Seat Seat // a role alone: a new seat
	Name string
}

// HandOver says whether players keep the numbers of their own sheets.
type HandOver struct {
	Sheets bool `json:"sheets"`
}

// ShowOdds says whether what rolls against anybody go by is open, so that all
// odds are.
type ShowOdds struct {
	All bool `json:"all"`
}

// Next goes to the next moment at which something falls due, and does it.
type Next struct{}

// Go moves the clock to a later moment and does what falls due until then.
type Go struct {
	Moment int `json:"moment"`
}

// Back takes back what was done since the clock last moved, and that it moved.
type Back struct{}

// Scene ends the scene and begins another, which counts its time anew.
type Scene struct {
	Place string `json:"place,omitempty"`
}

// SetOrder sets the order of turns, and whose turn it is.
type SetOrder struct {
	Order []string `json:"order,omitempty"`
	Turn  string   `json:"turn,omitempty"`
}

// MoveTurn puts somebody at another place of the order of turns, from 0.
type MoveTurn struct {
	Who string `json:"who"`
	To  int    `json:"to"`
}

// RollOrder rolls for the order of turns, for everyone whose rulebook is the
// table's. Quick takes nothing at any decision, for everybody or for Extras.
type RollOrder struct {
	Quick  bool     `json:"quick,omitempty"`
	Extras []string `json:"extras,omitempty"`
}

// Declare says how many actions somebody means to take in this round; 0 takes
// it back.
type Declare struct {
	Who     string `json:"who"`
	Actions int    `json:"actions"`
	Words   string `json:"words,omitempty"`
}

// Wait marks somebody who acts later, when something happens.
type Wait struct {
	Who   string `json:"who"`
	Words string `json:"words,omitempty"`
}

// StepIn lets somebody who waits act now.
type StepIn struct {
	Who string `json:"who"`
}

// AddEffect lets something hold for a character until it ends.
type AddEffect struct {
	Who   string `json:"who"`
	Words string `json:"words"`
	Until Until  `json:"until"`
	At    int    `json:"at,omitempty"`   // moment, for ByMoment and ByTime
	Of    string `json:"of,omitempty"`   // whose turn, for ByTurn
	Adds  []Add  `json:"adds,omitempty"` // as long as it holds

	Rounds int `json:"rounds,omitempty"` // for ByMoment, instead of a moment: so many rounds from now
}

// EndEffect ends an effect by hand.
type EndEffect struct {
	Effect string `json:"effect"`
	Why    string `json:"why,omitempty"`
}

// Rest lets characters rest so many spans: round, hour, day, month, as their
// rulebooks know them. Params has further parameters of the rolls.
type Rest struct {
	Who    []string    `json:"who"`
	Span   string      `json:"span"`
	Times  int         `json:"times"`
	Params engine.Page `json:"form,omitzero"`
}

// Together lets several do the same as one act: each by a roll of its own, one
// after the other, and each knows what those before it did. Whoever cannot is
// left out, which is noted. They spend nothing and share as it is offered,
// unless it Asks; whoever is faced decides for itself in any case. The answers
// of each are not looked at.
type Together struct {
	Each []Begin `json:"each"` // of one action
	Asks bool    `json:"asks,omitempty"`
}

// Cancel takes a pending action off the timeline.
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

// BeginSession starts a session with the fingerprints of its dice and of those
// that are hidden: SHA-256 of the seed, in hex. Whoever throws the dice puts
// them in.
type BeginSession struct{ Fingerprint, Hidden string }

// EndSession ends a session and shows the seeds, in hex, and how far their
// streams were drawn, put in likewise.
type EndSession struct {
	Seed        string
	Drawn       int64
	Hidden      string
	HiddenDrawn int64
}

// Undo takes back the newest event that still holds, or the one named; Act
// takes back all of [Table.NextAct], as one event.
type Undo struct {
	Seq uint64
	Act bool
}

// Redo brings back all that was taken back last, as one event.
type Redo struct{}

func (Make) command()          {}
func (Rename) command()        {}
func (Join) command()          {}
func (Return) command()        {}
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
func (Undo) command()          {}
func (Redo) command()          {}

// Amend plays an act of this session again with other values, and after it all that
// followed: with the dice, the values and the decisions of then, and the house rules
// of then. Nothing that is written is changed: the fact that comes of it says how
// everything is instead.
type Amend struct {
	Event   uint64     // that began the act
	Instead Command    // what it should have been; nil: as it was, but for what follows
	House   []SetHouse // house rules that should have held for this act, and for it alone
	Given   []Answer   // answers instead of those given then, or to what was not asked then; At counts those before
	Stop    bool       // where it can't go on all that came after is taken back; else nothing is done
	Without bool       // what would have been called for then is passed over
}

func (Amend) command() {}
