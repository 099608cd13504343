// Package pane draws the panes of the screen from a table: roster, sheet, roll
// log, cost rows, timeline, and the pieces of a roll.
//
// A pane keeps a cursor and nothing of the game. It is a value whose zero is
// ready: Draw is a pure function of it, the frame and the size; Key gives the
// pane changed and a [Wish] that the root obeys.
//
// # Why
//
// Cursors are held as what they stand on (a character, an event's number, a
// pending action), not as a place in a list: the list changes under them while
// others at the table act. Where a pane is scrolled follows from its cursor
// and its size, so nothing has to be told to a pane when the screen is
// resized.
package pane

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// Frame is what every pane is drawn from. Drawing changes nothing in it.
type Frame struct {
	Table    model.Table // as the seat sees it
	Selected string      // character id, "" for nobody
	System   string      // which rulebook of that character is shown
	Look     *kit.Look
	Rolling  *Rolling // the roll this screen is in, nil for none
	Filter   Filter
	Newcomer string // what brings the first one to an empty table; "" for nothing here
	W, H     int    // size inside its frame of the pane that a key goes to; 0: not known
}

// Rolling is a roll this screen is in, with what has been chosen so far even
// when that isn't committed yet.
type Rolling struct {
	Roll   model.Roll
	Step   engine.Step
	Action *engine.Action
	System *engine.System
}

// Filter says which entries of the log are shown. The zero Filter shows all.
type Filter struct {
	Text   string `json:"text,omitempty"`   // words that must all occur, in any case of letters
	Who    string `json:"who,omitempty"`    // character id
	Action string `json:"action,omitempty"` // action id
	Hidden bool   `json:"hidden,omitempty"` // only hidden rolls
}

// Pane is one part of the screen.
type Pane interface {
	// Title is what stands in the frame, already without control characters.
	Title(f Frame) string
	// Draw gives exactly h lines of exactly w cells: what is inside the frame.
	Draw(f Frame, w, h int, focused bool) []string
	// Key gives the pane after a key, named as Bubble Tea names it ("j", "up",
	// "pgdown", "enter", " "). Without a wish the key was not used.
	Key(f Frame, key string) (Pane, Wish)
	// Click is a press on a cell inside the frame, drawn at w by h.
	Click(f Frame, w, h, x, y int) (Pane, Wish)
	// Place is where the pane stands, to be kept between evenings.
	Place() Place
	// At gives the pane standing there.
	At(Place) Pane
}

// Place is where a pane stands: the thing under its cursor, and what is open
// or marked there.
type Place struct {
	On     string   `json:"on,omitempty"`
	Open   []string `json:"open,omitempty"`
	Marked []string `json:"marked,omitempty"`
	Strip  bool     `json:"strip,omitempty"`
}

// Wish is what a pane asks the root to do. The root never has to obey.
type Wish interface{ wish() }

// Moved is the wish for nothing but to be drawn again.
type Moved struct{}

// Do is a command for the table.
type Do struct{ Command model.Command }

// Select selects a character.
type Select struct{ Who string }

// Turn shows another rulebook of the selected character.
type Turn struct{ System string }

// Act opens the palette of actions for a character, or with an action its
// form.
type Act struct{ Who, System, Action string }

// Resume opens a roll under way.
type Resume struct{ Roll string }

// Edit opens a field of a sheet for writing by hand.
type Edit struct{ Who, System, Field string }

// Adjust opens the adjusting of a pool: Field is its usual loss. Up is to give
// back.
type Adjust struct {
	Who, System, Field string
	Up                 bool
}

// Show opens something of the root's by its name: "filter", "odds".
type Show struct{ What string }

// Copy puts text on the clipboard.
type Copy struct{ Text string }

// Export writes the rolls of events as .play files.
type Export struct{ Seqs []uint64 }

// Say is a line for the status bar: why a key does nothing here.
type Say struct{ Words string }

func (Moved) wish()  {}
func (Do) wish()     {}
func (Select) wish() {}
func (Turn) wish()   {}
func (Act) wish()    {}
func (Resume) wish() {}
func (Edit) wish()   {}
func (Adjust) wish() {}
func (Show) wish()   {}
func (Copy) wish()   {}
func (Export) wish() {}
func (Say) wish()    {}
