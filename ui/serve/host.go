package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strings"
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

// Tables gives a [Host] access to its tables: those of a folder or of a store, or one that is
// open already (see [One]).
type Tables struct {
	// All returns the paths of all tables.
	All func() ([]string, error)
	// With finds the records with a kind and an id among those kept beside all tables. It
	// returns their bodies by the paths of the tables.
	With func(kind saves.Kind, id string) (map[string][]byte, error)
	// Look opens a table read-only, and what is kept beside it.
	Look func(path string) (*saves.Live, saves.Records, error)
	// Open opens a table for playing, and what is kept beside it.
	Open func(path string) (*saves.Live, saves.Records, error)
	// Make creates a table, closes it, and returns its path.
	Make func(name, system string) (path string, err error)
	// Systems returns the rulebooks that a new table can use.
	Systems func() []*engine.System

	one string // the path of the only table, which whoever made the list has open; "" for many
}

// One is a list of one table that is open already, and stays so. Whoever comes to its host comes
// to that table.
func One(live *saves.Live, kept saves.Records) Tables {
	path := live.Path()
	get := func(string) (*saves.Live, saves.Records, error) { return live, kept, nil }
	return Tables{
		All: func() ([]string, error) { return []string{path}, nil },
		With: func(kind saves.Kind, id string) (map[string][]byte, error) {
			body, err := kept.Get(context.Background(), kind, id)
			if errors.Is(err, saves.ErrNoRecord) {
				return nil, nil
			}
			return map[string][]byte{path: body}, err
		},
		Look: get, Open: get,
		one: path,
	}
}

// HostConfig configures a host.
type HostConfig struct {
	Tables   Tables
	Accounts *GuestList // the keys of each person: all keys of one person have the same seat in it; nil where there is one table
	Host     gossh.Signer
	OwnKey   gossh.Signer      // host key on the local sockets; nil: Host
	Makers   []gossh.PublicKey // the keys of people who may create tables
	GM       gossh.PublicKey   // has the gamemaster's seat at every table, until it is revoked there; may be nil
	Played   bool              // the gamemaster plays on this machine's own screen

	// Screen returns the configuration of a screen on a terminal: look, keys, themes and
	// clipboard. The host adds table and seat.
	Screen func(out io.Writer, env func(string) string) ui.Config
	Draws  *screen.Scheduler // schedules the drawing of screens; nil: one of its own
	Quota  Quota             // limits of each seat

	Sockets string                             // the folder of the sockets for second terminals on this machine; "": none
	Opened  func(*saves.Live) (closing func()) // called for every table that is opened; may be nil

	Log     *slog.Logger // what an operator should know, without text from a table; may be nil
	Metrics *Metrics     // may be nil

	Now   func() time.Time
	After func(time.Duration) <-chan time.Time // for tests; nil: time.After
	Tell  func(words string)                   // reports something to the operator; may be nil
}

// letGoAfter is how long a table without visitors stays open.
const letGoAfter = 5 * time.Minute

// Host lets people come to the tables of a list, over SSH and in browsers, at one address. A person
// sees the tables where one of their keys has a seat, and nothing of the others. A table is opened
// when somebody enters it, and is closed when nobody has been there for a while.
type Host struct {
	cfg   HostConfig
	ssh   *ssh.Server
	tasks sync.WaitGroup
	idle  time.Duration
	only  *Table // the table of a list of one; nil for many

	mu       sync.Mutex // guards what follows
	tables   map[string]*hostedTable
	network  *rateLimit             // where SSH is served; nil: it is not
	address  string                 // of it, HOST:PORT, or ""
	pages    *pages                 // web server; nil: there is none
	serving  map[string]servedTable // the tables that are open, by their [TableID]
	arrivals []*arrival             // the SSH connections, in the order in which they came
	over     bool
}

// servedTable is a table that is open.
type servedTable struct {
	path  string
	table *Table
}

