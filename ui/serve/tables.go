package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"example.org/fray/engine"
	"example.org/fray/saves"
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

// letGoAfter is how long a table without visitors stays open.
const letGoAfter = 5 * time.Minute

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

// TableID returns the id of a table in the addresses of its pages, from the table's path. It
// is the same at every host of a store, and the path cannot be derived from it.
func TableID(path string) string { return idOf(path)[:16] }

// Playing returns how many tables are open.
func (h *Host) Playing() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

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
