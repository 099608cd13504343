package serve

import (
	"errors"
	"maps"
	"net/http"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/saves"
	"example.org/fray/ui/start"
)

// Browser is a browser that has connected to a host. Its cookie identifies a person as
// a key does, and can have seats at any number of tables.
type Browser struct {
	host                *Host
	page                *Page
	cookie, key, device string
}

// Browser returns the browser that has sent a request.
func (h *Host) Browser(p *Page, cookie, device string) *Browser {
	return &Browser{h, p, cookie, keyOfCookie(cookie), device}
}

// IsKnown reports whether the person has a seat at any table, or may create tables.
func (b *Browser) IsKnown() (bool, error) {
	tables, err := b.host.seatsOf(b.key)
	if err != nil {
		return false, b.failed(err)
	}
	return len(tables) > 0 || b.host.isMaker(b.key), nil
}

// Tables returns the tables where the person has a seat, with what that seat may know.
func (b *Browser) Tables() ([]start.TableInfo, error) { return b.host.tableInfos(b.key) }

// Table returns the pages of the table with this [TableID]. The table stays open until letGo
// is called. The pages are nil if the person has no seat at that table, or if there is no
// such table; the two cannot be told apart.
func (b *Browser) Table(id string) (pages http.Handler, letGo func(), err error) {
	if b.key == "" {
		return nil, nil, nil
	}
	h := b.host
	h.mu.Lock()
	open := h.serving[id]
	h.mu.Unlock()
	if open.table != nil && open.table.isVisitedBy(b.key) {
		_, letGo, err := h.hold(open.path)
		if err != nil {
			return nil, nil, err
		}
		if open.table.isVisitedBy(b.key) { // without reading the store, so that the pages work while it does not answer
			return open.table.pages, letGo, nil
		}
		letGo() // it was closed before it was held
	}
	tables, err := h.seatsOf(b.key)
	if err != nil {
		return nil, nil, b.failed(err)
	}
	i := slices.IndexFunc(tables, func(path string) bool { return TableID(path) == id })
	if i < 0 {
		return nil, nil, nil
	}
	s, letGo, err := h.enter(tables[i])
	if err != nil {
		return nil, nil, err
	}
	if err := h.admitOtherKey(s.cfg.Guests, b.key, b.device); err != nil {
		letGo()
		return nil, nil, b.failed(err)
	}
	return s.pages, letGo, nil
}

// failed reports an error to the operator, and returns what the person may know of it.
func (b *Browser) failed(err error) error {
	b.host.cfg.Tell("the tables of a browser cannot be found: " + err.Error())
	return shown(err)
}

// Redeem uses an invite, and returns the [TableID] of the table where the browser then has a
// seat. It returns "" if the invite has made the browser another device of somebody. name is
// used if the invite has none.
func (b *Browser) Redeem(words, name string) (table string, err error) {
	h := b.host
	if h.addsDevice(words) {
		return "", h.joins(words, b.key, b.device)
	}
	path, err := h.invited(words)
	if err != nil {
		return "", err
	}
	s, letGo, err := h.enter(path)
	if err != nil {
		return "", err
	}
	defer letGo()
	return TableID(path), s.EnterBy(b.page, b.cookie, b.device, words, name)
}

// Ask asks the gamemaster of a table to let the browser in under a name. Nobody learns whether there
// is such a table before they are let in.
func (b *Browser) Ask(table, name string) error {
	s, letGo := b.host.played(table)
	if s == nil {
		return nil
	}
	defer letGo()
	known, err := b.IsKnown()
	if err != nil {
		return err
	}
	v, err := s.enter(b.page, b.key, b.device, known) // the cookie of somebody who is known is their own
	switch {
	case err != nil: // which would tell that there is such a table
		return nil
	case v.Seat().Role != "":
		return errors.New("you have a seat at that table already: choose it in the list")
	}
	_ = v.Ask(name)
	return nil
}

// Renew returns a new cookie for a browser that has a seat by its cookie of the waiting room, and
// "" for all others; see [Guest.Renew].
func (b *Browser) Renew() (cookie string, err error) {
	all, err := b.host.with(saves.KeyRecords, recordOf(b.key))
	if err != nil {
		return "", b.failed(err)
	}
	for path, body := range all {
		if g, err := decoded[Listed](body, nil); err != nil || !g.Renew {
			continue
		}
		s, letGo, err := b.host.enter(path)
		if err != nil {
			return "", err
		}
		if cookie == "" {
			cookie = NewCookie()
		}
		err = s.renew(b.key, keyOfCookie(cookie))
		letGo()
		if err != nil {
			return "", shown(err)
		}
	}
	return cookie, nil
}

// Told returns the newest message for a browser that waits to be let in at a table, or "".
func (b *Browser) Told() string {
	b.host.mu.Lock()
	open := slices.Collect(maps.Values(b.host.serving))
	b.host.mu.Unlock()
	for _, t := range open {
		t.table.mu.Lock()
		v := t.table.visitors[b.key]
		t.table.mu.Unlock()
		if v == nil || v.Seat().Role != "" {
			continue
		}
		if words := v.Told(); words != "" {
			return words
		}
	}
	return ""
}

// Device creates an invite that adds another browser or key to the same person.
func (b *Browser) Device() (words string, err error) { return b.host.device(b.key) }

// MayMake reports whether the person may create tables, and says in words how many.
func (b *Browser) MayMake() (may bool, words string) {
	if !b.host.isMaker(b.key) {
		return false, ""
	}
	return true, b.host.mayMake(b.key)
}

// Systems returns the rulebooks that a new table can use.
func (b *Browser) Systems() []*engine.System { return b.host.cfg.Tables.Systems() }

// Delete deletes the table with this [TableID], if the person is its gamemaster.
func (b *Browser) Delete(id string) error {
	tables, err := b.host.seatsOf(b.key)
	if err != nil {
		return b.failed(err)
	}
	for _, path := range tables {
		if TableID(path) == id {
			return b.host.Delete(b.key, path)
		}
	}
	return errNotTheirs
}

// Make creates a table with the person as its gamemaster, and returns its [TableID].
func (b *Browser) Make(name, system string) (table string, err error) {
	if !slices.ContainsFunc(b.Systems(), func(s *engine.System) bool { return s.ID == system }) {
		return "", errors.New("choose one of the rulebooks")
	}
	path, err := b.host.Make(b.key, name, system)
	if err != nil {
		return "", err
	}
	return TableID(path), nil
}
