package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// client is one connection with a screen, or with numbered lines.
type client struct {
	server   *Server
	ssh      ssh.Session // nil for a browser
	id       string
	key      gossh.PublicKey // that signed; nil over the socket of this machine, and of whoever came by an invite alone
	cookie   string          // in the place of a key, of a browser; see [Visitor]
	device   string          // what a browser calls itself, in words
	proves   bool            // a browser's network has a penalty; see connection
	limit    *rateLimit      // through which a browser has come
	network  string          // from which they come; see networkOf
	local    bool
	came     time.Time
	streamed atomic.Bool  // a browser has had a stream of events
	typed    atomic.Int64 // when they typed anything last, in Unix nanoseconds; 0: nothing yet

	// Under the server's lock.
	seat model.Seat // the zero seat while they wait
	name string     // that they gave in the waiting room

	seated chan model.Seat // gives the seat they were let in to
	told   chan string     // what they are to read now
	tries  atomic.Int32    // invites they have tried
	invite string          // that they logged in with, and what was wrong with it
	wrong  string
	ended  chan struct{} // closed when they have to go, or have gone
	words  string        // and why
	once   sync.Once
	line   *connection // nil where it has no rate limit, in tests

	waitsFor, isThere alarm                          // for how long they wait, and whether they still answer
	changed           atomic.Pointer[ui.Preferences] // what they have set at this screen; nil: nothing
}

// alarm calls a function after a while, unless its client has gone by then. It can be
// stopped, since a timer keeps everything in memory that its client is made of.
type alarm struct {
	mu    sync.Mutex
	timer *time.Timer
	off   bool
}

func (a *alarm) in(d time.Duration, call func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.off {
		a.timer = time.AfterFunc(d, call)
	}
}

func (a *alarm) stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.off = true; a.timer != nil {
		a.timer.Stop()
	}
}

// sits is the seat that the client has now.
func (c *client) sits() model.Seat {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.seat
}

func (c *client) is(k gossh.PublicKey) bool {
	return c.key != nil && k != nil && bytes.Equal(c.key.Marshal(), k.Marshal())
}

// end ends the client, with words for the person.
func (c *client) end(words string) {
	c.once.Do(func() {
		c.words = words
		close(c.ended)
		if c.ssh != nil {
			time.AfterFunc(goWithin, func() { _ = c.ssh.Close(); closeConn(c.ssh.Context()) })
		}
	})
}

// over marks the client as gone, so that nobody waits for it any more, and closes the
// connection soon after.
func (c *client) over() {
	c.once.Do(func() { close(c.ended) })
	c.waitsFor.stop()
	c.isThere.stop()
	if c.ssh != nil {
		time.AfterFunc(goWithin, func() { closeConn(c.ssh.Context()) })
	}
}

// credential is what stands for a seat: a key or a cookie as the guest list has them; ""
// for neither.
func (c *client) credential() string {
	if c.key != nil {
		return keyText(c.key)
	}
	return c.cookie
}

// limitedBy is the rate limit that they came through; nil in tests that have none.
func (c *client) limitedBy() *rateLimit {
	if c.line != nil {
		return c.line.limit
	}
	return c.limit
}

// goWithin is how long a screen may take to end by itself, and then the client to read what
// was sent last.
const goWithin = 2 * time.Second

// closeConn cuts the connection of a client.
func closeConn(ctx ssh.Context) {
	if c, ok := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
		_ = c.Close()
	}
}

// The longest a client may say nothing, and how often it is asked to.
const (
	askEvery = 10 * time.Second
	silent   = 30 * time.Second
)

// resizeEvery is the least time between two sizes of a terminal, since each size draws the
// whole screen again.
const resizeEvery = 50 * time.Millisecond

// The largest terminal that is drawn for. A larger one is treated as this size.
const (
	widest  = 500
	tallest = 200
)

// handle runs a client from its first byte to its last.
func (s *Server) handle(sess ssh.Session) {
	_, local := sess.RemoteAddr().(*net.UnixAddr)
	c := &client{server: s, ssh: sess, key: sess.PublicKey(), local: local, came: time.Now(),
		seated: make(chan model.Seat, 1), told: make(chan string, 1), ended: make(chan struct{})}
	if l, ok := sess.Context().Value(connectionKey{}).(*connection); ok {
		c.network, c.line = l.network, l
		l.finished()
	}
	defer c.over()
	runsFor(+1)
	defer runsFor(-1)
	s.cfg.Guests.look(c.credential())
	err := s.comeByInvite(c)
	if err == nil {
		err = s.come(c)
	}
	if err != nil {
		c.say(err.Error())
		_ = sess.Exit(1)
		return
	}
	defer s.leave(c)
	defer func() { _ = sess.Exit(0) }() // before it has left: then everything may be closed
	s.watch.Tell()
	c.keepAlive()
	if err := c.runs(); err != nil {
		s.cfg.Tell(fmt.Sprintf("the screen of %s stopped: %v", c.called(), err))
		c.say("this screen crashed, which is a bug in fray. The table goes on: just connect again")
		_ = sess.Exit(1)
		return
	}
	select {
	case <-c.ended:
		c.say(c.words)
	default:
		c.say(c.bye())
	}
}

