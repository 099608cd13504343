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
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// session is one screen of somebody's.
type session struct {
	server *Server
	ssh    ssh.Session
	id     string
	key    gossh.PublicKey // that signed; nil over the socket of this machine
	from   string
	local  bool

	// Under the server's lock.
	seat model.Seat // the zero seat while they wait
	name string     // that they gave in the waiting room

	seated chan model.Seat // gives the seat they were let in to
	told   chan string     // what they are to read while they wait
	tries  atomic.Int32    // invites they have tried
	ended  chan struct{}   // closed when they have to go, or have gone
	words  string          // and why
	once   sync.Once
	line   *knock // the connection
}

// sits is the seat that they have now.
func (x *session) sits() model.Seat {
	x.server.mu.Lock()
	defer x.server.mu.Unlock()
	return x.seat
}

func (x *session) is(k gossh.PublicKey) bool {
	return x.key != nil && k != nil && bytes.Equal(x.key.Marshal(), k.Marshal())
}

// end has the session end, with words.
func (x *session) end(words string) {
	x.once.Do(func() {
		x.words = words
		close(x.ended)
		time.AfterFunc(goWithin, func() { _ = x.ssh.Close(); closeConn(x.ssh.Context()) })
	})
}

// over says that the session has ended, so that nobody waits for it any more, and
// has the connection go after it: a client that stays has nothing to stay for.
func (x *session) over() {
	x.once.Do(func() { close(x.ended) })
	time.AfterFunc(goWithin, func() { closeConn(x.ssh.Context()) })
}

// goWithin is how long a screen has to end by itself, and then the client to
// read what was sent last.
const goWithin = 2 * time.Second

// closeConn cuts the connection of a session.
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

// resizeEvery is the least time between two sizes of a terminal: each has
// everything drawn anew.
const resizeEvery = 50 * time.Millisecond

// The sizes of terminals that are drawn for: others are taken for the nearest.
const (
	widest  = 500
	tallest = 200
)

// handle is a session from its first byte to its last.
func (s *Server) handle(sess ssh.Session) {
	_, local := sess.RemoteAddr().(*net.UnixAddr)
	x := &session{server: s, ssh: sess, key: sess.PublicKey(), local: local,
		seated: make(chan model.Seat, 1), told: make(chan string, 1), ended: make(chan struct{})}
	if k, ok := sess.Context().Value(knockKey{}).(*knock); ok {
		x.from, x.line = k.from, k
		k.arrived()
	}
	defer x.over()
	runsFor(+1)
	defer runsFor(-1)
	if err := s.come(x); err != nil {
		x.say(err.Error())
		_ = sess.Exit(1)
		return
	}
	defer s.leave(x)
	defer func() { _ = sess.Exit(0) }() // before it has left: then everything may be closed
	s.watch.Tell()
	x.keepAlive()
	if err := x.runs(); err != nil {
		s.cfg.Tell(fmt.Sprintf("the screen of %s stopped: %v", x.called(), err))
		x.say("this screen crashed, which is a bug in fray. The table goes on: just connect again")
		_ = sess.Exit(1)
		return
	}
	select {
	case <-x.ended:
		x.say(x.words)
	default:
		x.say(x.bye())
	}
}

// bye is the last that somebody reads who leaves, below what their own machine has
// written of the way in.
func (x *session) bye() string {
	if x.sits() == (model.Seat{}) {
		return "you have left"
	}
	return "you have left " + model.Clean(x.server.cfg.Table.Now().Name, model.LongestName) + "; connect again to come back"
}

// seatOf gives the seat that a session begins with.
func (s *Server) seatOf(x *session) model.Seat {
	if x.local || x.is(s.cfg.GM) {
		return model.Seat{Role: model.GM}
	}
	g, _ := s.cfg.Book.Guest(x.key)
	return g.Seat
}

// called is who it is, for the host.
func (x *session) called() string {
	switch {
	case x.local:
		return "this machine"
	case x.server.cfg.Table.Now().SeatName(x.sits()) != "":
		return model.Clean(x.server.cfg.Table.Now().SeatName(x.sits()), model.LongestName)
	}
	return gossh.FingerprintSHA256(x.key)
}

