package ui

import (
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	_ "example.org/fray/ui/early" // before Bubble Tea: see there
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	tty "example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// app is the whole program on a terminal: the start screen or a table, and
// the way from one table to the next.
type app struct {
	cfg   Config        // of the table that is open
	start *start.Screen // nil once there is a table
	table *Model
	w, h  int
	theme string // for what has none of its own: dark, unless the terminal says otherwise
}

// newApp begins at the table of cfg or, where that has none, at the start
// screen.
func newApp(cfg Config) *app {
	e := &app{cfg: cfg, theme: kit.Dark.Name}
	if cfg.Game == nil {
		t := e.themed(cfg)
		e.start = start.New(cfg.Tables.Shelf, cfg.Look(t.Theme), Keymap(cfg.Settings.Keys))
	} else {
		e.table = New(e.themed(cfg))
	}
	return e
}

// Keymap is which keys bindings have on a screen without a table.
func Keymap(own map[string][]string) *pane.Keymap { return newKeyring(nil, own).keymap }

// Sit gives the screen of the table of cfg, for a terminal that somebody else
// runs.
func Sit(cfg Config) tea.Model { return newApp(cfg) }

func (e *app) themed(cfg Config) Config {
	if cfg.Theme == "" {
		cfg.Theme = e.theme
	}
	return cfg
}

// lighten changes to the light theme what has none of its own.
func (e *app) lighten() {
	e.theme = kit.Light.Name
	switch {
	case e.cfg.Theme != "":
	case e.table == nil:
		e.start.Wear(e.cfg.Look(e.theme))
	case e.table.preferences.Theme == kit.Dark.Name: // the theme key hasn't been faster
		e.table.preferences.Theme = e.theme
		e.table.look = e.cfg.Look(e.theme)
	}
}

// here is what is on the screen.
func (e *app) here() tea.Model {
	if e.table == nil {
		return e.start
	}
	return e.table
}

// Init implements tea.Model.
func (e *app) Init() tea.Cmd { return e.here().Init() }

// View implements tea.Model.
func (e *app) View() string { return e.here().View() }

// Lines are those of the view.
func (e *app) Lines() []string { return tty.Lines(e.here()) }

// Update implements tea.Model.
func (e *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case start.Arrived:
		return e, e.arrive(msg)
	case tea.WindowSizeMsg:
		e.w, e.h = msg.Width, msg.Height
	case tty.Background:
		if !msg.Dark {
			e.lighten()
		}
		return e, nil
	case tty.Closing:
		if e.table != nil {
			e.table.part()
		}
		return e, nil
	}
	_, cmd := e.here().Update(msg)
	return e, cmd
}

// arrive goes to a table that was opened. The one before is closed once the
// new one stands; when that was not opened, nothing changes.
func (e *app) arrive(at start.Arrived) tea.Cmd {
	if at.Err != nil {
		if e.table == nil {
			e.start.Fail(at.Err.Error())
			return nil
		}
		return e.table.fail(at.Err.Error())
	}
	closing := e.cfg.Close
	if e.table != nil {
		e.table.part()
	}
	e.cfg, e.start = at.Table.(Config), nil
	e.table = New(e.themed(e.cfg))
	_, sized := e.table.Update(tea.WindowSizeMsg{Width: e.w, Height: e.h})
	begin := tea.Batch(e.table.Init(), sized)
	if closing == nil {
		return begin
	}
	return tea.Batch(begin, func() tea.Msg {
		if err := closing(); err != nil {
			return start.Trouble{Err: err}
		}
		return nil
	})
}

// Run shows the screen on the terminal until it is left: the table of cfg or,
// where that has none, the start screen. It closes the table. Without a theme
// in cfg, the terminal's background decides.
func Run(cfg Config) error {
	e := newApp(cfg)
	err := show(e, cfg.Settings, cfg.Theme == "")
	if e.cfg.Close != nil {
		err = errors.Join(err, e.cfg.Close())
	}
	return err
}

// soon is how soon a terminal must say what its background is: later, colours
// that change would be a surprise.
const soon = 200 * time.Millisecond

// show runs a model on the terminal until it quits, and has the terminal asked
// for its background.
func show(m tea.Model, s Settings, ask bool) error {
	o := tty.Options{Mouse: s.Mouse, Log: s.Crashes}
	if ask {
		o.Background = soon
	}
	return tty.Run(m, o)
}
