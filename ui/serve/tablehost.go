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
	"net/http"
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

// Tables gives a [TableHost] access to its tables, in a folder or in a store.
type Tables struct {
	// All returns the paths of all tables.
	All func() ([]string, error)
	// With finds the records with a kind and an id among the records of all tables. It returns
	// their bodies by the paths of the tables.
	With func(kind saves.Kind, id string) (map[string][]byte, error)
	// Look opens a table read-only, and its records.
	Look func(path string) (*saves.Live, saves.Records, error)
	// Open opens a table for playing, and its records.
	Open func(path string) (*saves.Live, saves.Records, error)
	// Make creates a table, closes it, and returns its path.
	Make func(name, system string) (path string, err error)
	// Systems returns the rulebooks that a new table can use.
	Systems func() []*engine.System
}

// TableHostConfig configures a table host.
type TableHostConfig struct {
	Tables   Tables
	Accounts *GuestList // the keys of each person: all keys of one person have the same seat in it
	Host     gossh.Signer
	OwnKey   gossh.Signer      // see Here of [Config]
	Makers   []gossh.PublicKey // the keys of people who may create tables
	GM       gossh.PublicKey   // the gamemaster of every table; may be nil

	Screen func(out io.Writer, env func(string) string) ui.Config // see [Config]
	Quota  Quota
	Here   func(*Server, *saves.Live) (shut func() error) // called for every table that is opened; may be nil

	Log     *slog.Logger // see [Config]
	Metrics *Metrics     // see [Config]

	Now  func() time.Time
	Tell func(words string) // reports something to the operator; may be nil
}

// letGoAfter is how long a table without visitors stays open.
const letGoAfter = 5 * time.Minute

// TableHost serves all tables of a folder or a store at one address. A person sees the tables
// where one of their keys has a seat, and nothing of the others. A table is opened when somebody
// enters it, is then served by a [Server], and is closed when nobody has been there for a while.
type TableHost struct {
	cfg   TableHostConfig
	ssh   *ssh.Server
	draws *screen.Scheduler
	tasks sync.WaitGroup
	idle  time.Duration

	mu       sync.Mutex // guards what follows
	tables   map[string]*hostedTable
	network  *rateLimit
	address  string
	pages    *pages // web server; nil: there is none
	pagesOf  func(*Server) http.Handler
	serving  map[string]servedTable // the tables that are open, by their [TableID]
	arrivals []*arrival             // the SSH connections, in the order in which they came
	over     bool
}

// servedTable is a table that is open.
type servedTable struct {
	path   string
	server *Server
}

// hostedTable is a table that a table host has open, is opening or is closing.
type hostedTable struct {
	path string

	open   sync.Mutex // held while it is opened or closed; guards what follows
	server *Server    // nil while it is closed
	shut   func() error

	users int         // how many have entered it; guarded by the lock of the host
	rest  *time.Timer // closes it when it is idle; guarded by the lock of the host
}

// NewTableHost creates a table host that does not listen yet.
func NewTableHost(cfg TableHostConfig) (*TableHost, error) {
	if cfg.Tell == nil {
		cfg.Tell = func(string) {}
	}
	cfg.Log = logged(cfg.Log)
	if cfg.Metrics == nil {
		cfg.Metrics = NewMetrics(cfg.Now())
	}
	h := &TableHost{cfg: cfg, draws: screen.NewScheduler(), tables: map[string]*hostedTable{}, serving: map[string]servedTable{}, idle: letGoAfter}
	by := &login{works: h.works, knows: h.knows, tell: cfg.Tell, now: cfg.Now}
	var err error
	h.ssh, err = by.server(cfg.Host, h.handle)
	return h, err
}

// Open serves SSH on a listener until Shutdown.
func (h *TableHost) Open(l net.Listener) {
	limit := newRateLimit(l, sshLimits, h.cfg.Now)
	h.mu.Lock()
	h.network, h.address = limit, l.Addr().String()
	pages := h.pages
	h.mu.Unlock()
	err := h.cfg.Accounts.KeepServedAt(l.Addr().String(), h.cfg.Host.PublicKey()) // for programs that create invites to tables that were not opened yet
	if pages == nil {
		err = errors.Join(err, h.cfg.Accounts.KeepWebAt(""))
	}
	if err != nil {
		h.cfg.Tell("invites cannot say where the tables are served: " + err.Error())
	}
	h.tasks.Go(func() {
		if err := h.ssh.Serve(limit); err != nil && !errors.Is(err, ssh.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			h.cfg.Tell("nobody can connect any more: " + err.Error())
		}
	})
}

// Line returns the command with which people connect, and from where it works.
func (h *TableHost) Line() (line, reach string) {
	w := h.way()
	return w.Line("NAME"), w.Reach
}

