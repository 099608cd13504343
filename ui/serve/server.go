package serve

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
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

// Config is what a server needs.
type Config struct {
	Table  *saves.Live
	Guests *GuestList
	Host   gossh.Signer
	GM     gossh.PublicKey // a key that has the gamemaster's seat from anywhere, until it is revoked; may be nil

	// Screen returns the configuration of a screen on a terminal: look, keys, themes and
	// clipboard. The server adds table and seat.
	Screen func(out io.Writer, env func(string) string) ui.Config

	// Draws schedules the drawing of screens; several tables may share it. nil: one of its
	// own.
	Draws *screen.Scheduler

	Hosts bool  // the gamemaster plays on this machine's own screen
	Quota Quota // limits of each seat

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time // for tests; nil: time.After
	Tell  func(words string)                   // reports something to the host; may be nil
}

// Limits on the number of screens.
const (
	mostOfAKey     = 4
	mostOfANetwork = 32
	mostTries      = 5 // invites tried in one connection
)

// Server serves one table.
type Server struct {
	cfg   Config
	host  string      // id of this host among those that serve the table
	ssh   *ssh.Server // for the network
	local *ssh.Server // for the local socket: whoever reaches it is the gamemaster

	watch   saves.Watchers // told when somebody connects, asks or disconnects
	offered offers
	running sync.WaitGroup
	tasks   sync.WaitGroup // background tasks
	quit    chan struct{}  // closed when the server is shut down

	mu       sync.Mutex // guards the fields below
	network  *rateLimit // rate limit of the network; nil: not served
	address  string     // HOST:PORT of network, or ""
	limits   []*rateLimit
	visitors map[string]*Visitor // browsers by cookie, as the guest list stores it
	pages    *pages              // web server; nil: there is none
	clients  []*client           // in the order in which they came, or asked to be admitted
	used     map[model.Seat]*used
	away     []presence // seats connected to other hosts
	news     struct {   // for the gamemaster
		n     int // how many there have been
		words string
	}
	number int
	over   bool
}

// New returns a server that does not listen yet.
func New(cfg Config) (*Server, error) {
	if cfg.Tell == nil {
		cfg.Tell = func(string) {}
	}
	if cfg.After == nil {
		cfg.After = time.After
	}
	if cfg.Draws == nil {
		cfg.Draws = screen.NewScheduler()
	}
	s := &Server{cfg: cfg, host: strings.ToLower(rand.Text()), used: map[model.Seat]*used{}, visitors: map[string]*Visitor{}, quit: make(chan struct{})}
	var err error
	if s.ssh, err = s.server(wish.WithPublicKeyAuth(s.offers), wish.WithBannerHandler(banner), ssh.KeyboardInteractiveAuth(s.askForInvite)); err != nil {
		return nil, err
	}
	if s.local, err = s.server(); err != nil {
		return nil, err
	}
	cfg.Table.AskPlayers(s.players)
	s.tasks.Go(s.awaitWords)
	s.tasks.Go(s.awaitDefences)
	s.tasks.Go(s.syncHosts)
	return s, nil
}

// server returns an SSH server that only shows screens: no commands, file transfer,
// forwarding or agent.
func (s *Server) server(more ...ssh.Option) (*ssh.Server, error) {
	srv, err := wish.NewServer(append([]ssh.Option{
		wish.WithVersion("fray"),
		func(srv *ssh.Server) error { srv.AddHostKey(s.cfg.Host); return nil },
	}, more...)...)
	if err != nil {
		return nil, err
	}
	srv.Handler = s.handle
	srv.ServerConfigCallback = algorithms
	srv.ConnCallback = func(ctx ssh.Context, c net.Conn) net.Conn {
		ctx.SetValue(connectionKey{}, c)
		return c
	}
	srv.SessionRequestCallback = func(sess ssh.Session, kind string) bool { return kind == "shell" }
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": onlyOne}
	srv.RequestHandlers = map[string]ssh.RequestHandler{"default": refuseRequest}
	return srv, nil
}

type (
	connectionKey struct{} // context key of the connection
	oneKey        struct{} // context key: the connection has a screen
	inviteKey     struct{} // context key of the invite given by somebody without a key
)

// onlyOne allows one screen for each connection.
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

// algorithms returns the algorithms that a server offers: none with SHA-1.
func algorithms(ssh.Context) *gossh.ServerConfig {
	a := gossh.SupportedAlgorithms()
	macs := slices.DeleteFunc(a.MACs, func(name string) bool { return strings.Contains(name, "sha1") })
	return &gossh.ServerConfig{
		Config:                  gossh.Config{KeyExchanges: a.KeyExchanges, Ciphers: a.Ciphers, MACs: macs},
		PublicKeyAuthAlgorithms: a.PublicKeyAuths,
	}
}

