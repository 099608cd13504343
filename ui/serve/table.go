package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
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
	"example.org/fray/ui/people"
)

// tableConfig is what a table needs.
type tableConfig struct {
	HostConfig
	Table  *saves.Live
	Guests *GuestList
	host   *Host
}

// Limits on the number of screens.
const (
	mostOfAKey  = 4
	mostOfASeat = 12
	mostTries   = 5  // invites tried in one connection
	mostAsks    = 20 // tables asked for in one connection to a host of many
)

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

// closedToOthers is the id of the record of a table that is closed to all but its gamemaster.
const closedToOthers = "closed"

// closedTable is what whoever is here reads when it is over.
const closedTable = "the gamemaster has closed the table"

// openToOthers lets others come to a table that its gamemaster had closed.
func (s *Table) openToOthers() error {
	if err := removeRecord(s.cfg.Guests.kept, saves.AddressRecords, closedToOthers); err != nil {
		return shown(err)
	}
	s.mu.Lock()
	s.closed = false
	s.mu.Unlock()
	s.watch.Tell()
	return nil
}

func (s *Table) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// closeToOthers ends all screens and pages but those of its gamemaster, and nobody else can come.
func (s *Table) closeToOthers() error {
	if err := keepRecord(s.cfg.Guests.kept, saves.AddressRecords, closedToOthers, true, forever); err != nil {
		return shown(err)
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.endAll(closedTable, func(c *Guest) bool { return !c.local && c.Seat().Role != model.GM })
	return nil
}

// endAll ends the clients for which of returns true.
func (s *Table) endAll(why string, of func(*Guest) bool) {
	s.mu.Lock()
	all := slices.Clone(s.clients)
	s.mu.Unlock()
	for _, c := range all {
		if of(c) {
			c.end(why)
		}
	}
	s.watch.Tell()
}

// tableDoor is how the gamemaster closes a table to all others, and opens it to them again, from
// a screen or page that came to it through its host.
type tableDoor struct{ *Table }

var _ people.Door = tableDoor{}

// Open implements people.Door.
func (d tableDoor) Open(address string) (people.Admissions, error) {
	if at := d.Last(); address != at {
		return nil, fmt.Errorf("this table is one of a host, and others can come to it at %s only", at)
	}
	return admissions(d), d.openToOthers()
}

// Shut implements people.Door.
func (d tableDoor) Shut() error { return d.closeToOthers() }

// Last implements people.Door.
func (d tableDoor) Last() string {
	address, _ := d.cfg.host.WebAddress()
	return cmp.Or(d.cfg.host.Address(), address)
}

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

// serveHere serves the gamemaster over a socket that only this user can reach, until the table is
// closed.
func (s *Table) serveHere(l net.Listener) {
	s.socket = newRateLimit(l, sshLimits, s.cfg.Now)
	s.tasks.Go(func() { _ = s.local.Serve(s.socket) }) // an error only means that there are no second terminals
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

// Watch returns a channel that receives whenever somebody connects, asks to be admitted or
// disconnects.
func (s *Table) Watch() (changed <-chan struct{}, stop func()) { return s.watch.Add() }

// come adds a client with the present seat of its key, or returns why it cannot be added.
func (s *Table) come(c *Guest) error {
	network := s.cfg.host.overSSH()
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
	case s.isClosedTo(c, network):
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
// when that was done. network is where the host listens now. The lock is held.
func (s *Table) isClosedTo(c *Guest, network *rateLimit) bool {
	return !c.local && (s.closed && c.seat.Role != model.GM || c.line != nil && c.line.limit != network)
}

// isVisited reports whether anybody is here, or waits.
func (s *Table) isVisited() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.clients) > 0
}

func (s *Table) leave(c *Guest) {
	s.mu.Lock()
	s.clients = slices.DeleteFunc(s.clients, func(o *Guest) bool { return o == c })
	s.cfg.Log.Info("disconnected", clientAttrs(c)...)
	s.mu.Unlock()
	s.cfg.Metrics.connections(c).Add(-1)
	s.running.Done()
	s.watch.Tell()
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
