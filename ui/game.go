package ui

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
	"example.org/fray/ui/start"
)

// Game is the table behind the screen: saves.Live, or a stand-in in tests.
type Game interface {
	// Now is the newest table.
	Now() model.Table
	// Do decides a command, commits what follows durably, and gives the table
	// after it. The errors are those of model.Decide, or of the disk.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch gives a channel that is ready whenever the table has changed.
	Watch() (changed <-chan struct{}, stop func())
	// Why says why nothing can be written; nil when it can.
	Why() error
}

// past is a Game that may have only the end of its log at first.
type past interface {
	// Older reads the rest, and tells whoever watches.
	Older(context.Context) error
}

// keeper is a Game on a disk, which may be damaged, or somebody else's.
type keeper interface {
	// Found is what was wrong with the table's files, a sentence each. It may
	// grow behind the screen: who watches is told.
	Found() []string
	// Saved is nil as long as all that is shown is on the disk.
	Saved() error
	// ReadOnly reports whether the table is only looked at.
	ReadOnly() bool
	// TakeOver makes it one's own, once whoever had it has gone.
	TakeOver() error
}

// tellFound lays on top what was found wrong with the files since it was last
// told.
func tellFound(m *Model) tea.Cmd {
	k, ok := m.game.(keeper)
	if !ok {
		return nil
	}
	all := k.Found()
	if len(all) <= m.flight.told {
		return nil
	}
	m.flight.told = len(all)
	return m.obey(pane.Push{Overlay: &paper.Notice{Head: "What was found in this table's files", Text: all}})
}

// takeOver makes the table one's own.
func takeOver(m *Model) tea.Cmd {
	k := m.game.(keeper)
	return m.obey(pane.Fetch{Run: func() any { return k.TakeOver() }, Then: func(pane.Frame, any) pane.Wish {
		if why := m.game.Why(); why != nil {
			return pane.Fail{Words: why.Error()}
		}
		return pane.Say{Words: "the table is yours now: what you do is written"}
	}})
}

func noTakeOver(m *Model) string {
	if k, ok := m.game.(keeper); !ok || !k.ReadOnly() {
		return "the table is yours already"
	}
	return ""
}

// readPast has the rest of the log read, behind the screen, until the table is
// left.
func readPast(m *Model) tea.Cmd {
	g, ok := m.game.(past)
	if !ok || m.table.Complete() {
		return nil
	}
	ctx, leave := context.WithCancel(context.Background())
	stop := m.flight.stop
	m.flight.stop = func() { leave(); stop() }
	return func() tea.Msg {
		if err := g.Older(ctx); err != nil && ctx.Err() == nil {
			return start.Trouble{Err: fmt.Errorf("the log cannot be read: %w", err)}
		}
		return nil
	}
}

// flight is what is on its way to the disk and back, and the keys that were
// typed meanwhile: they mean what the screen will show then.
type flight struct {
	n       int
	keys    []tea.KeyMsg
	changes <-chan struct{} // ready when somebody changed the table
	stop    func()
	told    int // findings that were shown
}

// did is a command that came back.
type did struct {
	game  Game
	table model.Table
	err   error
	then  pane.Then // what the screen does when it went well
}

// fetched is something that was run off the drawing path.
type fetched struct {
	game Game
	got  any
	then func(pane.Frame, any) pane.Wish
}

// changed says that somebody changed the table.
type changed struct{}

// do sends a command.
func (m *Model) do(w pane.Do) tea.Cmd {
	if why := m.game.Why(); why != nil {
		return m.fail(why.Error())
	}
	game, seat := m.game, m.seat
	m.flight.n++
	return func() tea.Msg {
		t, err := game.Do(seat, w.Command)
		return did{game, t, err, w.Then}
	}
}

// landed takes in what came of a command, then the keys that waited for it.
func (m *Model) landed(d did) tea.Cmd {
	m.flight.n = max(0, m.flight.n-1)
	cmds := []tea.Cmd{m.done(d)}
	for m.flight.n == 0 && len(m.flight.keys) > 0 {
		k := m.flight.keys[0]
		m.flight.keys = m.flight.keys[1:]
		cmds = append(cmds, m.key(k))
	}
	return tea.Batch(cmds...)
}

// done takes in what came of a command.
func (m *Model) done(d did) tea.Cmd {
	if d.game != m.game {
		return nil // it was sent to the table before this one
	}
	if d.err != nil {
		m.see(m.game.Now())
		return m.fail(d.err.Error())
	}
	if d.table.Complete() {
		m.see(d.table)
	} else { // the rest of the log may have come meanwhile
		m.see(m.game.Now())
	}
	if d.then == nil {
		return nil
	}
	return m.obey(d.then)
}

// watch waits for the next change of the table.
func (m *Model) watch() tea.Cmd {
	ready := m.flight.changes
	if ready == nil {
		return nil
	}
	return func() tea.Msg {
		if _, ok := <-ready; !ok {
			return nil
		}
		return changed{}
	}
}