// hostedTable is a table that a host has open, is opening or is closing.
type hostedTable struct {
	path string

	open  sync.Mutex // held while it is opened or closed; guards what follows
	table *Table     // nil while it is closed
	shut  func() error

	users int         // how many have entered it; guarded by the lock of the host
	rest  *time.Timer // closes it when it is idle; guarded by the lock of the host
}

// NewHost creates a host that does not listen yet. The table of a list of one is open from now on.
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
	if cfg.Tables.one != "" {
		h.only, _, err = h.enter(cfg.Tables.one)
	}
	return h, err
}

// Only returns the table of a list of one, and nil for many.
func (h *Host) Only() *Table { return h.only }

// lists returns the guest list that says where the host is served.
func (h *Host) lists() *GuestList {
	if h.only != nil {
		return h.only.cfg.Guests
	}
	return h.cfg.Accounts
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

// opened lets others come to the table of a list of one, after the host was opened. err is why
// programs that create invites do not know of that.
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
	limit, p, all := h.network, h.pages, slices.Clone(h.arrivals)
	h.network, h.address, h.pages = nil, "", nil
	tables := slices.Collect(maps.Values(h.serving))
	h.mu.Unlock()
	if limit != nil {
		_ = limit.Listener.Close()
	}
	for _, a := range all {
		a.own.end(closedTable)
	}
	for _, t := range tables {
		t.table.endAll(closedTable, func(c *Guest) bool { return !c.local })
	}
	if p != nil {
		p.close(endTimeout) // streams have sent their last message by now
	}
}

// Address returns where SSH is served, HOST:PORT, or "".
func (h *Host) Address() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.address
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

// Playing returns how many tables are open.
func (h *Host) Playing() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// Print returns the fingerprint of the host key.
func (h *Host) Print() string { return gossh.FingerprintSHA256(h.cfg.Host.PublicKey()) }

// enter opens a table unless it is open. Every caller calls letGo when done; some time after the
// last call the table is closed.
func (h *Host) enter(path string) (s *Table, letGo func(), err error) {
	t, letGo, err := h.hold(path)
	if err != nil {
		return nil, nil, err
	}
	t.open.Lock()
	defer t.open.Unlock()
	if t.table == nil {
		if err := h.opens(t); err != nil {
			letGo()
			return nil, nil, err
		}
	}
	if deleted, err := t.table.cfg.Guests.isDeleted(); err != nil || deleted {
		letGo()
		return nil, nil, cmp.Or(shown(err), errDeleted)
	}
	return t.table, letGo, nil
}

// played returns the table of a name that is being played, open until letGo is called, for
// somebody who asks to be let in there. It is nil if there is none, or more than one: a host tells
// nobody which tables it has.
func (h *Host) played(name string) (s *Table, letGo func()) {
	h.mu.Lock()
	open := slices.Collect(maps.Values(h.serving))
	h.mu.Unlock()
	path := ""
	for _, t := range open {
		if !strings.EqualFold(strings.TrimSpace(name), t.table.cfg.Table.Now().Name) || t.table.isClosed() {
			continue
		}
		if path != "" {
			return nil, nil
		}
		path = t.path
	}
	if path == "" {
		return nil, nil
	}
	s, letGo, err := h.enter(path)
	if err != nil {
		return nil, nil
	}
	return s, letGo
}

// hold keeps a table that is open from being closed, until letGo is called.
func (h *Host) hold(path string) (t *hostedTable, letGo func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return nil, nil, errHostStops
	}
	t = h.tables[path]
	if t == nil {
		t = &hostedTable{path: path}
		h.tables[path] = t
	}
	t.users++
	if t.rest != nil {
		t.rest.Stop()
	}
	return t, sync.OnceFunc(func() { h.letGo(t) }), nil
}

var errHostStops = errors.New("this host is being stopped: connect again soon")

