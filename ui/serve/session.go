package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui"
	"example.org/fray/ui/screen"
)

// newGuest is a guest over SSH, at a table or, without one, at the list of their tables.
func newGuest(s *Table, sess ssh.Session) *Guest {
	_, local := sess.RemoteAddr().(*net.UnixAddr)
	c := &Guest{table: s, ssh: sess, key: sess.PublicKey(), local: local, came: time.Now(),
		seated: make(chan model.Seat, 1), told: make(chan string, 1), ended: make(chan struct{})}
	if l, ok := sess.Context().Value(connectionKey{}).(*connection); ok {
		c.from, c.line = l.from, l
		l.finished()
	}
	return c
}

// session is what a connection over SSH comes to: a table with its waiting room, or the list of a
// person's tables.
type session interface {
	comes() error // lets the person in, or says why not
	leaves()
	screen() (tea.Model, ui.Config) // what a terminal shows
	plain() error                   // plays in lines, without a terminal
	farewell() string               // the last line for whoever leaves by themselves
	logName() string                // their name for the host's log
}

// serves runs a connection from its first byte to its last. draws schedules its screen, and tell
// reports a crash to the operator.
func (c *Guest) serves(at session, draws *screen.Scheduler, tell func(words string)) {
	defer c.over()
	tuneFor(+1, 0)
	defer tuneFor(-1, 0)
	if err := at.comes(); err != nil {
		c.say(err.Error())
		_ = c.ssh.Exit(1)
		return
	}
	defer at.leaves()
	defer func() { _ = c.ssh.Exit(0) }() // first, because the host may close everything once the guest has left
	c.keepAlive()
	if err := c.shows(at, draws); err != nil {
		tell(c.crashed(at.logName(), err))
		_ = c.ssh.Exit(1)
		return
	}
	c.sayWhyEnded(at.farewell())
}

// shows shows a session, until it ends. It returns a panic as an error, so that other sessions go
// on. Any other error would mean that the guest has gone. The screen is built by other functions,
// because the stack of this one stays as large as it ever was.
func (c *Guest) shows(at session, draws *screen.Scheduler) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("this is a bug in fray: %v\n\n%s", v, debug.Stack())
		}
	}()
	if _, _, terminal := c.ssh.Pty(); !terminal {
		return at.plain()
	}
	err = screen.Run(c.terminal(at, draws))
	if broken := (*screen.Crash)(nil); errors.As(err, &broken) {
		return err
	}
	return nil
}

// terminal returns the model of a session's screen, and the guest's terminal.
func (c *Guest) terminal(at session, draws *screen.Scheduler) (tea.Model, screen.Options) {
	model, cfg := at.screen()
	pty, resizes, _ := c.ssh.Pty()
	calm := func(tell func(tea.WindowSizeMsg)) { throttleSizes(resizes, tell) }
	return model, screen.Options{In: c.input(), Out: chunkWriter{c.ssh}, Size: sizeOf(pty.Window), Resizes: calm, Scheduler: draws, Background: background(cfg)}
}

// handle serves a connection that comes to this table.
func (s *Table) handle(sess ssh.Session) {
	c := newGuest(s, sess)
	c.serves(c, s.cfg.Draws, s.cfg.Tell)
}

func (c *Guest) comes() error {
	s := c.table
	s.cfg.Guests.refreshKey(c.credential())
	if err := s.comeByInvite(c); err != nil {
		return err
	}
	if err := s.come(c); err != nil {
		return err
	}
	s.watch.Tell()
	return nil
}

func (c *Guest) leaves() {
	c.keepPreferences()
	c.table.leave(c)
}

// crashed tells the client that its screen has crashed, and returns what the host should know
// of it.
func (c *Guest) crashed(name string, err error) string {
	c.say("this screen crashed, which is a bug in fray. The table goes on: just connect again")
	return fmt.Sprintf("the screen of %s stopped: %v", name, err)
}

// sayWhyEnded tells the client why it had to go or, if it left by itself, says farewell.
func (c *Guest) sayWhyEnded(farewell string) {
	select {
	case <-c.ended:
		c.say(c.words)
	default:
		c.say(farewell)
	}
}

