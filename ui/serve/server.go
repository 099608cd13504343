package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/screen"
)

// Config is what a server is made of.
type Config struct {
	Table *saves.Live
	Book  *Book
	Host  gossh.Signer
	GM    gossh.PublicKey // whose seat is the gamemaster's, from anywhere, until it is taken back; may be nil

	// Screen is what a screen on such a terminal begins with: its look, keys,
	// themes and clipboard. Table and seat are the server's to give.
	Screen func(out io.Writer, env func(string) string) ui.Config

	// Desk is where the screens are drawn, together with those of other tables; nil
	// where there are none.
	Desk *screen.Desk

	Hosts  bool   // the gamemaster plays on this machine's own screen
	Listen string // HOST:PORT, for the line that players type; empty: it isn't served over the network

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time // is ready after a while; nil: by the clock
	Tell  func(words string)                   // what the host should know; may be nil
}

// The most there may be at a time.
const (
	mostWaiting     = 16
	mostOfAKey      = 4
	mostOfAnAddress = 32
	mostTries       = 5 // invites tried in one connection
)

// Server serves one table.
type Server struct {
	cfg   Config
	ssh   *ssh.Server // over the network
	local *ssh.Server // over the socket of this machine: whoever reaches it is the gamemaster

	watch   saves.Watchers // who want to know who comes and goes
	offered offers
	running sync.WaitGroup
	quit    chan struct{} // closed when it is shut down

	mu       sync.Mutex // guards what follows
	gates    []*gate
	sessions []*session // the oldest first
	places   map[model.Seat]ui.Place
	number   int
	over     bool
}

// New gives a server that listens nowhere yet.
func New(cfg Config) (*Server, error) {
	if cfg.Tell == nil {
		cfg.Tell = func(string) {}
	}
	if cfg.After == nil {
		cfg.After = time.After
	}
	if cfg.Desk == nil {
		cfg.Desk = screen.NewDesk()
	}
	s := &Server{cfg: cfg, places: map[model.Seat]ui.Place{}, quit: make(chan struct{})}
	var err error
	if s.ssh, err = s.server(wish.WithPublicKeyAuth(s.offers), wish.WithBannerHandler(banner)); err != nil {
		return nil, err
	}
	if s.local, err = s.server(); err != nil {
		return nil, err
	}
	cfg.Table.AskPlayers(s.players)
	go s.awaitWords()
	return s, nil
}

// server gives an SSH server that knows screens and nothing else: no command,
// file transfer, forwarding or agent.
func (s *Server) server(more ...ssh.Option) (*ssh.Server, error) {
	srv, err := wish.NewServer(append([]ssh.Option{
		wish.WithVersion("fray"),
		func(x *ssh.Server) error { x.AddHostKey(s.cfg.Host); return nil },
	}, more...)...)
	if err != nil {
		return nil, err
	}
	srv.Handler = s.handle
	srv.ConnCallback = func(ctx ssh.Context, c net.Conn) net.Conn {
		ctx.SetValue(knockKey{}, c)
		return c
	}
	srv.SessionRequestCallback = func(sess ssh.Session, kind string) bool { return kind == "shell" }
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": onlyOne}
	srv.RequestHandlers = map[string]ssh.RequestHandler{"default": refuseRequest}
	return srv, nil
}

type (
	knockKey struct{} // the connection, in its context
	oneKey   struct{} // that it has a session
)

// onlyOne lets a connection have one session.
func onlyOne(srv *ssh.Server, conn *gossh.ServerConn, ch gossh.NewChannel, ctx ssh.Context) {
	ctx.Lock()
	had := ctx.Value(oneKey{}) != nil
	ctx.SetValue(oneKey{}, true)
	ctx.Unlock()
	if had {
		_ = ch.Reject(gossh.ResourceShortage, "one screen per connection")
		return
	}
	ssh.DefaultSessionHandler(srv, conn, ch, ctx)
}

func refuseRequest(ssh.Context, *ssh.Server, *gossh.Request) (bool, []byte) { return false, nil }

const howToMakeAKey = "fray recognises people by their SSH keys. If you have no key yet, type this on your own machine, then try again:\n    ssh-keygen -t ed25519\n"

func banner(ssh.Context) string { return howToMakeAKey }

// offers takes any key: whose it is counts once its owner has signed.
func (s *Server) offers(_ ssh.Context, k ssh.PublicKey) bool {
	if _, certificate := k.(*gossh.Certificate); certificate {
		return false
	}
	ok := slices.Contains(keyTypes, k.Type())
	if words := s.offered.note(k, s.cfg.Now()); words != "" {
		s.cfg.Tell(words)
	}
	return ok
}

var keyTypes = []string{gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256, gossh.KeyAlgoRSA}

// offers counts keys that were offered: ten a minute by fingerprint, the rest
// as a number.
type offers struct {
	mu     sync.Mutex
	minute time.Time
	n      int
}

const toldAMinute = 10

