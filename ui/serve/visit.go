package serve

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// visit is the model of a client's screen: the waiting room, and then the table.
type visit struct {
	guest  *Guest
	cfg    ui.Config
	inner  tea.Model
	size   tea.WindowSizeMsg
	ground *screen.Background
}

type (
	admitted model.Seat
	sentAway struct{}
)

// screen returns the model of the guest's screen: the waiting room, and then the table.
func (c *Guest) screen() (tea.Model, ui.Config) {
	cfg := c.config()
	v := &visit{guest: c, cfg: cfg}
	if seat := c.Seat(); seat.Role != "" {
		v.sit(seat)
		return v, cfg
	}
	name := c.ssh.User()
	if areInvite(name) {
		name = ""
	}
	v.inner = start.NewLobby(c, cfg.Look(cmp.Or(cfg.Theme, kit.Dark.Name)), ui.Keymap(cfg.Settings.Keys), name, c.invite, c.wrong)
	return v, cfg
}

// Init implements tea.Model.
func (v *visit) Init() tea.Cmd {
	return tea.Batch(v.inner.Init(), v.wait)
}

// wait waits until the client gets a seat, gets a message or must end.
func (v *visit) wait() tea.Msg {
	select {
	case seat := <-v.guest.seated:
		return admitted(seat)
	case words := <-v.guest.told:
		return start.Notice(words)
	case <-v.guest.ended:
		return sentAway{}
	}
}

// View implements tea.Model.
func (v *visit) View() string { return v.inner.View() }

// Lines returns the lines of the view.
func (v *visit) Lines() []string { return screen.Lines(v.inner) }

// Update implements tea.Model.
func (v *visit) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case admitted:
		v.sit(model.Seat(msg))
		_, sized := v.inner.Update(v.size)
		cmds := []tea.Cmd{v.inner.Init(), v.wait, sized}
		if v.ground != nil {
			_, lit := v.inner.Update(*v.ground)
			cmds = append(cmds, lit)
		}
		return v, tea.Batch(cmds...)
	case sentAway:
		_, _ = v.inner.Update(screen.Closing{})
		return v, tea.Quit
	case tea.WindowSizeMsg:
		v.size = msg
	case screen.Background:
		v.ground = &msg
	case start.Notice:
		_, cmd := v.inner.Update(msg)
		return v, tea.Batch(cmd, v.wait)
	}
	var cmd tea.Cmd
	v.inner, cmd = v.inner.Update(msg)
	return v, cmd
}

// sit replaces the waiting room by the table.
func (v *visit) sit(seat model.Seat) { v.inner = ui.Sit(v.guest.atTable(v.cfg, seat)) }

// atTable returns the configuration of a client's screen at the table.
func (c *Guest) atTable(cfg ui.Config, seat model.Seat) ui.Config {
	game := c.game(seat)
	cfg.Tables.Prepared, cfg.Tables.Own = preparedFor(seat, cfg), game.Own
	cfg.Game, cfg.Seat, cfg.Admissions, cfg.Tables.People = game, seat, c.table.admissionsOf(seat), game.texts()
	if cfg.Door = c.Door(); cfg.Door != nil && c.table.isClosed() {
		cfg.Admissions = nil
	}
	cfg.Place, cfg.Keep = c.placeOf(seat)
	if c.key != nil {
		cfg.Settings.Keep = func(p ui.Preferences) { c.changed.Store(&p) }
	} else if !c.local {
		cfg.News = withoutAKey
	}
	return cfg
}

// preparedFor returns the gamemaster's shelf, and nil for other seats.
func preparedFor(seat model.Seat, cfg ui.Config) func() []phrase.Prepared {
	if !seat.IsGamemaster() {
		return nil
	}
	return cfg.Tables.Prepared
}

const withoutAKey = "You came without an SSH key, so this seat is yours only until you leave. Make a key with ssh-keygen -t ed25519, and ask the gamemaster for another invite."

var _ start.Entrance = (*Guest)(nil)
