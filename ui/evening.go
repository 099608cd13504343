package ui

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"
)

// evening is the whole program on a terminal: the start screen or a table, and
// the way from one table to the next.
type evening struct {
	cfg   Config // of the table that is open
	start *start // nil once there is a table
	table *Model
	w, h  int
}

// newEvening begins at the table of cfg or, where that has none, at the start
// screen.
func newEvening(cfg Config) *evening {
	e := &evening{cfg: cfg}
	if cfg.Game == nil {
		e.start = newStart(cfg)
	} else {
		e.table = New(cfg)
	}
	return e
}

// here is what is on the screen.
func (e *evening) here() tea.Model {
	if e.table == nil {
		return e.start
	}
	return e.table
}

// Init implements tea.Model.
func (e *evening) Init() tea.Cmd { return e.here().Init() }

// View implements tea.Model.
func (e *evening) View() string { return e.here().View() }

// Update implements tea.Model.
func (e *evening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case arrived:
		return e, e.arrive(msg)
	case tea.WindowSizeMsg:
		e.w, e.h = msg.Width, msg.Height
	}
	_, cmd := e.here().Update(msg)
	return e, cmd
}

// arrive goes to a table that was opened. The one before is closed once the
// new one stands; when that was not opened, nothing changes.
func (e *evening) arrive(at arrived) tea.Cmd {
	if at.err != nil {
		if e.table == nil {
			e.start.desk.fail(at.err.Error())
			return nil
		}
		return e.table.fail(at.err.Error())
	}
	closing := e.cfg.Close
	if e.table != nil {
		e.table.part()
	}
	e.cfg, e.start, e.table = at.cfg, nil, New(at.cfg)
	e.table.Update(tea.WindowSizeMsg{Width: e.w, Height: e.h})
	begin := e.table.Init()
	if closing == nil {
		return begin
	}
	return tea.Batch(begin, func() tea.Msg {
		if err := closing(); err != nil {
			return trouble{err}
		}
		return nil
	})
}

// trouble is an error that came from behind the screen.
type trouble struct{ err error }

// Run shows the screen on the terminal until it is left: the table of cfg or,
// where that has none, the start screen. It closes the table.
func Run(cfg Config) error {
	e := newEvening(cfg)
	err := show(e, cfg.Settings.Mouse)
	if e.cfg.Close != nil {
		err = errors.Join(err, e.cfg.Close())
	}
	return err
}