// opens opens a table, whose lock must be held.
func (h *Host) opens(t *hostedTable) error {
	live, kept, err := h.cfg.Tables.Open(t.path)
	if err != nil {
		h.cfg.Log.Error("a table cannot be opened", tableAttr(idOf(t.path)))
		h.cfg.Tell(fmt.Sprintf("%s cannot be opened: %v", t.path, err))
		return errors.New("this table cannot be opened now: ask whoever runs this host, whose log says why")
	}
	guests, err := OpenGuestList(kept)
	if err != nil {
		return errors.Join(shown(err), h.closeLive(live), kept.Close())
	}
	cfg := tableConfig{h.cfg, live, guests, h}
	cfg.Tell = func(words string) { h.cfg.Tell(live.Now().Name + ": " + words) }
	s, err := newTable(cfg)
	if err != nil {
		return errors.Join(err, h.closeLive(live), guests.Close())
	}
	if h.only == nil && h.cfg.Tables.one == "" { // for programs that create invites
		web, _ := h.WebAddress()
		err = guests.KeepServedAt(h.Address(), h.cfg.Host.PublicKey())
		if guests.WebAt() != web {
			err = errors.Join(err, guests.KeepWebAt(web))
		}
	}
	if err != nil {
		s.shutdown("", 0)
		return errors.Join(err, h.closeLive(live), guests.Close())
	}
	closing := func() {}
	if h.cfg.Opened != nil {
		closing = h.cfg.Opened(live)
	}
	if h.cfg.Sockets != "" {
		if l, err := ListenHere(h.cfg.Sockets, live.ID()); err == nil { // else there are only no second terminals
			s.serveHere(l)
		}
	}
	h.mu.Lock()
	if h.pages != nil && h.pages.of != nil {
		s.pages = h.pages.of(s)
	}
	h.serving[TableID(t.path)] = servedTable{t.path, s}
	h.mu.Unlock()
	t.table, t.shut = s, func() error { closing(); return errors.Join(h.closeLive(live), guests.Close()) }
	return nil
}

// closeLive closes a table, unless whoever made a list of one has it open.
func (h *Host) closeLive(live *saves.Live) error {
	if h.cfg.Tables.one != "" {
		return nil
	}
	return live.Close()
}

// letGo counts one user less. After the last, the table is closed once it has been idle.
func (h *Host) letGo(t *hostedTable) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.users--; t.users == 0 && !h.over {
		t.rest = time.AfterFunc(h.idle, func() { h.closeIdle(t) })
	}
}

func (h *Host) closeIdle(t *hostedTable) {
	t.open.Lock()
	defer t.open.Unlock()
	h.mu.Lock()
	wanted := t.users > 0 || h.over
	if !wanted && t.table != nil && t.table.isVisited() { // by a browser, or from this machine
		t.rest = time.AfterFunc(h.idle, func() { h.closeIdle(t) })
		wanted = true
	}
	h.mu.Unlock()
	if wanted {
		return
	}
	h.closes(t, "", endTimeout)
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.users == 0 { // otherwise somebody is waiting to open it again
		delete(h.tables, t.path)
	}
}

// closes closes a table, whose lock must be held, and tells those who are there why.
func (h *Host) closes(t *hostedTable, why string, within time.Duration) {
	if t.table == nil {
		return
	}
	h.mu.Lock()
	delete(h.serving, TableID(t.path))
	h.mu.Unlock()
	t.table.shutdown(why, within)
	if err := t.shut(); err != nil {
		h.cfg.Tell(fmt.Sprintf("%s was closed with an error: %v", t.path, err))
	}
	t.table = nil
}

// Shutdown tells everybody that it is over, and ends all connections: those that have not ended
// within the time are cut.
func (h *Host) Shutdown(within time.Duration) { h.shutdown(closedTable, within) }

// Stop is Shutdown of a host that will be back: people are told how they come back.
func (h *Host) Stop(within time.Duration) { h.shutdown(hostStops, within) }

func (h *Host) shutdown(why string, within time.Duration) {
	h.mu.Lock()
	h.over = true
	limit, pages, all := h.network, h.pages, slices.Clone(h.arrivals)
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
		a.own.end(why + a.own.comesBack(h.way(), why))
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
}

