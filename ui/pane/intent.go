package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
)

// Intent is what a pane or an overlay asks the root to do. The root may ignore it. nil is no
// intent.
type Intent interface{ intent() }

// Moved asks for a new frame and nothing else.
type Moved struct{}

// Do is a command for the table. Then follows once it is committed.
type Do struct {
	Command model.Command
	Then    Then
}

// Fetch runs something on another goroutine, such as reading a file. Then gets the result;
// without Then the overlay that asks gets it as a message.
type Fetch struct {
	Run  func() any
	Then func(Frame, any) Intent
}

// Then gives the next intent, from the frame at that time. It may be nil.
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

// Close removes the overlay that asks for it, even if others lie on top of it by then.
// Overlay, if not nil, is the one to remove instead: an overlay below that is finished.
type Close struct{ Overlay Overlay }

// Clear takes away all overlays.
type Clear struct{}

// Say shows a line of news, which goes away by itself.
type Say struct{ Words string }

// Tell shows a line of news that stays until a key is pressed, so that nobody misses it.
type Tell struct{ Words string }

// Fail says what is wrong and what would be right. It stays until a key is pressed.
type Fail struct{ Words string }

// Select selects a character.
type Select struct{ Who string }

// Mark marks these characters and no others: they do together what is begun next.
type Mark struct{ Who []string }

// Turn shows another rulebook of the selected character.
type Turn struct{ System string }

// Act opens the palette of actions for a character or, with an action, its form.
type Act struct{ Who, System, Action string }

// Edit opens a field of a sheet for writing by hand or, without a field, the
// whole sheet.
type Edit struct{ Who, System, Field string }

// Adjust opens the overlay that adjusts a pool. Field is the pool's usual loss. Up gives
// points back.
type Adjust struct {
	Who, System, Field string
	Up                 bool
}

// Show does what a key of the table does. Name is the binding's name.
type Show struct{ What string }

// Press is a key as if it had been pressed now.
type Press struct{ Key tea.KeyMsg }

// Find shows the entries of the log that pass a filter, with the cursor on the event of that
// number, 0 for the newest.
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

// Keep saves where the screen stands, for the next time.
type Keep struct{}

// Own is an intent that only the root and its own keys know.
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