// way returns how people connect to the host.
func (h *TableHost) way() Way {
	h.mu.Lock()
	defer h.mu.Unlock()
	return WayTo(h.address, h.cfg.Host.PublicKey(), OwnAddresses())
}

// Playing returns how many tables are open.
func (h *TableHost) Playing() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// Print returns the fingerprint of the host key.
func (h *TableHost) Print() string { return gossh.FingerprintSHA256(h.cfg.Host.PublicKey()) }

// enter opens a table unless it is open. Every caller calls letGo when done; some time after the
// last call the table is closed.
func (h *TableHost) enter(path string) (s *Server, letGo func(), err error) {
	t, letGo, err := h.hold(path)
	if err != nil {
		return nil, nil, err
	}
	t.open.Lock()
	defer t.open.Unlock()
	if t.server == nil {
		if err := h.opens(t); err != nil {
			letGo()
			return nil, nil, err
		}
	}
	if deleted, err := t.server.cfg.Guests.isDeleted(); err != nil || deleted {
		letGo()
		return nil, nil, cmp.Or(shown(err), errDeleted)
	}
	return t.server, letGo, nil
}

// hold keeps a table that is open from being closed, until letGo is called.
func (h *TableHost) hold(path string) (t *hostedTable, letGo func(), err error) {
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
func (h *TableHost) opens(t *hostedTable) error {
	live, kept, err := h.cfg.Tables.Open(t.path)
	if err != nil {
		h.cfg.Log.Error("a table cannot be opened", tableAttr(idOf(t.path)))
		h.cfg.Tell(fmt.Sprintf("%s cannot be opened: %v", t.path, err))
		return errors.New("this table cannot be opened now: ask whoever runs this host, whose log says why")
	}
	guests, err := OpenGuestList(kept)
	if err != nil {
		return errors.Join(shown(err), live.Close(), kept.Close())
	}
	h.mu.Lock()
	network, address, pages, pagesOf := h.network, h.address, h.pages, h.pagesOf
	h.mu.Unlock()
	web, reach := "", ""
	if pages != nil {
		web, reach = pages.address, pages.reach()
		if network == nil { // there is no SSH
			network = pages.limit
		}
	}
	s, err := New(Config{Web: web, WebReach: reach, Table: live, Guests: guests, Host: h.cfg.Host, Here: h.cfg.OwnKey, GM: h.cfg.GM, Screen: h.cfg.Screen, Draws: h.draws, Quota: h.cfg.Quota, Log: h.cfg.Log, Metrics: h.cfg.Metrics, Now: h.cfg.Now,
		Tell: func(words string) { h.cfg.Tell(live.Now().Name + ": " + words) }})
	if err == nil {
		err = s.openAt(network, address)
	}
	if err == nil && guests.WebAt() != web {
		err = guests.KeepWebAt(web) // for programs that create invites
	}
	if err != nil {
		return errors.Join(err, live.Close(), guests.Close())
	}
	shut := func() error { return nil }
	if h.cfg.Here != nil {
		shut = h.cfg.Here(s, live)
	}
	if pagesOf != nil {
		s.cfg.Pages = pagesOf(s)
	}
	h.mu.Lock()
	h.serving[TableID(t.path)] = servedTable{t.path, s}
	h.mu.Unlock()
	t.server, t.shut = s, func() error { return errors.Join(shut(), live.Close(), guests.Close()) }
	return nil
}

// letGo counts one user less. After the last, the table is closed once it has been idle.
func (h *TableHost) letGo(t *hostedTable) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.users--; t.users == 0 && !h.over {
		t.rest = time.AfterFunc(h.idle, func() { h.closeIdle(t) })
	}
}