func banner(ssh.Context) string {
	return "This is fray. If the line is cut and your terminal stays odd, type: reset\n"
}

const howToMakeAKey = "fray recognises people by their SSH keys (Ed25519, ECDSA, or RSA of 2048 bits and more), and you have none that it takes. " +
	"Make one on your own machine with: ssh-keygen -t ed25519\nWithout a key you need an invite, and have a seat until you leave."

// inviteTimeout is the time for typing an invite that SSH asks for.
const inviteTimeout = 2 * time.Minute

// askForInvite admits somebody without a key who has a valid invite, as the login name or
// when asked for it.
func (s *Server) askForInvite(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	words := ctx.User()
	if !areInvite(words) {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
			c.timer.Reset(inviteTimeout)
		}
		answers, err := ask("", howToMakeAKey, []string{"Invite: "}, []bool{true})
		if err != nil || len(answers) != 1 {
			return false
		}
		words = answers[0]
	}
	if s.cfg.Guests.Works(words, s.cfg.Now()) != nil {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
			c.limit.failed(c.network, 1)
		}
		return false
	}
	ctx.SetValue(inviteKey{}, words)
	return true
}

// offers accepts any key that is strong enough. Its owner is considered only after signing.
func (s *Server) offers(_ ssh.Context, k ssh.PublicKey) bool {
	if !slices.Contains(keyTypes, k.Type()) || isShort(k) { // such as a certificate
		return false
	}
	if words := s.offered.note(k, s.cfg.Now()); words != "" {
		s.cfg.Tell(words)
	}
	return true
}

var keyTypes = []string{gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256, gossh.KeyAlgoRSA}

// isShort reports whether k is an RSA key that is too short.
func isShort(k gossh.PublicKey) bool {
	crypto, ok := k.(gossh.CryptoPublicKey)
	if !ok {
		return false
	}
	key, is := crypto.CryptoPublicKey().(*rsa.PublicKey)
	return is && key.N.BitLen() < 2048
}

// offers counts offered keys. The host is told ten a minute by fingerprint, and the rest as
// a number.
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

// tuning holds how this process is tuned for its number of clients.
var tuning struct {
	sync.Mutex
	clients, percent int
	large            bool
}

// tuneFor tunes the process when the number of clients changes by more. Changing the
// settings stops the whole process for a moment, so it is done only at the thresholds.
//
// A screen keeps little memory and allocates much. With many screens half of the memory
// would be garbage, so it is collected more often; with few that is not worth the time.
// During a collection no processor is idle, and then Go polls the network only every 10 ms.
// With more threads than processors the system soon runs one that polls.
func tuneFor(more int) {
	const few, many = 32, 100 // clients
	c := &tuning
	c.Lock()
	defer c.Unlock()
	c.clients += more
	percent := 200
	switch {
	case c.clients > many:
		percent = 30
	case c.clients > few:
		percent = 100
	}
	if percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	switch large := c.clients > few; {
	case large && !c.large:
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	case !large && c.large:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) / 2)
	}
	c.large = c.clients > few
}

// Open serves the table over a network listener, until Close or Shutdown. The error is that
// of storing the address for invites, or that the table is served already; then it closes
// the listener.
func (s *Server) Open(l net.Listener) error {
	address := l.Addr().String()
	limit := newRateLimit(l, sshLimits, s.cfg.Now)
	s.mu.Lock()
	if s.network != nil {
		s.mu.Unlock()
		return errors.Join(errors.New("the table is already open to others at "+s.address), l.Close())
	}
	s.network, s.address = limit, address
	s.mu.Unlock()
	if err := s.cfg.Guests.KeepServedAt(address); err != nil {
		s.Close()
		return errors.Join(err, l.Close())
	}
	s.tasks.Go(func() {
		if err := s.serve(s.ssh, limit); err != nil {
			s.cfg.Tell("nobody can connect any more: " + err.Error())
		}
	})
	s.watch.Tell()
	return nil
}

// Close stops serving over the network, and tells everybody who is connected that way.
// Screens on this machine go on.
func (s *Server) Close() {
	s.mu.Lock()
	limit, all := s.network, slices.Clone(s.clients)
	s.network, s.address = nil, ""
	s.limits = slices.DeleteFunc(s.limits, func(l *rateLimit) bool { return l == limit })
	s.mu.Unlock()
	if limit == nil {
		return
	}
	_ = limit.Listener.Close()
	for _, c := range all {
		if c.line != nil && c.line.limit == limit {
			c.end(closedTable)
		}
	}
	s.watch.Tell()
}

