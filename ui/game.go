package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/game"
	"example.org/fray/ui/pane"
)

// found is what was told of what the table's Found returns.
type found struct {
	told   []string
	before []string     // what had been told when the notice was opened
	notice *pane.Notice // the newest
}

// tellFound opens a notice of what has been found since the last one. One that is still open is
// written anew.
func tellFound(m *Model) tea.Cmd {
	f, all := &m.pending.found, m.game.Found()
	fresh := game.Untold(all, f.told)
	open := f.notice != nil && m.over.IDOf(f.notice) != 0
	if !open {
		f.before = f.told
	}
	f.told = all
	switch {
	case len(fresh) == 0:
		return nil
	case open:
		f.notice.Text = game.Untold(all, f.before)
		return nil
	}
	f.notice = &pane.Notice{Head: game.AboutTable, Text: fresh}
	return m.obey(pane.Push{Overlay: f.notice})
}

// takeOver makes the table writable.
func takeOver(m *Model) tea.Cmd {
	return m.obey(pane.Fetch{Run: func() any { return m.game.TakeOver() }, Then: func(pane.Frame, any) pane.Intent {
		if why := m.game.Why(); why != nil {
			return pane.Fail{Words: why.Error()}
		}
		return pane.Say{Words: "you have the table now: what you do is saved"}
	}})
}

func whyNoTakeOver(m *Model) string {
	if !m.game.ReadOnly() {
		return "you have the table already"
	}
	return ""
}

// fetched is the result of a pane.Fetch.
type fetched struct {
	game game.Game
	by   int // the number of the overlay that asked for it, 0 for none
	got  any
	then func(pane.Frame, any) pane.Intent // nil: the result is a message for the overlay
}

// changed is the message that the table has changed.
type changed struct{}

// watched carries out what a change asks for, and waits for the next.
func (m *Model) watched(w pane.Intent) tea.Cmd { return tea.Batch(m.watch(), m.obey(w)) }

// watch waits for the next change of the table or of who is here, and brings its message.
// It ends when both have been stopped.
func (m *Model) watch() tea.Cmd {
	changes, comes := m.pending.changes, m.attendance.changes
	if changes == nil && comes == nil {
		return nil
	}
	return func() tea.Msg {
		for changes != nil || comes != nil {
			select {
			case _, more := <-changes:
				if more {
					return changed{}
				}
				changes = nil
			case _, more := <-comes:
				if more {
					return cameOrWent{}
				}
				comes = nil
			}
		}
		return nil
	}
}