// hostStops is the message for everybody when the host is stopped.
const hostStops = "this host is being stopped. Everything is saved"

// Make creates a table whose gamemaster is the owner of a key, and returns its path. The key is
// in the form of the guest list.
func (h *Host) Make(key, name, system string) (path string, err error) {
	if !h.isMaker(key) {
		return "", errors.New("only those whose keys the host has named make tables")
	}
	if name, err = model.CleanWithin("the name", name, model.LongestName); err != nil {
		return "", err
	}
	if name = strings.TrimSpace(name); name == "" {
		return "", errors.New("a table needs a name")
	}
	runs, err := h.runs(key)
	if err != nil {
		return "", shown(err)
	}
	if most := h.cfg.Quota.Tables; most > 0 && runs >= most {
		return "", fmt.Errorf("you already run %d tables, as many as one person may here", runs)
	}
	if path, err = h.cfg.Tables.Make(name, system); err != nil {
		h.cfg.Tell(fmt.Sprintf("a table cannot be made: %v", err))
		if taken := (*saves.Taken)(nil); errors.As(err, &taken) {
			return "", fmt.Errorf("there is a table called %q already, perhaps not one of yours: choose another name", name)
		}
		return "", shown(err)
	}
	s, letGo, err := h.enter(path)
	if err != nil {
		return "", err
	}
	defer letGo()
	return path, shown(s.cfg.Guests.admit(Listed{Key: key, Seat: model.Seat{Role: model.GM}, Since: h.cfg.Now().UTC()}))
}

// runs returns how many tables the owner of a key runs as gamemaster.
func (h *Host) runs(key string) (int, error) {
	tables := map[string]bool{}
	for _, k := range h.keysOf(key) {
		all, err := h.with(saves.KeyRecords, recordOf(k))
		if err != nil {
			return 0, err
		}
		for path, body := range all {
			if g, err := decoded[Listed](body, nil); err == nil && g.Seat.Role == model.GM {
				tables[path] = true
			}
		}
	}
	return len(tables), nil
}

// mayMake says how many tables a maker runs and how many are allowed; "" without a limit.
func (h *Host) mayMake(key string) string {
	runs, err := h.runs(key)
	if most := h.cfg.Quota.Tables; err == nil && most > 0 {
		return fmt.Sprintf("You run %d of the %d tables that one person may have here.", runs, most)
	}
	return ""
}

// isMaker reports whether the owner of a key may create tables. Any key of the person counts, so
// that it works from a browser, too.
func (h *Host) isMaker(key string) bool {
	if key == "" || len(h.cfg.Makers) == 0 {
		return false
	}
	all := h.keysOf(key)
	return slices.ContainsFunc(h.cfg.Makers, func(m gossh.PublicKey) bool { return slices.Contains(all, storedKey(m)) })
}

// knows reports whether a key or cookie, as the guest list stores it, has a seat at a table
// that is open.
func (h *Host) knows(key string) bool {
	h.mu.Lock()
	open := slices.Collect(maps.Values(h.serving))
	h.mu.Unlock()
	return h.isGM(key) || slices.ContainsFunc(open, func(t servedTable) bool { return t.table.knows(key) })
}

// Expects reports whether a browser with this cookie has a seat at any table, or words are an
// invite that would admit somebody.
func (h *Host) Expects(cookie, words string) bool {
	if key := keyOfCookie(cookie); key != "" {
		if h.knows(key) {
			return true
		}
		if tables, err := h.seatsOf(key); err == nil && len(tables) > 0 {
			return true
		}
	}
	return h.works(words) == nil
}

// isGM reports whether a key is that of the gamemaster of all tables.
func (h *Host) isGM(key string) bool { return h.cfg.GM != nil && storedKey(h.cfg.GM) == key }