// comeByInvite lets in a client that logged in with an invite in the place of a name, or was
// asked for one. A client with a key and an invite that doesn't work waits like others.
// Without a key it gets the error.
func (s *Server) comeByInvite(c *client) error {
	if c.local {
		return nil
	}
	c.invite, _ = c.ssh.Context().Value(inviteKey{}).(string)
	if c.invite == "" && areInvite(c.ssh.User()) && s.hasUseFor(c, c.ssh.User()) {
		c.invite = c.ssh.User()
	}
	if c.invite == "" {
		return nil
	}
	if err := s.redeem(c, c.invite, ""); err != nil {
		if c.key == nil {
			return err
		}
		c.wrong = err.Error()
		return nil
	}
	<-c.seated // they begin there
	return nil
}

// hasUseFor reports whether a client uses the invite under which it has logged in. One with a
// seat uses an invite that works, to take another seat. With a used invite it comes to its
// own seat, so that the line it once typed still works.
func (s *Server) hasUseFor(c *client, words string) bool {
	switch seat := s.seatOf(c); seat.Role {
	case model.GM:
		return false
	case "":
		return true
	}
	return s.cfg.Guests.Works(words, s.cfg.Now()) == nil
}

// bye is the last line that somebody who leaves reads.
func (c *client) bye() string {
	if c.sits() == (model.Seat{}) {
		return "you have left"
	}
	return "you have left " + model.Clean(c.server.cfg.Table.Now().Name, model.LongestName) + "; connect again to come back"
}

// seatOf gives the seat that a client begins with.
func (s *Server) seatOf(c *client) model.Seat {
	if c.local || c.is(s.cfg.GM) {
		return model.Seat{Role: model.GM}
	}
	key := c.credential()
	if key == "" { // an invite gave it, for this connection
		return c.seat
	}
	g, _ := s.cfg.Guests.guest(key)
	return g.Seat
}

// called is the client's name for the host.
func (c *client) called() string {
	switch {
	case c.local:
		return "this machine"
	case c.server.cfg.Table.Now().SeatName(c.sits()) != "":
		return model.Clean(c.server.cfg.Table.Now().SeatName(c.sits()), model.LongestName)
	}
	return c.Fingerprint()
}

// say writes words below the screen that has ended.
func (c *client) say(words string) { _, _ = io.WriteString(c.ssh, "fray: "+words+"\r\n") }

// runs is run with a panic as an error, so that it ends this screen and no other.
func (c *client) runs() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("this is a bug in fray: %v\n\n%s", v, debug.Stack())
		}
	}()
	return c.run()
}

// run shows the waiting room, the table, or both. It lasts as long as the client, and so does
// its stack, which is why other functions build the screen.
func (c *client) run() error {
	if _, _, terminal := c.ssh.Pty(); !terminal {
		return c.plain()
	}
	err := screen.Run(c.screen())
	c.keepPreferences()
	var broken *screen.Crash
	if errors.As(err, &broken) {
		return err
	}
	return nil // whatever else it is, the client has gone
}

// config is what the client's screen begins with, with the preferences that the host keeps
// beside the key.
func (c *client) config() ui.Config {
	cfg := c.server.cfg.Screen(c.ssh, environment(c.ssh.Environ()))
	cfg.Keep, cfg.Tables, cfg.Close = nil, ui.Tables{Greet: true, Now: time.Now, Prepared: cfg.Tables.Prepared}, nil
	if p, known := c.server.cfg.Guests.Preferences(c.key); known {
		cfg.Theme, cfg.Settings.Mouse, cfg.Settings.Keys = cmp.Or(p.Theme, cfg.Theme), p.Mouse, p.Keys
	}
	return cfg
}

// placeOf is where a seat stood when it left the table, and what keeps that.
func (c *client) placeOf(seat model.Seat) (ui.Place, func(ui.Place)) {
	guests := c.server.cfg.Guests
	return guests.Place(seat), func(at ui.Place) { guests.KeepPlace(seat, at) }
}

