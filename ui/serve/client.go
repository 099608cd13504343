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

// Guest is somebody at a table or in its waiting room: a connection over SSH, with a screen or in
// lines, or a browser with all its pages, which lasts from its first request until it has been idle
// for a while. Its methods may be called from any goroutine.
type Guest struct {
	table     *Table
	ssh       ssh.Session // nil for a browser
	id        string
	key       gossh.PublicKey // the key that signed the login; nil on the local socket, and for a login by invite alone
	cookie    string          // of a browser, instead of a key; see [Guest]
	ownCookie bool            // the cookie was made for the seat that the browser gets, so nobody else can know it
	device    string          // a short description of the browser
	from      origin
	local     bool
	came      time.Time
	streamed  atomic.Bool  // a browser has opened a stream of events
	streams   atomic.Int32 // streams that it has open
	hidden    atomic.Bool  // its pages are hidden, and hold no stream, but ask from time to time
	typed     atomic.Int64 // time of the newest input in Unix nanoseconds; 0: none yet

	// The following are guarded by the server's lock.
	seat  model.Seat // the zero seat in the waiting room
	name  string     // given in the waiting room
	asked time.Time  // when that was

	seated chan model.Seat // receives the seat when the client is admitted
	told   chan string     // receives messages to show
	tries  atomic.Int32    // number of invites that were tried
	invite string          // the invite that was used as the login name, and why it was refused
	wrong  string
	ended  chan struct{} // closed when the client has ended or must end
	words  string        // and the reason
	once   sync.Once
	letGo  func()       // called when a guest leaves who came from the list of tables
	left   sync.Once    // they have left
	conns  atomic.Int32 // connections of a browser
	line   *connection  // nil without a rate limit, in tests
	passes bool         // the connection outlasts the client: whoever leaves the table is still at the door of a host

	waitAlarm, keepAliveAlarm alarm                          // for the waiting time, and for the keep-alive
	changed                   atomic.Pointer[ui.Preferences] // preferences that were set on this screen; nil: none
}

// alarm calls a function after a delay, unless its client has ended by then. Stopping it
// matters, since a pending timer keeps the client's memory.
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

func (c *Guest) is(k gossh.PublicKey) bool { return sameKey(c.key, k) }

// sameKey reports whether two public keys are the same one. No key is the same as none.
func sameKey(a, b gossh.PublicKey) bool {
	return a != nil && b != nil && bytes.Equal(a.Marshal(), b.Marshal())
}

// end ends the client with a message for the person.
func (c *Guest) end(words string) {
	c.once.Do(func() {
		c.words = words
		close(c.ended)
		if c.ssh != nil && !c.passes {
			time.AfterFunc(endTimeout, func() { _ = c.ssh.Close(); closeConn(c.ssh.Context()) })
		}
	})
}

// over marks the client as ended, and closes the connection soon after.
func (c *Guest) over() {
	c.once.Do(func() { close(c.ended) })
	c.waitAlarm.stop()
	c.keepAliveAlarm.stop()
	if c.ssh != nil && !c.passes {
		time.AfterFunc(endTimeout, func() { closeConn(c.ssh.Context()) })
	}
}

// credential returns the key or cookie of the client as the guest list stores it, or "".
func (c *Guest) credential() string {
	if c.key != nil {
		return storedKey(c.key)
	}
	return c.cookie
}

// endTimeout is how long a screen may take to end by itself, and then the client to read the
// last output.
const endTimeout = 2 * time.Second

// closeConn closes the connection of a client.
func closeConn(ctx ssh.Context) {
	if c, ok := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
		_ = c.Close()
	}
}

// How often a silent client is asked for a sign of life, and when it is given up.
const (
	askEvery = 10 * time.Second
	silent   = 30 * time.Second
)

// resizeEvery is the shortest time between two sizes of a terminal, since each size draws
// the whole screen.
const resizeEvery = 50 * time.Millisecond

// The largest terminal that is drawn for. A larger one is treated as this size.
const (
	widest  = 500
	tallest = 200
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

// comeByInvite admits a client whose login name is an invite, or who was asked for one. If
// the invite is refused, a client with a key goes to the waiting room, and one without a
// key gets the error.
func (s *Table) comeByInvite(c *Guest) error {
	if c.local {
		return nil
	}
	c.invite, _ = c.ssh.Context().Value(inviteKey{}).(string)
	if c.invite == "" && areInvite(c.ssh.User()) && s.shouldRedeem(c, c.ssh.User()) {
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
	<-c.seated // the screen begins at the table
	return nil
}

// shouldRedeem reports whether a client should redeem the invite that it used as its login
// name. A client with a seat redeems only a valid invite, which gives it another seat. With
// a used one it keeps its own seat, so that the command from the invitation can be
// repeated.
func (s *Table) shouldRedeem(c *Guest, words string) bool {
	switch seat := s.seatOf(c); seat.Role {
	case model.GM:
		return false
	case "":
		return true
	}
	return s.cfg.Guests.Works(words, s.cfg.Now()) == nil
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

// seatOf returns the seat with which a client begins.
func (s *Table) seatOf(c *Guest) model.Seat {
	if c.local || c.is(s.cfg.GM) {
		return model.Seat{Role: model.GM}
	}
	key := c.credential()
	if key == "" { // an invite without a key gave the seat for this connection
		return c.seat
	}
	g, _ := s.cfg.Guests.guest(key)
	return g.Seat
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

// preparedFor returns the gamemaster's shelf, and nil for other seats.
func preparedFor(seat model.Seat, cfg ui.Config) func() []phrase.Prepared {
	if !seat.IsGamemaster() {
		return nil
	}
	return cfg.Tables.Prepared
}

// plain plays in lines, for a client without a terminal.
func (c *Guest) plain() error {
	var in io.Reader = c.input()
	cfg, seat := c.config(), c.Seat()
	if seat.Role == "" {
		if seat, in = c.waits(in); seat.Role == "" {
			return nil
		}
	}
	c.playLines(cfg, seat, in)
	return nil // whatever else it is, the client has gone
}

// playLines plays at a seat in lines.
func (c *Guest) playLines(cfg ui.Config, seat model.Seat, in io.Reader) {
	left := make(chan struct{})
	defer close(left)
	go func() {
		for {
			select {
			case words := <-c.told:
				c.say(words)
			case <-left:
				return
			}
		}
	}()
	cfg.Place, cfg.Keep = c.placeOf(seat)
	err := lines.Play(lines.Config{Game: c.game(seat), Seat: seat, Shelf: preparedFor(seat, cfg), Ending: act.Ending{Seal: c.table.cfg.Table.Seal, Own: c.game(seat).Own}, Now: time.Now, Recapped: cfg.Place.Recapped, Recap: cfg.KeepRecapped(), News: cfg.News, Present: c.table.admissionsOf(seat), Door: c.Door(), Ends: c.ended}, in, c.ssh)
	if errors.Is(err, bufio.ErrTooLong) || errors.Is(err, errTooLong) {
		c.say(errTooLong.Error())
	}
}

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
