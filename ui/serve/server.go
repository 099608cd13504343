package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/people"
	"example.org/fray/ui/screen"
)

// Config is what a server needs.
type Config struct {
	Table  *saves.Live
	Guests *GuestList
	Host   gossh.Signer
	Here   gossh.Signer    // host key on the local socket; nil: Host
	GM     gossh.PublicKey // a key that has the gamemaster's seat from anywhere, until it is revoked; may be nil

	// Screen returns the configuration of a screen on a terminal: look, keys, themes and
	// clipboard. The server adds table and seat.
	Screen func(out io.Writer, env func(string) string) ui.Config

	// Draws schedules the drawing of screens; several tables may share it. nil: one of its
	// own.
	Draws *screen.Scheduler

	Web      string       // address of the pages of its table host, or ""
	WebReach string       // from where that can be reached
	Pages    http.Handler // the table's own of these; may be nil

	Hosts bool  // the gamemaster plays on this machine's own screen
	Quota Quota // limits of each seat

	Log     *slog.Logger // what an operator should know, without text from the table; may be nil
	Metrics *Metrics     // may be nil

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time // for tests; nil: time.After
	Tell  func(words string)                   // reports something to the host; may be nil
}

// Limits on the number of screens.
const (
	mostOfAKey  = 4
	mostOfASeat = 12
	mostTries   = 5 // invites tried in one connection
)

