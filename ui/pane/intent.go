package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
)

// Intent is what a pane or an overlay asks the root to do. The root never has to
// obey. nil is no intent.
type Intent interface{ intent() }

// Moved is the intent for nothing but to be drawn again.
type Moved struct{}

// Do is a command for the table. Then follows once it is committed.
type Do struct {
	Command model.Command
	Then    Then
}

// Fetch runs something off the drawing path: a file, a count. Then follows
// with what it gave; without Then that is a message for the overlay that asks.
type Fetch struct {
	Run  func() any
	Then func(Frame, any) Intent
}

// Then is what is asked for with the screen as it stands by then. It may be nil.
type Then func(Frame) Intent

// All are several intents, one after the other.
type All []Intent

// And is an intent and then another. Either may be nil.
func And(first, then Intent) Intent {
	switch {
	case first == nil:
		return then
	case then == nil:
		return first
	}
	return All{first, then}
}

// Push lays an overlay on top.
type Push struct{ Overlay Overlay }

// Close takes away the overlay that asks for it, wherever it lies by then. Overlay is
// another one, where what lay on top of it has finished it.
type Close struct{ Overlay Overlay }

// Clear takes away all overlays.
type Clear struct{}

// Say is a line of news, which goes by itself.
type Say struct{ Words string }

// Tell is a line of news that stays until a key: nobody looks all the time.
type Tell struct{ Words string }

// Fail is what is wrong, and what would be right: it stays until a key.
type Fail struct{ Words string }

// Select selects a character.
type Select struct{ Who string }

// Mark marks characters, and nobody else: what is begun next they do together.
type Mark struct{ Who []string }

// Turn shows another rulebook of the selected character.
type Turn struct{ System string }

// Act opens the palette of actions for a character, or with an action its
// form.
type Act struct{ Who, System, Action string }

// Resume opens a roll under way.
type Resume struct{ Roll string }

// Edit opens a field of a sheet for writing by hand or, without a field, the
// whole sheet.
type Edit struct{ Who, System, Field string }

// Adjust opens the adjusting of a pool: Field is its usual loss. Up is to give
// back.
type Adjust struct {
	Who, System, Field string
	Up                 bool
}

// Show does what a key of the table does, by the binding's name.
type Show struct{ What string }

// Press is a key as if it had been pressed now.
type Press struct{ Key tea.KeyMsg }

// Find shows only those entries of the log that a filter lets through, with the cursor on
// one of them: the event of that number, 0 for the newest.
type Find struct {
	Filter Filter
	Entry  uint64
}

// Focus gives a pane the keys, by its name.
type Focus struct{ Pane string }

// Stand puts the cursor of a pane somewhere, by its name.
type Stand struct {
	Pane string
	At   Place
}

// Keep keeps where the screen stands, for the next evening.
type Keep struct{}

// Own is an intent in words that only the root and its own keys share.
type Own struct{ Intent any }

// Copy puts text on the clipboard.
type Copy struct {
	What string // what the text is, for the words of what was done: "Seraph"
	Text string
}

// Amend begins to play the act again that an event belongs to, with other
// values.
type Amend struct{ Seq uint64 }

// Export writes the rolls of events as .play files.
type Export struct{ Seqs []uint64 }

func (Moved) intent()  {}
func (Do) intent()     {}
func (Fetch) intent()  {}
func (Then) intent()   {}
func (All) intent()    {}
func (Push) intent()   {}
func (Close) intent()  {}
func (Clear) intent()  {}
func (Say) intent()    {}
func (Tell) intent()   {}
func (Fail) intent()   {}
func (Select) intent() {}
func (Mark) intent()   {}
func (Turn) intent()   {}
func (Act) intent()    {}
func (Resume) intent() {}
func (Edit) intent()   {}
func (Adjust) intent() {}
func (Show) intent()   {}
func (Press) intent()  {}
func (Find) intent()   {}
func (Focus) intent()  {}
func (Stand) intent()  {}
func (Keep) intent()   {}
func (Own) intent()    {}
func (Copy) intent()   {}
func (Amend) intent()  {}
func (Export) intent() {}
