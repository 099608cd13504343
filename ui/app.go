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

// app is the whole program on a terminal: the start screen or the screen of a table. It
// goes from one table to the next.
type app struct {
	cfg   Config        // of the open table
	start *start.Screen // nil once there is a table
	table *Model
	w, h  int
	theme string // where none was chosen: dark, unless the terminal's background is light
}

// newApp begins at the table of cfg or, where it has none, at the start screen.
func newApp(cfg Config) *app {
	a := &app{cfg: cfg, theme: kit.Dark.Name}
	if cfg.Game == nil {
		t := a.themed(cfg)
		a.start = start.New(cfg.Tables.Shelf, cfg.Look(t.Theme), Keymap(cfg.Settings.Keys))
	} else {
		a.table = New(a.themed(cfg))
	}
	return a
}

// Keymap is the keys of bindings on a screen without a table.
func Keymap(own map[string][]string) *pane.Keymap { return newKeyring(nil, own).keymap }

// Sit returns the screen of the table of cfg, for a terminal that the caller runs.
func Sit(cfg Config) tea.Model { return newApp(cfg) }

func (a *app) themed(cfg Config) Config {
	if cfg.Theme == "" {
		cfg.Theme = a.theme
	}
	return cfg
}

// useLightTheme changes to the light theme, unless a theme was chosen.
func (a *app) useLightTheme() {
	a.theme = kit.Light.Name
	switch {
	case a.cfg.Theme != "":
	case a.table == nil:
		a.start.SetLook(a.cfg.Look(a.theme))
	case a.table.preferences.Theme == kit.Dark.Name: // no theme was chosen meanwhile
		a.table.preferences.Theme = a.theme
		a.table.look = a.cfg.Look(a.theme)
	}
}

// here is the model that is on the screen.
func (a *app) here() tea.Model {
	if a.table == nil {
		return a.start
	}
	return a.table
}

// Init implements tea.Model.
func (a *app) Init() tea.Cmd { return a.here().Init() }

// View implements tea.Model.
func (a *app) View() string { return a.here().View() }

// Lines are the lines of the view.
func (a *app) Lines() []string { return tty.Lines(a.here()) }

// Update implements tea.Model.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case start.Arrived:
		return a, a.arrive(msg)
	case start.Left:
		return a, a.goBack(msg)
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
	case tty.Background:
		if !msg.Dark {
			a.useLightTheme()
		}
		return a, nil
	case tty.Closing:
		if a.table != nil {
			a.table.close()
		}
		return a, nil
	}
	_, cmd := a.here().Update(msg)
	return a, cmd
}

// arrive goes to a table that was opened, and then closes the one before. Where the table
// could not be opened it says why, and nothing changes.
func (a *app) arrive(at start.Arrived) tea.Cmd {
	if at.Err != nil {
		if a.table == nil {
			a.start.Fail(at.Err.Error())
			return nil
		}
		return a.table.fail(at.Err.Error())
	}
	closing := a.cfg.Close
	if a.table != nil {
		a.table.close()
	}
	a.cfg, a.start = at.Table.(Config), nil
	a.table = New(a.themed(a.cfg))
	_, sized := a.table.Update(tea.WindowSizeMsg{Width: a.w, Height: a.h})
	return tea.Batch(a.table.Init(), sized, closes(closing))
}

// closes closes a table that was left.
func closes(closing func() error) tea.Cmd {
	if closing == nil {
		return nil
	}
	return func() tea.Msg {
		if err := closing(); err != nil {
			return start.Failure{Err: err}
		}
		return nil
	}
}

// goBack goes from a table to the list of tables, and closes the table.
func (a *app) goBack(left start.Left) tea.Cmd {
	if a.table == nil {
		return nil
	}
	closing := a.cfg.Close
	a.cfg.Theme, a.cfg.Settings.Keys = a.table.preferences.Theme, a.table.preferences.Keys
	a.table.close()
	a.cfg.Close, a.table = nil, nil
	a.start = start.New(a.cfg.Tables.Shelf, a.cfg.Look(a.cfg.Theme), Keymap(a.cfg.Settings.Keys))
	a.start.Left(left.Why)
	_, _ = a.start.Update(tea.WindowSizeMsg{Width: a.w, Height: a.h})
	return tea.Sequence(closes(closing), a.start.Init())
}

// Run shows the table of cfg or, where it has none, the start screen on the terminal until
// the program is left, and closes the table. Where cfg has no theme, the terminal's
// background decides.
func Run(cfg Config) error {
	a := newApp(cfg)
	err := show(a, cfg.Settings, cfg.Theme == "")
	if a.cfg.Close != nil {
		err = errors.Join(err, a.cfg.Close())
	}
	return err
}

// backgroundPatience is how long the terminal may take to say what its background is.
// After that, changing colours would surprise people.
const backgroundPatience = 200 * time.Millisecond

// show runs a model on the terminal until it quits. ask has the terminal asked for its
// background.
func show(m tea.Model, s Settings, ask bool) error {
	o := tty.Options{Mouse: s.Mouse, Log: s.Crashes}
	if ask {
		o.Background = backgroundPatience
	}
	return tty.Run(m, o)
}