// Server serves one table.
type Server struct {
	cfg   Config
	host  string      // id of this host among those that serve the table
	ssh   *ssh.Server // for the network
	local *ssh.Server // for the local socket: whoever reaches it is the gamemaster

	watch   saves.Watchers // told when somebody connects, asks or disconnects
	running sync.WaitGroup
	tasks   sync.WaitGroup // background tasks
	quit    chan struct{}  // closed when the server is shut down

	mu        sync.Mutex // guards the fields below
	network   *rateLimit // rate limit of the network; nil: not served
	hostLimit *rateLimit // rate limit of the [TableHost] that the table belongs to, or nil
	address   string     // HOST:PORT of network, or ""
	limits    []*rateLimit
	visitors  map[string]*Visitor  // browsers by cookie, as the guest list stores it
	pages     *pages               // web server; nil: there is none
	clients   []*client            // in the order in which they came, or asked to be admitted
	used      map[model.Seat]*used // of the zero seat: of all together
	longTold  bool                 // the gamemaster was told that the table has nearly all events it may have
	away      []presence           // seats connected to other hosts
	news      struct {             // for the gamemaster
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
	cfg.Log = logged(cfg.Log)
	if cfg.Metrics == nil {
		cfg.Metrics = NewMetrics(cfg.Now())
	}
	if cfg.After == nil {
		cfg.After = time.After
	}
	if cfg.Draws == nil {
		cfg.Draws = screen.NewScheduler()
	}
	s := &Server{cfg: cfg, host: strings.ToLower(rand.Text()), used: map[model.Seat]*used{}, visitors: map[string]*Visitor{}, quit: make(chan struct{})}
	var err error
	by := &login{works: func(words string) error { return cfg.Guests.Works(words, cfg.Now()) }, knows: s.knows, tell: cfg.Tell, now: cfg.Now}
	if s.ssh, err = by.server(cfg.Host, s.handle); err != nil {
		return nil, err
	}
	if s.local, err = newSSH(cmp.Or(cfg.Here, cfg.Host), s.handle); err != nil {
		return nil, err
	}
	cfg.Metrics.tables.Add(1)
	cfg.Log.Info("table opened", tableAttr(cfg.Table.ID()))
	cfg.Table.AskPlayers(s.players)
	s.tasks.Go(s.awaitWords)
	s.tasks.Go(s.awaitDefences)
	s.tasks.Go(s.watchLines)
	s.tasks.Go(s.syncHosts)
	return s, nil
}

// tuning holds how this process is tuned for its number of clients.
var tuning struct {
	sync.Mutex
	screens, streams, percent int
	large                     bool
}

// tuneFor tunes the process when the number of screens and of streams of pages changes by so
// many. Changing the settings stops the whole process for a moment, so it is done only at the
// thresholds.
//
// A screen keeps little memory and allocates much. With many screens half of the memory
// would be garbage, so it is collected more often; with few, and for pages, which keep less,
// that is not worth the time. During a collection no processor is idle, and then Go polls the
// network only every 10 ms. With one thread more than processors the system soon runs one that
// polls; with more of them, collecting takes the processors from other programs.
func tuneFor(screens, streams int) {
	const few, many, hundreds = 32, 100, 400
	c := &tuning
	c.Lock()
	defer c.Unlock()
	c.screens, c.streams = c.screens+screens, c.streams+streams
	percent := 200
	switch {
	case c.screens > hundreds: // else collecting would take half a processor
		percent = 100
	case c.screens > many:
		percent = 50
	case c.screens > few:
		percent = 100
	}
	if percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	large := c.screens+c.streams > few
	switch {
	case large && !c.large:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	case !large && c.large:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) - 1)
	}
	c.large = large
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
	if err := s.cfg.Guests.KeepServedAt(address, s.cfg.Host.PublicKey()); err != nil {
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

// openAt lets people in who come through a table host, over its listener. A table that its
// gamemaster has closed stays closed to all others.
func (s *Server) openAt(limit *rateLimit, address string) error {
	s.mu.Lock()
	s.hostLimit = limit
	s.mu.Unlock()
	if closed, _ := record[bool](s.cfg.Guests.kept, saves.AddressRecords, closedToOthers); closed {
		return nil
	}
	s.mu.Lock()
	s.network, s.address = limit, address
	s.mu.Unlock()
	return s.cfg.Guests.KeepServedAt(address, s.cfg.Host.PublicKey())
}

// closedToOthers is the id of the record of a table of a table host that is closed to all but its
// gamemaster.
const closedToOthers = "closed"

// Close ends what Open began: it tells those who came over the network that it is over,
// and nobody else can come. Screens on this machine go on.
func (s *Server) Close() {
	s.mu.Lock()
	limit, all := s.network, slices.Clone(s.clients)
	s.network, s.address = nil, ""
	s.limits = slices.DeleteFunc(s.limits, func(l *rateLimit) bool { return l == limit })
	s.mu.Unlock()
	if limit == nil {
		return
	}
	if s.hostLimit == nil {
		_ = limit.Listener.Close()
	}
	for _, c := range all {
		switch {
		case s.hostLimit != nil && (c.local || c.sits().Role == model.GM):
		case s.hostLimit != nil || c.line != nil && c.line.limit == limit:
			c.end(closedTable)
		}
	}
	s.watch.Tell()
}

// tableDoor is how the gamemaster of a table of a table host closes it to all others, and opens it
// to them again.
type tableDoor struct{ *Server }

var _ people.Door = tableDoor{}

// Open implements people.Door.
func (d tableDoor) Open(address string) (people.Admissions, error) {
	at := d.hostLimit.Addr().String()
	if address != at {
		return nil, fmt.Errorf("this table is one of a host, and others can come to it at %s only", at)
	}
	if err := removeRecord(d.cfg.Guests.kept, saves.AddressRecords, closedToOthers); err != nil {
		return nil, shown(err)
	}
	if err := d.openAt(d.hostLimit, at); err != nil {
		return nil, shown(err)
	}
	d.watch.Tell()
	return admissions(d), nil
}

// Shut implements people.Door.
func (d tableDoor) Shut() error {
	if err := keepRecord(d.cfg.Guests.kept, saves.AddressRecords, closedToOthers, true, forever); err != nil {
		return shown(err)
	}
	d.Close()
	return nil
}

// Last implements people.Door.
func (d tableDoor) Last() string { return d.hostLimit.Addr().String() }

// closedTable is what whoever is here reads when it is over.
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

// Shutdown tells everybody that it is over, and ends all connections: those
// that do not go within the time are cut.
func (s *Server) Shutdown(within time.Duration) { s.shutdown(closedTable, within) }

// Stop is Shutdown of a host that will be back: people are told how they come back.
func (s *Server) Stop(within time.Duration) { s.shutdown(hostStops, within) }

func (s *Server) shutdown(why string, within time.Duration) {
	s.cfg.Table.AskPlayers(nil)
	s.mu.Lock()
	if !s.over {
		close(s.quit)
		s.cfg.Metrics.tables.Add(-1)
		s.cfg.Log.Info("table closed", tableAttr(s.cfg.Table.ID()))
	}
	s.over = true
	all := slices.Clone(s.clients)
	limits := s.limits
	s.mu.Unlock()
	for _, l := range limits {
		_ = l.Listener.Close()
	}
	for _, c := range all {
		if why == hostStops {
			c.end(why + c.comesBack())
		} else {
			c.end(why)
		}
	}
	s.CloseWeb()
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
	ofKey, ofSeat := 0, 0
	for _, o := range s.clients {
		if c.key != nil && o.is(c.key) {
			ofKey++
		}
		if c.seat.Role != "" && o.seat == c.seat && !o.hasEnded() {
			ofSeat++
		}
	}
	var err error
	switch {
	case s.isClosedTo(c):
		err = errors.New(closedTable)
	case ofKey >= mostOfAKey || ofSeat >= mostOfASeat && !c.local:
		err = errors.New("you already have several screens open: close one first")
	case c.seat.Role == "":
		if out := mustLeave(s.waiting()); out != nil {
			out.end(madeRoom) // under the lock, otherwise two newcomers would take the room of one
		}
	}
	if err == nil {
		s.number++
		c.id = fmt.Sprint(s.number)
		s.clients = append(s.clients, c)
		s.running.Add(1)
		s.cfg.Metrics.connections(c).Add(1)
		s.cfg.Log.Info("connected", clientAttrs(c)...)
	}
	seated := c.seat.Role != ""
	s.mu.Unlock()
	if err == nil && !seated {
		c.waitsOnly()
	}
	return err
}

// isClosedTo reports whether the table is closed to a client, which may have been on its way
// when that was done. The lock is held.
func (s *Server) isClosedTo(c *client) bool {
	switch {
	case c.local:
		return false
	case s.hostLimit != nil:
		return s.network == nil && c.seat.Role != model.GM
	}
	return c.line != nil && c.line.limit != s.network
}

// isVisited reports whether anybody is here, or waits.
func (s *Server) isVisited() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.clients) > 0
}

func (s *Server) leave(c *client) {
	s.mu.Lock()
	s.clients = slices.DeleteFunc(s.clients, func(o *client) bool { return o == c })
	s.cfg.Log.Info("disconnected", clientAttrs(c)...)
	s.mu.Unlock()
	s.cfg.Metrics.connections(c).Add(-1)
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
