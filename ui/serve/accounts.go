package serve

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/start"
)

// isGM reports whether a key is that of the gamemaster of all tables.
func (h *Host) isGM(key string) bool { return h.cfg.GM != nil && storedKey(h.cfg.GM) == key }

// isMaker reports whether the owner of a key may create tables. Any key of the person counts, so
// that it works from a browser, too.
func (h *Host) isMaker(key string) bool {
	if key == "" || len(h.cfg.Makers) == 0 {
		return false
	}
	all := h.keysOf(key)
	return slices.ContainsFunc(h.cfg.Makers, func(m gossh.PublicKey) bool { return slices.Contains(all, storedKey(m)) })
}

// keysOf returns all keys of the person who owns a key.
func (h *Host) keysOf(key string) []string {
	if h.accounts == nil {
		return []string{key}
	}
	h.accounts.refreshKey(key)
	own, known := h.accounts.guest(key)
	if !known {
		return []string{key}
	}
	if _, err := h.accounts.refresh(); err != nil {
		return []string{key}
	}
	var out []string
	for _, g := range h.accounts.Guests() {
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

// seatAt returns the seat that the owner of a key has at a table, or the zero Seat.
func (h *Host) seatAt(guests *GuestList, key string) (seat model.Seat) {
	if h.isGM(key) {
		return model.Seat{Role: model.GM}
	}
	for _, k := range h.keysOf(key) {
		if g, has := guests.guest(k); has {
			seat = g.Seat
		}
	}
	return seat
}

// knows reports whether a key or cookie, as the guest list stores it, has a seat at a table
// that is open.
func (h *Host) knows(key string) bool {
	h.mu.Lock()
	open := slices.Collect(maps.Values(h.serving))
	h.mu.Unlock()
	return h.isGM(key) || slices.ContainsFunc(open, func(t servedTable) bool { return t.table.knows(key) })
}

// Knows reports whether a browser with this cookie has a seat at a table that is open, or waits
// there.
func (h *Host) Knows(cookie string) bool {
	key := keyOfCookie(cookie)
	return key != "" && h.knows(key)
}

// Expects reports whether a browser with this cookie has a seat at any table, or words are an
// invite that would admit somebody. It asks the store.
func (h *Host) Expects(cookie, words string) bool {
	if key := keyOfCookie(cookie); key != "" {
		if tables, err := h.seatsOf(key); err == nil && len(tables) > 0 {
			return true
		}
	}
	return h.works(words) == nil
}

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
	return h.accounts != nil && areInvite(words) && h.accounts.Works(words, h.cfg.Now()) == nil
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
	h.accounts.refreshKey(key)
	own, known := h.accounts.guest(key)
	if !known { // a person gets an entry with their second key
		own = Listed{Key: key, Seat: model.Seat{Role: model.Player, ID: idOf(key)[:16]}, Since: h.cfg.Now().UTC()}
		if err := h.accounts.admit(own); err != nil {
			return "", shown(err)
		}
	}
	words, err = h.accounts.newInvite(Invite{Seat: own.Seat, Expires: h.cfg.Now().Add(deviceWithin)})
	return words, shown(err)
}

// joins adds a key to the person who created an invite for another device.
func (h *Host) joins(words, key, device string) error {
	return h.accounts.Redeem(words, key, h.cfg.Now(), func(i Invite) error {
		return h.accounts.admit(Listed{Key: key, Seat: i.Seat, Since: h.cfg.Now().UTC(), Device: device})
	})
}

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
	if path, err = h.makes(name, system); err != nil {
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

// makes creates a table, closes it and returns its path. Two tables of one name would be one to
// whoever asks to be let in, also where the store keeps them apart.
func (h *Host) makes(name, system string) (path string, err error) {
	all, err := h.cfg.Tables.Store.List(context.Background())
	if err != nil {
		return "", err
	}
	for _, t := range all {
		if strings.EqualFold(t.Name, name) {
			return "", &saves.Taken{Path: t.Path}
		}
	}
	as, err := h.cfg.New(name, system)
	if err != nil {
		return "", err
	}
	live, err := h.cfg.Tables.Make(context.Background(), as)
	if err != nil {
		return "", err
	}
	return live.Path(), live.Close()
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

// tableInfos describes the tables where the owner of a key has a seat, as far as that seat may
// know them.
func (h *Host) tableInfos(key string) ([]start.TableInfo, error) {
	tables, err := h.seatsOf(key)
	if err != nil {
		return nil, shown(err)
	}
	out := make([]start.TableInfo, 0, len(tables))
	for _, path := range tables {
		if s, ok := h.tableInfo(path, key); ok {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(x, y start.TableInfo) int { return y.Played.Compare(x.Played) })
	return out, nil
}

// tableInfo describes one table as far as the seat of a key may know it. It returns false if the
// key has no seat there.
func (h *Host) tableInfo(path, key string) (start.TableInfo, bool) {
	h.mu.Lock()
	t := h.tables[path]
	h.mu.Unlock()
	if t != nil {
		t.open.Lock()
		s := t.table
		t.open.Unlock()
		if s != nil {
			return h.tableInfoOf(path, s.cfg.Table.Now(), s.cfg.Guests, key, s.isHere)
		}
	}
	live, err := h.cfg.Tables.Look(context.Background(), path)
	if err != nil {
		h.cfg.Tell(fmt.Sprintf("%s cannot be looked at: %v", path, err))
		return start.TableInfo{Path: path, Name: "a table", Problem: "it cannot be opened now: ask whoever runs this host, whose log says why"}, true
	}
	defer func() { _ = live.Close() }() // it was only read
	guests, err := OpenGuestListOf(live)
	if err != nil {
		return start.TableInfo{}, false
	}
	defer func() { _ = guests.Close() }() // likewise
	return h.tableInfoOf(path, live.Now(), guests, key, func(model.Seat) bool { return false })
}

func (h *Host) tableInfoOf(path string, t model.Table, guests *GuestList, key string, here func(model.Seat) bool) (start.TableInfo, bool) {
	seat := h.seatAt(guests, key)
	if seat.Role == "" {
		return start.TableInfo{}, false
	}
	seen := view.SeenBy(t, seat)
	out := start.TableInfo{Path: path, Name: kit.Clean(t.Name), State: stateWords(seen, seat, here), Evening: kit.Clean(seen.NextEveningWords(h.cfg.Now()))}
	if seat.Role != model.GM {
		out.NoDelete = errNotTheirs.Error()
	}
	for l := range seen.Log() {
		out.Played = l.Event.Time
		break
	}
	return out, true
}

// stateWords describes the state of a table as far as a seat may know it: for whom it waits, or
// how many sessions were played.
func stateWords(t model.Table, seat model.Seat, here func(model.Seat) bool) string {
	waits := scene.WaitedFor(t, here, decide.Free(t))
	if words := waits[seat]; t.Open && words != "" {
		return "waits for you " + words
	}
	var names []string
	for _, s := range append([]model.Seat{{Role: model.GM}}, t.Seats()...) {
		if waits[s] == "" {
			continue
		}
		name := kit.Clean(t.SeatName(s))
		if s.Role == model.GM {
			name = "the gamemaster"
		}
		names = append(names, name)
	}
	switch {
	case t.Open && names != nil:
		return "waits for " + strings.Join(names, ", ")
	case t.Open:
		return "session " + fmt.Sprint(t.Sessions) + " is open"
	case t.Sessions > 0:
		return engine.Counted(t.Sessions, "session") + " played"
	}
	return "not begun"
}
