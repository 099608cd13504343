package serve

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/screen"
)

// HostConfig configures a host.
type HostConfig struct {
	Tables saves.Tables // all of their store are served, unless Only is set
	Only   *saves.Live  // the one table that is served, which stays open; nil: all
	Host   gossh.Signer
	OwnKey gossh.Signer      // host key on the local sockets; nil: Host
	Makers []gossh.PublicKey // the keys of people who may create tables
	GM     gossh.PublicKey   // has the gamemaster's seat at every table, until it is revoked there; may be nil
	Played bool              // the gamemaster plays on this machine's own screen

	// New returns the command for a new table of a rulebook, one of Systems; nil where nobody
	// makes tables.
	New     func(name, system string) (model.Make, error)
	Systems func() []*engine.System

	// Screen returns the configuration of a screen on a terminal: look, keys, themes and
	// clipboard. The host adds table and seat.
	Screen func(out io.Writer, env func(string) string) ui.Config
	Draws  *screen.Scheduler // schedules the drawing of screens; nil: one of its own
	Quota  Quota             // limits of each seat

	Sockets string // the folder of the sockets for second terminals on this machine; "": none

	// Opened is called with every table of the store that is opened, and closing before it is
	// closed; may be nil.
	Opened func(*saves.Live) (closing func(), err error)

	Log     *slog.Logger // what an operator should know, without text from a table; may be nil
	Metrics *Metrics     // may be nil

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time // for tests; nil: time.After
	Tell  func(words string)                   // reports something to the operator; may be nil
}

// Host lets people come to the tables of a store, or to one, over SSH and in browsers, at one
// address. A person sees the tables where one of their keys has a seat, and nothing of the others.
// A table is opened when somebody enters it, and is closed when nobody has been there for a while.
type Host struct {
	cfg   HostConfig
	ssh   *ssh.Server
	tasks sync.WaitGroup
	idle  time.Duration
	only  *Table // the table, where one is served; nil for many

	// accounts has the keys of each person: all keys of one person have the same seat in it. It is
	// nil where one table is served.
	accounts *GuestList

	mu      sync.Mutex // guards what follows
	tables  map[string]*hostedTable
	network *rateLimit             // where SSH is served; nil: it is not
	address string                 // of it, HOST:PORT, or ""
	pages   *pages                 // web server; nil: there is none
	serving map[string]servedTable // the tables that are open, by their [TableID]
	listed  []*Guest               // the SSH connections at the list of tables, in the order in which they came
	over    bool
}

// NewHost creates a host that does not listen yet.
func NewHost(cfg HostConfig) (*Host, error) {
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
	h := &Host{cfg: cfg, tables: map[string]*hostedTable{}, serving: map[string]servedTable{}, idle: letGoAfter}
	by := &login{works: h.works, knows: h.knows, tell: cfg.Tell, now: cfg.Now}
	h.ssh = by.server(cfg.Host, h.handle)
	var err error
	if cfg.Only != nil {
		h.only, _, err = h.enter(cfg.Only.Path())
		return h, err
	}
	records, err := cfg.Tables.Store.OwnRecords(context.Background())
	if err != nil {
		return nil, err
	}
	h.accounts, err = OpenGuestList(records)
	return h, err
}

// Only returns the table, where one is served, and nil for many.
func (h *Host) Only() *Table { return h.only }

// lists returns the guest list that says where the host is served, and what people like: that of
// the only table, or of the host.
func (h *Host) lists() *GuestList {
	if h.only != nil {
		return h.only.cfg.Guests
	}
	return h.accounts
}

// Open serves SSH on a listener, until Close or Shutdown. The error is that it is served already;
// then it closes the listener.
func (h *Host) Open(l net.Listener) error {
	h.closeIfClosed()
	limit := newRateLimit(l, sshLimits, h.cfg.Now)
	h.mu.Lock()
	if h.network != nil || h.over {
		defer h.mu.Unlock()
		return errors.Join(errors.New("the table is already open to others at "+h.address), l.Close())
	}
	h.network, h.address = limit, l.Addr().String()
	h.mu.Unlock()
	h.opened(h.lists().KeepServedAt(l.Addr().String(), h.cfg.Host.PublicKey()))
	h.tasks.Go(func() {
		if err := h.ssh.Serve(limit); err != nil && !errors.Is(err, ssh.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			h.cfg.Tell("nobody can connect any more: " + err.Error())
		}
	})
	return nil
}

// OpenWeb serves pages on a listener, until Close or Shutdown. The error is that there are pages
// already; then it closes the listener.
func (h *Host) OpenWeb(l net.Listener, how Web) error {
	h.closeIfClosed()
	p := newPages(l, how, h.cfg.Now)
	h.mu.Lock()
	if h.pages != nil || h.over {
		defer h.mu.Unlock()
		return errors.Join(errors.New("there are pages already, at "+h.pages.address), l.Close())
	}
	h.pages = p
	for _, t := range h.serving {
		if how.Of != nil {
			t.table.pages = how.Of(t.table)
		}
	}
	h.mu.Unlock()
	h.opened(h.lists().KeepWebAt(p.address))
	h.tasks.Go(func() {
		if err := p.serve(); err != nil {
			h.cfg.Tell("no browser can connect any more: " + err.Error())
		}
	})
	return nil
}