// comesBack says what somebody types to come back, if why is that the host is being stopped. A page
// comes back by itself.
func (c *Guest) comesBack(w Way, why string) string {
	if c.ssh == nil || c.local || why != hostStops {
		return ""
	}
	return ". To come back, type: " + w.Line(c.ssh.User())
}

// farewell returns the last line for a client that leaves.
func (c *Guest) farewell() string {
	if c.Seat() == (model.Seat{}) {
		return "you have left"
	}
	return "you have left " + model.Clean(c.table.cfg.Table.Now().Name, model.LongestName) + "; connect again to come back"
}

// logName returns the client's name for the host's log.
func (c *Guest) logName() string {
	switch {
	case c.local:
		return "this machine"
	case c.table.cfg.Table.Now().SeatName(c.Seat()) != "":
		return model.Clean(c.table.cfg.Table.Now().SeatName(c.Seat()), model.LongestName)
	}
	return c.Fingerprint()
}

// say writes a line to the client after its screen has ended.
func (c *Guest) say(words string) { _, _ = io.WriteString(c.ssh, "fray: "+words+"\r\n") }

// config returns the configuration of the client's screen, with the preferences stored for
// its key.
func (c *Guest) config() ui.Config { return c.configFrom(c.table.cfg.Screen, c.table.cfg.Guests) }

func (c *Guest) configFrom(screen func(io.Writer, func(string) string) ui.Config, guests *GuestList) ui.Config {
	cfg := screen(c.ssh, environment(c.ssh.Environ()))
	cfg.Keep, cfg.Tables, cfg.Close = nil, ui.Tables{Greet: true, Now: time.Now, Prepared: cfg.Tables.Prepared}, nil
	if p, known := guests.Preferences(c.key); known {
		cfg.Theme, cfg.Settings.Mouse, cfg.Settings.Keys = cmp.Or(p.Theme, cfg.Theme), p.Mouse, p.Keys
	}
	return cfg
}

// placeOf returns the stored place of a seat's screen, and a function that stores it.
func (c *Guest) placeOf(seat model.Seat) (ui.Place, func(ui.Place)) {
	guests := c.table.cfg.Guests
	return guests.Place(seat), func(at ui.Place) { guests.KeepPlace(seat, at) }
}

// keepPreferences stores the preferences that were set on the screen. It is called when the
// screen ends, since writing at every key would slow down the disk for everybody. Nothing
// is stored for a revoked seat.
func (c *Guest) keepPreferences() {
	if p := c.changed.Load(); p != nil && c.table.seatOf(c).Role != "" {
		c.table.cfg.Guests.KeepPreferences(c.key, *p)
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

// The largest terminal that is drawn for. A larger one is treated as this size.
const (
	widest  = 500
	tallest = 200
)

// sizeOf returns the size to draw for. A terminal without a size counts as 80 x 24, as in
// other programs.
func sizeOf(w ssh.Window) tea.WindowSizeMsg {
	if w.Width <= 0 || w.Height <= 0 {
		w.Width, w.Height = 80, 24
	}
	return tea.WindowSizeMsg{Width: min(w.Width, widest), Height: min(w.Height, tallest)}
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

// How often a silent client is asked for a sign of life, and when it is given up.
const (
	askEvery = 10 * time.Second
	silent   = 30 * time.Second
)

// keepAlive closes a client that sends nothing and does not answer the keep-alive requests
// that SSH clients answer by themselves.
func (c *Guest) keepAlive() {
	conn, ok := c.ssh.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if !ok || c.line == nil {
		return
	}
	var asked atomic.Bool
	var beat func()
	again := func() time.Duration {
		left := silent - time.Since(time.Unix(0, c.line.heard.Load()))
		if left > 0 {
			c.keepAliveAlarm.in(min(left, askEvery), beat)
		}
		return left
	}
	beat = func() {
		switch {
		case c.ssh.Context().Err() != nil:
		case again() <= 0:
			_ = conn.Close()
		case !asked.Swap(true): // in the background, since a client that does not read never answers
			_, _, _ = conn.SendRequest("keepalive@openssh.com", true, nil)
			asked.Store(false)
		}
	}
	_ = again()
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