// say writes words behind the screen.
func (x *session) say(words string) { _, _ = io.WriteString(x.ssh, "fray: "+words+"\r\n") }

// runs is run, with whatever breaks in it as an error: it ends this screen and no
// other.
func (x *session) runs() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("this is a bug in fray: %v\n\n%s", v, debug.Stack())
		}
	}()
	return x.run()
}

// run shows the waiting room, the table, or both. It lasts as long as the session,
// and so does its stack: what a screen is made of is put together elsewhere.
func (x *session) run() error {
	if _, _, terminal := x.ssh.Pty(); !terminal {
		return x.plain()
	}
	err := screen.Run(x.screen())
	var broken *screen.Crash
	if errors.As(err, &broken) {
		return err
	}
	return nil // whatever else it is, the client has gone
}

// config is what a screen of theirs begins with.
func (x *session) config() ui.Config {
	cfg := x.server.cfg.Screen(x.ssh, environment(x.ssh.Environ()))
	cfg.Keep, cfg.Tables, cfg.Close = nil, ui.Tables{}, nil
	return cfg
}

// screen is what they see, and the terminal that they see it on.
func (x *session) screen() (tea.Model, screen.Options) {
	cfg := x.config()
	v := &visit{session: x, cfg: cfg}
	if seat := x.sits(); seat.Role != "" {
		v.sit(seat)
	} else {
		v.inner = start.NewLobby(x, cfg.Look(cmp.Or(cfg.Theme, kit.Dark.Name)), ui.Keymap(cfg.Settings.Keys), x.ssh.User())
	}
	pty, resizes, _ := x.ssh.Pty()
	calm := func(tell func(tea.WindowSizeMsg)) { calmed(resizes, tell) }
	return v, screen.Options{In: x.ear(), Out: pieces{x.ssh}, Size: sizeOf(pty.Window), Resizes: calm, Desk: x.server.cfg.Desk, Background: background(cfg)}
}

// calmed gives sizes on no faster than each is to be drawn, the newest of those that
// have come: all are taken at once, for what the client sends is read in order,
// and behind them wait its keys and its leave to be sent more.
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

// plain plays in lines, for a client without a terminal.
func (x *session) plain() error {
	var in io.Reader = x.ear()
	cfg, seat := x.config(), x.sits()
	if seat.Role == "" {
		if seat, in = x.waits(in); seat.Role == "" {
			return nil
		}
	}
	came, stop := x.server.Watch()
	defer stop()
	err := lines.Play(lines.Config{Game: x.game(seat), Seat: seat, News: cfg.News, Here: x.server.Sitting, Came: came, Ends: x.ended}, in, x.ssh)
	if errors.Is(err, bufio.ErrTooLong) || errors.Is(err, errTooLong) {
		x.say(errTooLong.Error())
	}
	return nil // whatever else it is, the client has gone
}

func sizeOf(w ssh.Window) tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: min(max(w.Width, 1), widest), Height: min(max(w.Height, 1), tallest)}
}

// environment reads what a client says of its terminal, and nothing else: the
// rest is not this program's to take from strangers.
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

// keepAlive lets go of a client that has gone without a word: it neither sends
// anything nor answers what clients answer by themselves.
func (x *session) keepAlive() {
	conn, ok := x.ssh.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if !ok || x.line == nil {
		return
	}
	var asked atomic.Bool
	var beat func()
	again := func() time.Duration {
		left := silent - time.Since(time.Unix(0, x.line.heard.Load()))
		if left > 0 {
			time.AfterFunc(min(left, askEvery), beat)
		}
		return left
	}
	beat = func() {
		switch {
		case x.ssh.Context().Err() != nil:
		case again() <= 0:
			_ = conn.Close()
		case !asked.Swap(true): // it may never be answered, by a client that doesn't read
			_, _, _ = conn.SendRequest("keepalive@openssh.com", true, nil)
			asked.Store(false)
		}
	}
	_ = again()
}

// pieces writes a little at a time: SSH keeps room for the longest write as long as
// a session lasts, and a first frame is far longer than all others.
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
