package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// Game is the table behind the screen: a saves.Live, or a stand-in in tests.
type Game interface {
	// Now is the newest table.
	Now() model.Table
	// Do decides a command, commits the facts durably, and returns the table after it.
	// The errors are those of decide.Decide, or of the disk.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch returns a channel that is ready whenever the table has changed. stop closes
	// it.
	Watch() (changed <-chan struct{}, stop func())
	// Why is the reason why nothing can be written, nil where it can.
	Why() error
}

// searcher is a Game with an index of the words of its log.
type searcher interface {
	// Search finds the newest events that hold all words of a text, as far as a
	// seat may know them: the newest first, and no more than most.
	Search(ctx context.Context, seat model.Seat, text string, most int) (found []uint64, err error)
	// Indexing reports whether the index is so far behind that a search takes a while.
	Indexing() bool
}

// damageTeller is a Game whose files may be damaged.
type damageTeller interface {
	// Found is what was wrong with the table's files, a sentence each. It may grow: then
	// the channel of Watch is ready.
	Found() []string
}

// sealer is a Game whose log can be checked later against the hash it has now.
type sealer interface {
	// Seal is the number of the newest event and the hash of its line.
	Seal() (seq uint64, hash string)
}

// exporter is a Game that is not a file of whoever sits there, and can be taken home.
type exporter interface {
	// Own exports the table and its log as far as the seat may know them.
	Own() (text string, err error)
}

// keeper is a Game on a disk, which another program may have open.
type keeper interface {
	// Saved is nil as long as everything that is shown is on the disk, else the error.
	Saved() error
	// ReadOnly reports whether the table is only looked at.
	ReadOnly() bool
	// TakeOver makes the table writable, once the program that had it open has ended.
	TakeOver() error
}

// tellFound opens a notice of what was found wrong with the files since the last one.
func tellFound(m *Model) tea.Cmd {
	g, ok := m.game.(damageTeller)
	if !ok {
		return nil
	}
	all := g.Found()
	if len(all) <= m.pending.told {
		return nil
	}
	m.pending.told = len(all)
	return m.obey(pane.Push{Overlay: &pane.Notice{Head: "A problem with this table's files", Text: all}})
}

// openSearch opens a search of the log: in its index, where the game has one.
func openSearch(m *Model) tea.Cmd {
	find := func(_ context.Context, text string, most int) (found []uint64, err error) {
		found, _ = view.SearchLog(m.table, text, most)
		return found, nil
	}
	behind := func() bool { return false }
	if g, ok := m.game.(searcher); ok {
		seat := m.seat
		behind = g.Indexing
		find = func(ctx context.Context, text string, most int) ([]uint64, error) {
			return g.Search(ctx, seat, text, most)
		}
	}
	return m.obey(pane.OpenSearch(m.frame(), find, behind))
}

// fault is what is wrong with a changed rulebook text.
type fault string

// hearFaults waits for the next fault.
func (m *Model) hearFaults() tea.Cmd {
	from := m.cfg.Faults
	if from == nil {
		return nil
	}
	return func() tea.Msg {
		words, more := <-from
		if !more {
			return nil
		}
		return fault(words)
	}
}

// takeOver makes the table writable.
func takeOver(m *Model) tea.Cmd {
	k := m.game.(keeper)
	return m.obey(pane.Fetch{Run: func() any { return k.TakeOver() }, Then: func(pane.Frame, any) pane.Intent {
		if why := m.game.Why(); why != nil {
			return pane.Fail{Words: why.Error()}
		}
		return pane.Say{Words: "you have the table now: what you do is saved"}
	}})
}

func whyNoTakeOver(m *Model) string {
	if !m.isReadOnly() {
		return "you have the table already"
	}
	return ""
}

// fetched is the result of a pane.Fetch.
type fetched struct {
	game Game
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