// works returns why an invite is not accepted here, be it for a table or for another device.
func (h *Host) works(words string) error {
	if !areInvite(words) {
		return ErrNoInvite
	}
	if h.addsDevice(words) {
		return nil
	}
	_, err := h.invited(words)
	return err
}

// addsDevice reports whether words are an invite for another device of somebody.
func (h *Host) addsDevice(words string) bool {
	return h.cfg.Accounts != nil && areInvite(words) && h.cfg.Accounts.Works(words, h.cfg.Now()) == nil
}

// invited returns the path of the table that an invite is for. The errors are ErrNoInvite,
// ErrExpired and those of the store.
func (h *Host) invited(words string) (path string, err error) {
	if !areInvite(words) {
		return "", ErrNoInvite
	}
	all, err := h.with(saves.InviteRecords, inviteID(words))
	switch {
	case err != nil:
		return "", shown(err)
	case len(all) == 0:
		return "", ErrNoInvite
	}
	for at, body := range all {
		if i, err := decoded[Invite](body, nil); err == nil && !h.cfg.Now().After(i.Expires) {
			return at, nil
		}
	}
	return "", ErrExpired
}

// keysOf returns all keys of the person who owns a key.
func (h *Host) keysOf(key string) []string {
	if h.cfg.Accounts == nil {
		return []string{key}
	}
	h.cfg.Accounts.refreshKey(key)
	own, known := h.cfg.Accounts.guest(key)
	if !known {
		return []string{key}
	}
	if _, err := h.cfg.Accounts.refresh(); err != nil {
		return []string{key}
	}
	var out []string
	for _, g := range h.cfg.Accounts.Guests() {
		if g.Seat == own.Seat {
			out = append(out, g.Key)
		}
	}
	return out
}

// seatsOf returns the paths of the tables where the owner of a key has a seat.
func (h *Host) seatsOf(key string) ([]string, error) {
	if key == "" {
		return nil, nil
	}
	if h.isGM(key) {
		return h.all()
	}
	var out []string
	for _, k := range h.keysOf(key) {
		all, err := h.with(saves.KeyRecords, recordOf(k))
		if err != nil {
			return nil, err
		}
		for path := range all {
			if !slices.Contains(out, path) {
				out = append(out, path)
			}
		}
	}
	return out, nil
}

// admitOtherKey admits a key to a table where another key of the same person has a seat.
func (h *Host) admitOtherKey(guests *GuestList, key, device string) error {
	guests.refreshKey(key)
	if _, has := guests.guest(key); has || key == "" {
		return nil
	}
	for _, k := range h.keysOf(key) {
		guests.refreshKey(k)
		if g, has := guests.guest(k); has {
			return guests.admit(Listed{Key: key, Seat: g.Seat, Since: h.cfg.Now().UTC(), Device: device})
		}
	}
	return nil
}

// deviceWithin is how long an invite for another device is valid.
const deviceWithin = 15 * time.Minute

// device creates an invite that adds another key to the person who owns a key.
func (h *Host) device(key string) (words string, err error) {
	h.cfg.Accounts.refreshKey(key)
	own, known := h.cfg.Accounts.guest(key)
	if !known { // a person gets an entry with their second key
		own = Listed{Key: key, Seat: model.Seat{Role: model.Player, ID: idOf(key)[:16]}, Since: h.cfg.Now().UTC()}
		if err := h.cfg.Accounts.admit(own); err != nil {
			return "", shown(err)
		}
	}
	words, err = h.cfg.Accounts.newInvite(Invite{Seat: own.Seat, Expires: h.cfg.Now().Add(deviceWithin)})
	return words, shown(err)
}

// joins adds a key to the person who created an invite for another device.
func (h *Host) joins(words, key, device string) error {
	return h.cfg.Accounts.Redeem(words, key, h.cfg.Now(), func(i Invite) error {
		return h.cfg.Accounts.admit(Listed{Key: key, Seat: i.Seat, Since: h.cfg.Now().UTC(), Device: device})
	})
}
