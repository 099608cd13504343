package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// tableConfig is what a table needs.
type tableConfig struct {
	HostConfig
	Table  *saves.Live
	Guests *GuestList
	host   *Host
}

// Table is a table that is open at a [Host].
type Table struct {
	cfg   tableConfig
	id    string      // of this host among those that serve the table
	local *ssh.Server // for the local socket: whoever reaches it is the gamemaster
	pages http.Handler

	watch   saves.Watchers // told when somebody connects, asks or disconnects
	running sync.WaitGroup
	tasks   sync.WaitGroup // background tasks
	quit    chan struct{}  // closed when the table is closed

	mu       sync.Mutex           // guards the fields below
	socket   *rateLimit           // of the local socket; nil: there is none
	closed   bool                 // to all but its gamemaster
	visitors map[string]*Guest    // browsers by cookie, as the guest list stores it
	clients  []*Guest             // in the order in which they came, or asked to be admitted
	used     map[model.Seat]*used // of the zero seat: of all together
	longTold bool                 // the gamemaster was told that the table has nearly all events it may have
	away     []presence           // seats connected to other hosts
	news     struct {             // for the gamemaster
		n     int // how many there have been
		words string
	}
	number int
	over   bool
}

// newTable returns a table to which nobody has come yet.
func newTable(cfg tableConfig) (*Table, error) {
	s := &Table{cfg: cfg, id: strings.ToLower(rand.Text()), used: map[model.Seat]*used{}, visitors: map[string]*Guest{}, quit: make(chan struct{})}
	s.local = newSSH(cmp.Or(cfg.OwnKey, cfg.Host), s.handle)
	var err error
	if s.closed, err = record[bool](cfg.Guests.kept, saves.AddressRecords, closedToOthers); err != nil && !errors.Is(err, saves.ErrNoRecord) {
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

// serveHere serves the gamemaster over a socket that only this user can reach, until the table is
// closed.
func (s *Table) serveHere(l net.Listener) {
	s.socket = newRateLimit(l, sshLimits, s.cfg.Now)
	s.tasks.Go(func() { _ = s.local.Serve(s.socket) }) // an error only means that there are no second terminals
}

// Watch returns a channel that receives whenever somebody connects, asks to be admitted or
// disconnects.
func (s *Table) Watch() (changed <-chan struct{}, stop func()) { return s.watch.Add() }

// isVisited reports whether anybody is here, or waits.
func (s *Table) isVisited() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.clients) > 0
}

// isHere reports whether a seat is connected, here or at another host.
func (s *Table) isHere(seat model.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(append(s.presence(), s.away...), func(p presence) bool { return p.Seat == seat && p.Screens > 0 })
}

// isVisitedBy reports whether a browser is at the table. key is its cookie as the guest list
// stores it.
func (s *Table) isVisitedBy(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.visitors[key]
	return v != nil && v.seat.Role != ""
}

// Path says where the table is, as its host is told.
func (s *Table) Path() string { return s.cfg.Table.Path() }

// Address returns where others can come to the table over SSH, HOST:PORT, or "".
func (s *Table) Address() string {
	if s.isClosed() {
		return ""
	}
	return s.cfg.host.Address()
}

// WebAddress returns the address of the pages of the table's host, and from where it can be
// reached. Both are empty if there are none, or others cannot come to the table.
func (s *Table) WebAddress() (address, reach string) {
	if s.isClosed() {
		return "", ""
	}
	return s.cfg.host.WebAddress()
}

// HostFingerprint implements people.Admissions.
func (s *Table) HostFingerprint() string { return gossh.FingerprintSHA256(s.cfg.Host.PublicKey()) }

// way returns how players connect to the table.
func (s *Table) way() Way { return WayTo(s.Address(), s.cfg.Host.PublicKey(), OwnAddresses()) }

// SSHCommand implements people.Admissions.
func (s *Table) SSHCommand() (line, reach string) {
	w := s.way()
	return w.Line("NAME"), w.Reach
}

// shutdown tells everybody that it is over, and ends all connections: those that do not go within
// the time are cut.
func (s *Table) shutdown(why string, within time.Duration) {
	s.cfg.Table.AskPlayers(nil)
	s.mu.Lock()
	if !s.over {
		close(s.quit)
		s.cfg.Metrics.tables.Add(-1)
		s.cfg.Log.Info("table closed", tableAttr(s.cfg.Table.ID()))
	}
	s.over = true
	all := slices.Clone(s.clients)
	s.mu.Unlock()
	if s.socket != nil {
		_ = s.socket.Listener.Close()
	}
	for _, c := range all {
		c.end(why + c.comesBack(s.way(), why))
	}
	ctx, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	_ = s.local.Close()
	s.tasks.Wait()
}