// closeIfClosed closes a host whose only table its gamemaster has closed from elsewhere, so that it
// can be opened anew.
func (h *Host) closeIfClosed() {
	if h.only != nil && h.only.isClosed() {
		h.Close()
	}
}

// opened lets others come to the only table, after the host was opened. err is why programs that
// create invites do not know of that.
func (h *Host) opened(err error) {
	if h.only != nil {
		err = errors.Join(err, h.only.openToOthers())
	}
	if err != nil {
		h.cfg.Tell("invites cannot say where the tables are served: " + err.Error())
	}
}

// ServedOnlySo records that the host is served in no other way than now, so that invites say so.
func (h *Host) ServedOnlySo() (err error) {
	h.mu.Lock()
	ssh, web := h.network != nil, h.pages != nil
	h.mu.Unlock()
	if !ssh {
		err = h.lists().KeepServedAt("", h.cfg.Host.PublicKey())
	}
	if !web {
		err = errors.Join(err, h.lists().KeepWebAt(""))
	}
	return err
}

// ServedAt returns where SSH is or was last served, HOST:PORT, or "".
func (h *Host) ServedAt() string { return h.lists().ServedAt() }

// Close ends what Open and OpenWeb began: it tells those who came from elsewhere that it is over,
// and nobody else can come. Screens on this machine go on.
func (h *Host) Close() {
	h.mu.Lock()
	limit, p, all := h.network, h.pages, slices.Clone(h.listed)
	h.network, h.address, h.pages = nil, "", nil
	tables := slices.Collect(maps.Values(h.serving))
	h.mu.Unlock()
	if limit != nil {
		_ = limit.Listener.Close()
	}
	for _, a := range all {
		a.end(closedTable)
	}
	for _, t := range tables {
		t.table.endAll(closedTable, func(c *Guest) bool { return !c.local })
	}
	if p != nil {
		p.close(endTimeout) // streams have sent their last message by now
	}
}

// Shutdown tells everybody that it is over, and ends all connections: those that have not ended
// within the time are cut.
func (h *Host) Shutdown(within time.Duration) { h.shutdown(closedTable, within) }

// Stop is Shutdown of a host that will be back: people are told how they come back.
func (h *Host) Stop(within time.Duration) { h.shutdown(hostStops, within) }

func (h *Host) shutdown(why string, within time.Duration) {
	h.mu.Lock()
	h.over = true
	limit, pages, all := h.network, h.pages, slices.Clone(h.listed)
	tables := make([]*hostedTable, 0, len(h.tables))
	for _, t := range h.tables {
		if t.rest != nil {
			t.rest.Stop()
		}
		tables = append(tables, t)
	}
	h.mu.Unlock()
	if limit != nil {
		_ = limit.Listener.Close()
	}
	if pages != nil {
		_ = pages.limit.Listener.Close()
		pages.http.SetKeepAlivesEnabled(false) // so that whoever asks again asks another host
	}
	for _, a := range all {
		a.end(why + a.comesBack(h.way(), why))
	}
	var closing sync.WaitGroup
	for _, t := range tables {
		closing.Go(func() {
			t.open.Lock()
			defer t.open.Unlock()
			h.closes(t, why, within)
		})
	}
	closing.Wait()
	if pages != nil {
		pages.close(endTimeout) // streams have sent their last message by now
	}
	ctx, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	_ = h.ssh.Shutdown(ctx) // those at the list have been told by now
	_ = h.ssh.Close()
	h.tasks.Wait()
	if h.accounts != nil {
		_ = h.accounts.Close() // what is kept is safe without it
	}
}

// hostStops is the message for everybody when the host is stopped.
const hostStops = "this host is being stopped. Everything is saved"

var errHostStops = errors.New("this host is being stopped: connect again soon")

// Address returns where SSH is served, HOST:PORT, or "".
func (h *Host) Address() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.address
}

// WebAddress returns the address of the pages, and from where it can be reached. Both are
// empty if there are no pages.
func (h *Host) WebAddress() (address, reach string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pages == nil {
		return "", ""
	}
	return h.pages.address, h.pages.reach()
}

// overSSH returns the limits of where SSH is served now, or nil.
func (h *Host) overSSH() *rateLimit {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.network
}

// isOpen reports whether others can come over the network.
func (h *Host) isOpen() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.network != nil || h.pages != nil
}

// Line returns the command with which people connect, and from where it works.
func (h *Host) Line() (line, reach string) {
	w := h.way()
	return w.Line("NAME"), w.Reach
}

// way returns how people connect to the host.
func (h *Host) way() Way {
	h.mu.Lock()
	defer h.mu.Unlock()
	return WayTo(h.address, h.cfg.Host.PublicKey(), OwnAddresses())
}

// Print returns the fingerprint of the host key.
func (h *Host) Print() string { return gossh.FingerprintSHA256(h.cfg.Host.PublicKey()) }