// closedTable is the message to everybody when a table closes.
const closedTable = "the gamemaster has closed the table"

// Address returns where the table is served over the network, HOST:PORT, or "".
func (s *Server) Address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}

// ServeHere serves the gamemaster over a socket that only this user can reach.
func (s *Server) ServeHere(l net.Listener) error {
	return s.serve(s.local, newRateLimit(l, sshLimits, s.cfg.Now))
}

func (s *Server) serve(srv *ssh.Server, l *rateLimit) error {
	s.mu.Lock()
	over := s.over
	s.limits = append(s.limits, l)
	s.mu.Unlock()
	if over { // shut down before it has started
		return l.Listener.Close()
	}
	err := srv.Serve(l)
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(err, ssh.ErrServerClosed) || (s.over || s.network != l && srv == s.ssh) && errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// Shutdown tells everybody that the table closes, and closes connections that do not end
// within the time.
func (s *Server) Shutdown(within time.Duration) {
	s.cfg.Table.AskPlayers(nil)
	s.mu.Lock()
	if !s.over {
		close(s.quit)
	}
	s.over = true
	all := slices.Clone(s.clients)
	limits := s.limits
	s.mu.Unlock()
	s.CloseWeb()
	for _, l := range limits {
		_ = l.Listener.Close()
	}
	for _, c := range all {
		c.end(closedTable)
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
	s.tasks.Wait()
}

// Watch returns a channel that receives whenever somebody connects, asks to be admitted or
// disconnects.
func (s *Server) Watch() (changed <-chan struct{}, stop func()) { return s.watch.Add() }

// come adds a client with the present seat of its key, or returns why it cannot be added.
func (s *Server) come(c *client) error {
	s.mu.Lock()
	if s.over {
		s.mu.Unlock()
		return errors.New("the table was closed")
	}
	c.seat = s.seatOf(c) // read under the lock: revoking changes the guest list first
	ofKey, ofNetwork := 0, 0
	for _, o := range s.clients {
		if c.key != nil && o.is(c.key) {
			ofKey++
		}
		if o.network == c.network && !o.hasEnded() {
			ofNetwork++
		}
	}
	var err error
	switch {
	case c.line != nil && !c.local && c.line.limit != s.network: // the table was closed while it connected
		err = errors.New(closedTable)
	case c.seat.Role == "" && (c.penalised || c.line != nil && c.line.penalised):
		err = errPenalty
		if c.wrong != "" { // the invite that was the login name
			err = fmt.Errorf("%s. %w", c.wrong, err)
		}
	case ofKey >= mostOfAKey:
		err = errors.New("you already have several screens open: close one first")
	case c.network != "" && ofNetwork >= mostOfANetwork:
		err = errors.New("there are too many connections from your network")
	case c.seat.Role == "":
		if out := s.evictFor(c); out != nil {
			out.end(madeRoom) // under the lock, otherwise two newcomers would take the room of one
		}
	}
	if err == nil {
		s.number++
		c.id = fmt.Sprint(s.number)
		s.clients = append(s.clients, c)
		s.running.Add(1)
	}
	seated := c.seat.Role != ""
	s.mu.Unlock()
	switch {
	case errors.Is(err, errPenalty):
		c.countFailures(1)
	case err != nil:
	case !seated:
		c.waitsOnly()
	case c.rateLimit() != nil:
		c.rateLimit().arrived(c.network)
	}
	return err
}

func (s *Server) leave(c *client) {
	s.mu.Lock()
	s.clients = slices.DeleteFunc(s.clients, func(o *client) bool { return o == c })
	waited := c.seat.Role == ""
	s.mu.Unlock()
	if waited {
		c.countFailures(1)
	}
	s.running.Done()
	s.watch.Tell()
}

// HostFingerprint implements people.Admissions.
func (s *Server) HostFingerprint() string { return gossh.FingerprintSHA256(s.cfg.Host.PublicKey()) }

// way returns how players connect to the table.
func (s *Server) way() Way { return WayTo(s.Address(), s.cfg.Host.PublicKey(), OwnAddresses()) }

// SSHCommand implements people.Admissions.
func (s *Server) SSHCommand() (line, reach string) {
	w := s.way()
	return w.Line("NAME"), w.Reach
}