func (o *offers) note(k gossh.PublicKey, now time.Time) (words string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if m := now.Truncate(time.Minute); !m.Equal(o.minute) {
		if o.n > toldAMinute {
			words = fmt.Sprintf("%d more keys were offered in the minute before. ", o.n-toldAMinute)
		}
		o.minute, o.n = m, 0
	}
	if o.n++; o.n <= toldAMinute {
		words += "offered: " + gossh.FingerprintSHA256(k)
	}
	return strings.TrimSpace(words)
}

// crowd is what this process is set to, as there are sessions.
var crowd struct {
	sync.Mutex
	sessions, percent int
	large             bool
}

// runsFor sets the process to so many sessions more or less, which stops everybody
// for a moment where it changes anything.
//
// A screen keeps little and draws much, so that of many half of what each takes would
// be garbage; for a few it is cheaper to wait. And while memory is collected nobody
// is idle, so that Go looks for keys as seldom as every 10 ms; of more threads than
// processors the system lets the one that looks run soon.
func runsFor(more int) {
	const few, many = 32, 100 // sessions
	c := &crowd
	c.Lock()
	defer c.Unlock()
	c.sessions += more
	percent := 100
	switch {
	case c.sessions > many:
		percent = 20
	case c.sessions > few:
		percent = 60
	}
	if percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	switch large := c.sessions > few; {
	case large && !c.large:
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	case !large && c.large:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) / 2)
	}
	c.large = c.sessions > few
}

// Serve lets people in over l until the server is shut down.
func (s *Server) Serve(l net.Listener) error {
	return s.serve(s.ssh, newGate(l, usual, s.cfg.Now))
}

// ServeHere lets the gamemaster in over a socket that only they can reach.
func (s *Server) ServeHere(l net.Listener) error {
	return s.serve(s.local, newGate(l, usual, s.cfg.Now))
}

func (s *Server) serve(srv *ssh.Server, g *gate) error {
	s.mu.Lock()
	over := s.over
	s.gates = append(s.gates, g)
	s.mu.Unlock()
	if over { // before it has begun
		return g.Listener.Close()
	}
	err := srv.Serve(g)
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(err, ssh.ErrServerClosed) || s.over && errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// Shutdown tells everybody that it is over, and ends all connections: those
// that do not go within the time are cut.
func (s *Server) Shutdown(within time.Duration) {
	s.cfg.Table.AskPlayers(nil)
	s.mu.Lock()
	if !s.over {
		close(s.quit)
	}
	s.over = true
	all := slices.Clone(s.sessions)
	gates := s.gates
	s.mu.Unlock()
	for _, g := range gates {
		_ = g.Listener.Close()
	}
	for _, x := range all {
		x.end("the gamemaster has closed the table")
	}
	ctx, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	_ = s.ssh.Close()
	_ = s.local.Close()
}

// Watch gives a channel that is ready whenever somebody came, asked or went.
func (s *Server) Watch() (changed <-chan struct{}, stop func()) { return s.watch.Add() }

// come adds a session with the seat that it has by now, or says why there can't
// be one more.
func (s *Server) come(x *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return errors.New("the table was closed")
	}
	x.seat = s.seatOf(x) // a seat that is taken back is taken from the book first
	waiting, ofKey, ofAddress := 0, 0, 0
	for _, o := range s.sessions {
		if o.seat.Role == "" {
			waiting++
		}
		if x.key != nil && o.is(x.key) {
			ofKey++
		}
		if o.from == x.from {
			ofAddress++
		}
	}
	switch {
	case x.seat.Role == "" && waiting >= mostWaiting:
		return errors.New("the waiting room is full: try again later")
	case ofKey >= mostOfAKey:
		return errors.New("you already have several screens open: close one first")
	case !x.local && ofAddress >= mostOfAnAddress:
		return errors.New("there are too many connections from your address")
	}
	s.number++
	x.id = fmt.Sprint(s.number)
	s.sessions = append(s.sessions, x)
	s.running.Add(1)
	return nil
}

func (s *Server) leave(x *session) {
	s.mu.Lock()
	s.sessions = slices.DeleteFunc(s.sessions, func(o *session) bool { return o == x })
	s.mu.Unlock()
	s.running.Done()
	s.watch.Tell()
}

// Print is the fingerprint of the host key.
func (s *Server) Print() string { return gossh.FingerprintSHA256(s.cfg.Host.PublicKey()) }

// Line is what a player types, and from where that works.
func (s *Server) Line() (line, reach string) {
	host, port, err := net.SplitHostPort(s.cfg.Listen)
	if err != nil {
		return "", "only from this machine, with: fray join"
	}
	ip := net.ParseIP(host)
	switch {
	case host == "localhost" || ip != nil && ip.IsLoopback():
		reach = "only this machine can connect: use --listen to let others in"
	case host == "" || ip != nil && ip.IsUnspecified():
		host, reach = "THIS-MACHINE", "players can connect from wherever they can reach this machine"
	default:
		reach = "players can connect from wherever they can reach " + host
	}
	if port == "22" {
		return "ssh NAME@" + host, reach
	}
	return "ssh -p " + port + " NAME@" + host, reach
}