// keepPreferences saves what was set at the screen, once the screen is over: writing at every
// key would slow down the disk for everybody. For a seat that was taken back nothing is
// saved.
func (c *client) keepPreferences() {
	if p := c.changed.Load(); p != nil && c.server.seatOf(c).Role != "" {
		c.server.cfg.Guests.KeepPreferences(c.key, *p)
	}
}

// screen is the model of the client's screen, and its terminal.
func (c *client) screen() (tea.Model, screen.Options) {
	cfg := c.config()
	v := &visit{client: c, cfg: cfg}
	if seat := c.sits(); seat.Role != "" {
		v.sit(seat)
	} else {
		name := c.ssh.User()
		if areInvite(name) {
			name = ""
		}
		v.inner = start.NewLobby(c, cfg.Look(cmp.Or(cfg.Theme, kit.Dark.Name)), ui.Keymap(cfg.Settings.Keys), name, c.invite, c.wrong)
	}
	pty, resizes, _ := c.ssh.Pty()
	calm := func(tell func(tea.WindowSizeMsg)) { calmed(resizes, tell) }
	return v, screen.Options{In: c.input(), Out: pieces{c.ssh}, Size: sizeOf(pty.Window), Resizes: calm, Scheduler: c.server.cfg.Draws, Background: background(cfg)}
}

// calmed passes the newest size on, at most once in resizeEvery. It receives all sizes at
// once, since the keys of the client wait behind them.
func calmed(from <-chan ssh.Window, tell func(tea.WindowSizeMsg)) {
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

// preparedFor gives the gamemaster's shelf; nil for all others.
func preparedFor(seat model.Seat, cfg ui.Config) func() []phrase.Prepared {
	if !seat.IsGamemaster() {
		return nil
	}
	return cfg.Tables.Prepared
}

// plain plays in lines, for a client without a terminal.
func (c *client) plain() error {
	var in io.Reader = c.input()
	cfg, seat := c.config(), c.sits()
	if seat.Role == "" {
		if seat, in = c.waits(in); seat.Role == "" {
			return nil
		}
	}
	go func() {
		for {
			select {
			case words := <-c.told:
				c.say(words)
			case <-c.ssh.Context().Done():
				return
			}
		}
	}()
	cfg.Place, cfg.Keep = c.placeOf(seat)
	err := lines.Play(lines.Config{Game: c.game(seat), Seat: seat, Shelf: preparedFor(seat, cfg), Ending: act.Ending{Seal: c.server.cfg.Table.Seal, Own: c.game(seat).Own}, Now: time.Now, Recapped: cfg.Place.Recapped, Recap: cfg.KeepRecapped(), News: cfg.News, Present: c.server.admissionsOf(seat), Ends: c.ended}, in, c.ssh)
	if errors.Is(err, bufio.ErrTooLong) || errors.Is(err, errTooLong) {
		c.say(errTooLong.Error())
	}
	return nil // whatever else it is, the client has gone
}

// sizeOf is the size to draw for. A terminal without a size counts as 80 x 24, as in other
// programs.
func sizeOf(w ssh.Window) tea.WindowSizeMsg {
	if w.Width <= 0 || w.Height <= 0 {
		w.Width, w.Height = 80, 24
	}
	return tea.WindowSizeMsg{Width: min(w.Width, widest), Height: min(w.Height, tallest)}
}

// environment reads the variables of a client that describe its terminal. All others are
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

// keepAlive closes a client that has gone silently: it sends nothing, and does not answer the
// requests that SSH clients answer by themselves.
func (c *client) keepAlive() {
	conn, ok := c.ssh.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if !ok || c.line == nil {
		return
	}
	var asked atomic.Bool
	var beat func()
	again := func() time.Duration {
		left := silent - time.Since(time.Unix(0, c.line.heard.Load()))
		if left > 0 {
			c.isThere.in(min(left, askEvery), beat)
		}
		return left
	}
	beat = func() {
		switch {
		case c.ssh.Context().Err() != nil:
		case again() <= 0:
			_ = conn.Close()
		case !asked.Swap(true): // it may never be answered, by a client that doesn't read
			_, _, _ = conn.SendRequest("keepalive@openssh.com", true, nil)
			asked.Store(false)
		}
	}
	_ = again()
}

// pieces splits writes into small ones. SSH keeps a buffer as large as the longest write
// while a client stays, and the first frame is far longer than all others.
type pieces struct{ out io.Writer }

const pieceSize = 2 << 10

// Write implements io.Writer.
func (p pieces) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var sent int
		sent, err = p.out.Write(b[n:min(len(b), n+pieceSize)])
		n += sent
	}
	return n, err
}
