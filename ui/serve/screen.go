package serve

import (
	"cmp"
	"errors"
	"io"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// guestScreen is the model of a guest's screen: the waiting room and then the table, or the list of
// their tables and one of those.
type guestScreen struct {
	guest  *Guest
	cfg    ui.Config
	inner  tea.Model
	size   tea.WindowSizeMsg
	ground *screen.Background
}

type (
	admitted model.Seat
	sentAway struct{}
	sentBack struct{ from *Guest } // the stay at a table was ended from outside
)

// screen returns the model of the guest's screen. Somebody with a single table begins there.
func (c *Guest) screen() *guestScreen {
	v := &guestScreen{guest: c, cfg: c.config()}
	if c.table == nil {
		begin := v.cfg
		if at := c.beginsAt(); at != nil {
			go c.hearsFrom(at)
			begin = c.tableScreen(at, false)
		}
		v.inner = ui.Sit(begin)
		return v
	}
	if seat := c.Seat(); seat.Role != "" {
		v.sit(seat)
		return v
	}
	name := c.ssh.User()
	if areInvite(name) {
		name = ""
	}
	v.inner = start.NewLobby(c, v.cfg.Look(cmp.Or(v.cfg.Theme, kit.Dark.Name)), ui.Keymap(v.cfg.Settings.Keys), name, c.invite, c.wrong)
	return v
}

// terminal returns the model of the guest's screen, and their terminal.
func (c *Guest) terminal() (tea.Model, screen.Options) {
	v := c.screen()
	pty, resizes, _ := c.ssh.Pty()
	calm := func(tell func(tea.WindowSizeMsg)) { throttleSizes(resizes, tell) }
	return v, screen.Options{In: c.input(), Out: chunkWriter{c.ssh}, Size: sizeOf(pty.Window), Resizes: calm, Scheduler: c.host.cfg.Draws, Background: background(v.cfg)}
}

// Init implements tea.Model.
func (v *guestScreen) Init() tea.Cmd {
	all := tea.Batch(v.inner.Init(), v.wait)
	if c := v.guest; c.table == nil && c.wrong != "" {
		return tea.Batch(all, func() tea.Msg { return start.Failure{Err: errors.New(c.wrong)} })
	}
	return all
}

// wait waits until the guest gets a seat, gets a message, leaves a table for the list or must end.
func (v *guestScreen) wait() tea.Msg {
	select {
	case seat := <-v.guest.seated:
		return admitted(seat)
	case words := <-v.guest.told:
		return start.Notice(words)
	case at := <-v.guest.back:
		return sentBack{at}
	case <-v.guest.ended:
		return sentAway{}
	}
}

// View implements tea.Model.
func (v *guestScreen) View() string { return v.inner.View() }

// Lines returns the lines of the view.
func (v *guestScreen) Lines() []string { return screen.Lines(v.inner) }

// Update implements tea.Model.
func (v *guestScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var again tea.Cmd
	switch m := msg.(type) {
	case admitted:
		v.sit(model.Seat(m))
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
	case sentBack:
		v.guest.host.mu.Lock()
		here := v.guest.at == m.from
		v.guest.host.mu.Unlock()
		if !here {
			return v, v.wait
		}
		msg, again = start.Left{Why: m.from.words}, v.wait
	case start.Notice:
		again = v.wait
	case tea.WindowSizeMsg:
		v.size = m
	case screen.Background:
		v.ground = &m
	}
	var cmd tea.Cmd
	v.inner, cmd = v.inner.Update(msg)
	return v, tea.Batch(cmd, again)
}

// sit replaces the waiting room by the table.
func (v *guestScreen) sit(seat model.Seat) { v.inner = ui.Sit(v.guest.seatScreen(v.cfg, seat)) }

// config returns the configuration of the guest's screen, with the preferences stored for their
// key.
func (c *Guest) config() ui.Config {
	cfg := c.host.cfg.Screen(c.ssh, environment(c.ssh.Environ()))
	cfg.Keep, cfg.Tables, cfg.Close = nil, ui.Tables{Greet: true, Now: time.Now, Prepared: cfg.Tables.Prepared}, nil
	if p, known := c.host.lists().Preferences(c.key); known {
		cfg.Theme, cfg.Settings.Mouse, cfg.Settings.Keys = cmp.Or(p.Theme, cfg.Theme), p.Mouse, p.Keys
	}
	if c.key != nil {
		cfg.Settings.Keep = func(p ui.Preferences) { c.changed.Store(&p) }
	}
	if c.table == nil {
		cfg.Tables.Shelf = c.shelf()
	}
	return cfg
}

// tableScreen returns the configuration of the screen at a table of the guest's list. If back is
// set, leaving the table returns to the list.
func (c *Guest) tableScreen(at *Guest, back bool) ui.Config {
	cfg := at.config()
	cfg.Tables.Shelf, cfg.Tables.Back, cfg.Tables.Path = c.shelf(), back, at.table.cfg.Table.Path()
	cfg = at.seatScreen(cfg, at.Seat())
	cfg.Close = func() error { c.leavesTable(at); return nil }
	return cfg
}

// seatScreen returns the configuration of the guest's screen at the table.
func (c *Guest) seatScreen(cfg ui.Config, seat model.Seat) ui.Config {
	game := c.game(seat)
	cfg.Tables.Prepared, cfg.Tables.Own = preparedFor(seat, cfg), game.Own
	cfg.Game, cfg.Seat, cfg.Admissions, cfg.Tables.People = game, seat, c.table.admissionsOf(seat), game.texts()
	if cfg.Door = c.Door(); cfg.Door != nil && c.table.isClosed() {
		cfg.Admissions = nil
	}
	cfg.Place, cfg.Keep = c.placeOf(seat)
	if c.key == nil && !c.local {
		cfg.News = withoutAKey
	}
	cfg.News = cmp.Or(c.lost(seat), cfg.News)
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

// lost says that the table's log no longer leads up to what the seat saw of it last.
func (c *Guest) lost(seat model.Seat) string { return c.Lost(c.table.cfg.Guests.Seen(seat)) }

// placeOf returns the stored place of a seat's screen, and a function that stores it.
func (c *Guest) placeOf(seat model.Seat) (ui.Place, func(ui.Place)) {
	guests := c.table.cfg.Guests
	return guests.Place(seat), func(at ui.Place) { guests.KeepPlace(seat, at) }
}

// keepPreferences stores the preferences that were set on the screen, at the table or, where there
// are many, beside what else is kept of the person. It is called when the screen or a stay at a table
// ends, since writing at every key would slow down the disk for everybody. Nothing is stored for a
// revoked seat, or for somebody who never had one.
func (c *Guest) keepPreferences() {
	p, seat := c.changed.Load(), c.Seat()
	if c.table != nil {
		seat = c.table.seatOf(c)
	}
	if p != nil && seat.Role != "" {
		c.host.lists().KeepPreferences(c.key, *p)
	}
}

// resizeEvery is the shortest time between two sizes of a terminal, since each size draws
// the whole screen.
const resizeEvery = 50 * time.Millisecond

// throttleSizes passes on the newest size, at most once in resizeEvery. It receives every size at
// once, because SSH handles the client's input in order.
func throttleSizes(from <-chan ssh.Window, tell func(tea.WindowSizeMsg)) {
	var newest tea.WindowSizeMsg
	var owed bool
	var rest <-chan time.Time
	for {
		select {
		case w, more := <-from:
			if !more {
				return
			}
			newest, owed = sizeOf(w), true
		case <-rest:
			rest = nil
		}
		if owed && rest == nil {
			tell(newest)
			owed, rest = false, time.After(resizeEvery)
		}
	}
}

func background(cfg ui.Config) time.Duration {
	if cfg.Theme == "" {
		return time.Second
	}
	return 0
}

// sizeOf returns the size to draw for. A terminal without a size counts as 80 x 24, as in
// other programs.
func sizeOf(w ssh.Window) tea.WindowSizeMsg {
	if w.Width <= 0 || w.Height <= 0 {
		w.Width, w.Height = 80, 24
	}
	return tea.WindowSizeMsg{Width: w.Width, Height: w.Height}
}

// environment returns the client's variables that describe its terminal. All others are
// ignored, since strangers set them.
func environment(all []string) func(string) string {
	known := map[string]string{}
	for _, kv := range all {
		name, value, _ := strings.Cut(kv, "=")
		switch name {
		case "TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "TMUX", "STY":
			if len(value) <= 64 {
				known[name] = value
			}
		}
	}
	return func(name string) string { return known[name] }
}

// chunkWriter splits large writes. SSH keeps a buffer as large as the largest write for the life
// of the client, and the first frame is much larger than the others.
type chunkWriter struct{ out io.Writer }

const pieceSize = 2 << 10

// Write implements io.Writer.
func (p chunkWriter) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var sent int
		sent, err = p.out.Write(b[n:min(len(b), n+pieceSize)])
		n += sent
	}
	return n, err
}