func (h *TableHost) closeIdle(t *hostedTable) {
	t.open.Lock()
	defer t.open.Unlock()
	h.mu.Lock()
	wanted := t.users > 0 || h.over
	if !wanted && t.server != nil && t.server.isVisited() { // by a browser, or from this machine
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
func (h *TableHost) closes(t *hostedTable, why string, within time.Duration) {
	if t.server == nil {
		return
	}
	h.mu.Lock()
	delete(h.serving, TableID(t.path))
	h.mu.Unlock()
	t.server.shutdown(why, within)
	if err := t.shut(); err != nil {
		h.cfg.Tell(fmt.Sprintf("%s was closed with an error: %v", t.path, err))
	}
	t.server = nil
}

// Shutdown tells everybody that the host stops and how to come back, and ends all connections.
// Those that have not ended within the time are cut.
func (h *TableHost) Shutdown(within time.Duration) {
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
		a.own.end(a.stops())
	}
	var closing sync.WaitGroup
	for _, t := range tables {
		closing.Go(func() {
			t.open.Lock()
			defer t.open.Unlock()
			h.closes(t, hostStops, within)
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
func (h *TableHost) Make(key, name, system string) (path string, err error) {
	if !h.isMaker(key) {
		return "", errors.New("only those whose keys the host has named make tables")
	}
	name = strings.TrimSpace(model.Clean(name, model.LongestName))
	if name == "" {
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
	return path, shown(s.cfg.Guests.admit(Guest{Key: key, Seat: model.Seat{Role: model.GM}, Since: h.cfg.Now().UTC()}))
}

// runs returns how many tables the owner of a key runs as gamemaster.
func (h *TableHost) runs(key string) (int, error) {
	tables := map[string]bool{}
	for _, k := range h.keysOf(key) {
		all, err := h.with(saves.KeyRecords, recordOf(k))
		if err != nil {
			return 0, err
		}
		for path, body := range all {
			if g, err := decoded[Guest](body, nil); err == nil && g.Seat.Role == model.GM {
				tables[path] = true
			}
		}
	}
	return len(tables), nil
}

// mayMake says how many tables a maker runs and how many are allowed; "" without a limit.
func (h *TableHost) mayMake(key string) string {
	runs, err := h.runs(key)
	if most := h.cfg.Quota.Tables; err == nil && most > 0 {
		return fmt.Sprintf("You run %d of the %d tables that one person may have here.", runs, most)
	}
	return ""
}

// isMaker reports whether the owner of a key may create tables. Any key of the person counts, so
// that it works from a browser, too.
func (h *TableHost) isMaker(key string) bool {
	if key == "" || len(h.cfg.Makers) == 0 {
		return false
	}
	all := h.keysOf(key)
	return slices.ContainsFunc(h.cfg.Makers, func(m gossh.PublicKey) bool { return slices.Contains(all, storedKey(m)) })
}

// knows reports whether a key or cookie, as the guest list stores it, has a seat at a table
// that is open.
func (h *TableHost) knows(key string) bool {
	h.mu.Lock()
	open := slices.Collect(maps.Values(h.serving))
	h.mu.Unlock()
	return h.isGM(key) || slices.ContainsFunc(open, func(t servedTable) bool { return t.server.knows(key) })
}

// Expects reports whether a browser with this cookie has a seat at any table, or words are an
// invite that would admit somebody.
func (h *TableHost) Expects(cookie, words string) bool {
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
func (h *TableHost) isGM(key string) bool { return h.cfg.GM != nil && storedKey(h.cfg.GM) == key }

// works returns why an invite is not accepted here, be it for a table or for another device.
func (h *TableHost) works(words string) error {
	if !areInvite(words) {
		return ErrNoInvite
	}
	if h.cfg.Accounts.Works(words, h.cfg.Now()) == nil {
		return nil
	}
	_, err := h.invited(words)
	return err
}

// invited returns the path of the table that an invite is for. The errors are ErrNoInvite,
// ErrExpired and those of the store.
func (h *TableHost) invited(words string) (path string, err error) {
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
func (h *TableHost) keysOf(key string) []string {
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
func (h *TableHost) seatsOf(key string) ([]string, error) {
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
func (h *TableHost) admitOtherKey(guests *GuestList, key, device string) error {
	guests.refreshKey(key)
	if _, has := guests.guest(key); has || key == "" {
		return nil
	}
	for _, k := range h.keysOf(key) {
		guests.refreshKey(k)
		if g, has := guests.guest(k); has {
			return guests.admit(Guest{Key: key, Seat: g.Seat, Since: h.cfg.Now().UTC(), Device: device})
		}
	}
	return nil
}

// deviceWithin is how long an invite for another device is valid.
const deviceWithin = 15 * time.Minute

// device creates an invite that adds another key to the person who owns a key.
func (h *TableHost) device(key string) (words string, err error) {
	h.cfg.Accounts.refreshKey(key)
	own, known := h.cfg.Accounts.guest(key)
	if !known { // a person gets an entry with their second key
		own = Guest{Key: key, Seat: model.Seat{Role: model.Player, ID: idOf(key)[:16]}, Since: h.cfg.Now().UTC()}
		if err := h.cfg.Accounts.admit(own); err != nil {
			return "", shown(err)
		}
	}
	words, err = h.cfg.Accounts.newInvite(Invite{Seat: own.Seat, Expires: h.cfg.Now().Add(deviceWithin)})
	return words, shown(err)
}

// joins adds a key to the person who created an invite for another device.
func (h *TableHost) joins(words, key, device string) error {
	return h.cfg.Accounts.Redeem(words, key, h.cfg.Now(), func(i Invite) error {
		return h.cfg.Accounts.admit(Guest{Key: key, Seat: i.Seat, Since: h.cfg.Now().UTC(), Device: device})
	})
}
