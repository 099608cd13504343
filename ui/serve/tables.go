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

	"example.org/fray/saves"
)

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
	live, guests, shut, err := h.openLive(t.path)
	if err != nil {
		h.cfg.Log.Error("a table cannot be opened", tableAttr(idOf(t.path)))
		h.cfg.Tell(fmt.Sprintf("%s cannot be opened: %v", t.path, err))
		return errors.New("this table cannot be opened now: ask whoever runs this host, whose log says why")
	}
	cfg := tableConfig{h.cfg, live, guests, h}
	cfg.Tell = func(words string) { h.cfg.Tell(live.Now().Name + ": " + words) }
	s, err := newTable(cfg)
	if err != nil {
		return errors.Join(err, shut())
	}
	if h.accounts != nil { // for programs that create invites
		web, _ := h.WebAddress()
		err = guests.KeepServedAt(h.Address(), h.cfg.Host.PublicKey())
		if guests.WebAt() != web {
			err = errors.Join(err, guests.KeepWebAt(web))
		}
	}
	if err != nil {
		s.shutdown("", 0)
		return errors.Join(err, shut())
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
	t.table, t.shut = s, shut
	return nil
}

// openLive opens a table with its guest list. The only one is open already, and is not closed by
// shut.
func (h *Host) openLive(path string) (live *saves.Live, guests *GuestList, shut func() error, err error) {
	if h.cfg.Only != nil {
		if guests, err = OpenGuestListOf(h.cfg.Only); err != nil {
			return nil, nil, nil, err
		}
		return h.cfg.Only, guests, guests.Close, nil
	}
	if live, err = h.cfg.Tables.Open(context.Background(), path); err != nil {
		return nil, nil, nil, err
	}
	if guests, err = OpenGuestListOf(live); err != nil {
		return nil, nil, nil, errors.Join(err, live.Close())
	}
	closing := func() {}
	if h.cfg.Opened != nil {
		closing, err = h.cfg.Opened(live)
	}
	shut = func() error { closing(); return errors.Join(live.Close(), guests.Close()) }
	if err != nil {
		return nil, nil, nil, errors.Join(err, shut())
	}
	return live, guests, shut, nil
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
