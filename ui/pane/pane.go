// Package pane draws the panes of the screen from a table: roster, sheet, roll log, cost
// rows, timeline. It has the types through which panes and overlays speak with the root:
// [Frame], [Intent], [Binding].
//
// A pane keeps a cursor and nothing of the game. It is a value whose zero is
// ready: Draw is a pure function of it and the frame; Key gives the pane
// changed and an [Intent] that the root obeys. An [Overlay] lies on top.
//
// # Why
//
// Cursors are held as what they stand on (a character, an event's number, a
// pending action), not as a place in a list: the list changes under them while
// others at the table act. Where a pane is scrolled follows from its cursor
// and its size, so nothing has to be told to a pane when the screen is
// resized.
//
// Nothing here or in an overlay names a key outside a list of bindings, since on a screen
// with changed keys the name would be wrong.
package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// Frame is what every pane and overlay is drawn from. Drawing changes nothing
// in it.
type Frame struct {
	Known    *scene.Upcoming // of this table or an earlier one; may be nil
	Table    model.Table     // as the seat sees it
	Seat     model.Seat
	Selected string   // character id, "" for nobody
	Marked   []string // character ids
	System   string   // which rulebook of that character is shown
	Look     *kit.Look
	Keys     *Keymap
	Rolling  *Rolling // the roll this screen is in, nil for none
	Filter   Filter
	W, H     int                   // the cells inside its frame
	Focused  bool                  // it has the keys
	Present  func(model.Seat) bool // who is here; nil: the table isn't served
	Quiet    bool                  // what dice came to is told in the news, and not shown large
	Demo     bool                  // this is the demo: nothing is saved
}

// Rolling is the roll that this screen is in, with what has been chosen so far, even if that
// isn't committed yet.
type Rolling struct {
	Roll   model.Roll
	Step   engine.Step
	Action *engine.Action
	System *engine.System
}

// Filter says which entries of the log are shown.
type Filter = view.Filter

// Pane is one part of the screen.
type Pane interface {
	// Title is what stands in the frame, already without control characters.
	Title(Frame) string
	// Aside is what stands at the right of it; "" for nothing.
	Aside(Frame) string
	// Keys are the bindings that work now, those for the footer first.
	Keys() []Binding
	// Draw gives exactly H lines of exactly W cells: what is inside the frame.
	Draw(Frame) []string
	// Key gives the pane after a key. Without an intent the key was not used.
	Key(Frame, tea.KeyMsg) (Pane, Intent)
	// Click is a press on a cell inside the frame.
	Click(f Frame, x, y int) (Pane, Intent)
	// Place is where the pane stands, to be kept between sessions.
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
	Text   string   `json:"text,omitempty"` // only what this finds is listed
}

// Sized is the frame for a place of w by h cells; focused tells whether it has
// the keys.
func (f Frame) Sized(w, h int, focused bool) Frame {
	f.W, f.H, f.Focused = w, h, focused
	return f
}

// SameAs reports whether panes look the same in this frame and in an earlier one. During a
// roll they never do, since each key may change what is chosen.
func (f Frame) SameAs(was Frame) bool {
	return f.Rolling == nil && was.Rolling == nil && f.Table.SameRevision(was.Table) && f.Selected == was.Selected && f.System == was.System &&
		slices.Equal(f.Marked, was.Marked) && f.Seat == was.Seat && f.Look == was.Look && f.Keys == was.Keys && f.Filter == was.Filter &&
		f.Focused == was.Focused && f.Quiet == was.Quiet && f.W == was.W && f.H == was.H
}

// Own is the character of the player who sits here: the selected one, if it is theirs,
// else their first; nil where there is none.
func (f Frame) Own() *model.Character {
	if f.Seat.Role != model.Player {
		return nil
	}
	if c := f.Here(); c != nil && f.Seat.Owns(c) {
		return c
	}
	for _, c := range f.Table.Characters() {
		if f.Seat.Owns(c) {
			return c
		}
	}
	return nil
}

// Here is the selected character, nil for nobody.
func (f Frame) Here() *model.Character {
	c, ok := f.Table.Character(f.Selected)
	if !ok {
		return nil
	}
	return c
}

// Rulebook is the one shown of the selected character, nil for none.
func (f Frame) Rulebook() *engine.System {
	s, ok := f.Table.Rulebook(f.System)
	if !ok {
		return nil
	}
	return s
}
