package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
)

// Overlay lies on top of the panes and has the keys. It holds what was typed and
// chosen in it and nothing of the game, which the frame has.
type Overlay interface {
	// About is what the root has to know of it beside its lines.
	About(Frame) About
	// Keys are the bindings that work now, those for the footer first.
	Keys(Frame) []Binding
	// Draw gives at most H lines of exactly W cells.
	Draw(Frame) []string
	// Update gives the overlay after a message, and what it asks for: a
	// tea.KeyMsg, of which every one is its own; [Changed]; or what a [Fetch] of
	// its own has brought.
	Update(Frame, tea.Msg) (Overlay, Intent)
}

// About is what the root has to know of an overlay.
type About struct {
	Title    string   // stands in the frame
	Aside    string   // stands at the right of the title
	Whole    bool     // it takes all the room between header and footer
	Rolling  *Rolling // the roll that is set up or answered in it, which the panes show as it would be; nil for none
	Progress Progress
}

// Progress is how far somebody has come with an act. The zero Progress is no act.
type Progress struct {
	Stage       Stage
	Who, Action string
	Question    engine.Question // while Deciding
}

// Stage is a step between "what now?" and the log.
type Stage int

// The stages of an act.
const (
	Choosing Stage = iota + 1 // among all there are
	Setting                   // its form is open
	Deciding                  // it asks something
)

// Changed is the message for the overlay on top when it has come to lie there, when the table
// or who is here has changed, and after the result of a [Fetch]: what it shows may be out of
// date.
type Changed struct{}
