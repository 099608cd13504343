package serve

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
)

// Guest is somebody whose key, or whose browser's cookie, has a seat at the table.
type Guest struct {
	Key    string     `json:"key"` // as in authorized_keys without a comment, or that of a cookie
	Seat   model.Seat `json:"seat"`
	Since  time.Time  `json:"since"`
	Device string     `json:"device,omitempty"` // what a browser calls itself, in words
}

// Fingerprint is what people compare: that of a key or, of a cookie, which browser it is.
func (g Guest) Fingerprint() string {
	if isCookie(g.Key) {
		return browserWords(g.Key, g.Device)
	}
	k, err := parseKey(g.Key)
	if err != nil {
		return ""
	}
	return ssh.FingerprintSHA256(k)
}

// GuestList is who may come to one table, and what the hosts keep for them at its desk:
// keys, invites that are not used yet, the preferences of each key, where each seat's
// screen stood, and where the table is served. Several programs may use one at a time.
type GuestList struct {
	desk saves.Desk

	mu     sync.Mutex
	guests map[string]Guest // by their keys, as at the desk when it was read last
}

// OpenGuestList gives the guest list at a desk.
func OpenGuestList(desk saves.Desk) (*GuestList, error) {
	l := &GuestList{desk: desk}
	_, err := l.refresh()
	return l, err
}

// Close gives the desk back.
func (l *GuestList) Close() error { return l.desk.Close() }

// refresh reads the keys again, since other programs may have changed them, and reports
// whether they have.
func (l *GuestList) refresh() (changed bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := records[Guest](l.desk, saves.KeyRecords)
	if err != nil {
		return false, fmt.Errorf("the guest list cannot be read: %w", err)
	}
	now := map[string]Guest{}
	for _, g := range all {
		if g.Key != "" {
			now[g.Key] = g
		}
	}
	changed = !maps.Equal(now, l.guests)
	l.guests = now
	return changed, nil
}

// look reads whose key it is, as another program may have changed it. Where that fails it
// stays whose it was.
func (l *GuestList) look(key string) {
	if key == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch g, err := record[Guest](l.desk, saves.KeyRecords, recordOf(key)); {
	case errors.Is(err, saves.ErrNoRecord):
		delete(l.guests, key)
	case err == nil && g.Key == key:
		l.guests[g.Key] = g
	}
}

// Guest is the guest with key k; false if there is none.
func (l *GuestList) Guest(k ssh.PublicKey) (Guest, bool) {
	if k == nil {
		return Guest{}, false
	}
	return l.guest(keyText(k))
}

func (l *GuestList) guest(key string) (Guest, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g, ok := l.guests[key]
	return g, ok
}

// Guests are all guests, sorted by name.
func (l *GuestList) Guests() []Guest {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Collect(maps.Values(l.guests))
	slices.SortFunc(all, func(x, y Guest) int { return strings.Compare(x.Seat.Name+x.Key, y.Seat.Name+y.Key) })
	return all
}

// Admit gives key k a seat, in place of the one that it had.
func (l *GuestList) Admit(k ssh.PublicKey, seat model.Seat, now time.Time) error {
	return l.admit(Guest{Key: keyText(k), Seat: seat, Since: now.UTC()})
}

func (l *GuestList) admit(g Guest) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := keepRecord(l.desk, saves.KeyRecords, recordOf(g.Key), g, forever); err != nil {
		return fmt.Errorf("the guest list cannot be saved: %w", err)
	}
	l.guests[g.Key] = g
	return nil
}

// Revoke takes k's seat away, and forgets its preferences.
func (l *GuestList) Revoke(k ssh.PublicKey) error { return l.revoke(keyText(k)) }

func (l *GuestList) revoke(key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.guests, key)
	_ = removeRecord(l.desk, saves.PreferenceRecords, recordOf(key)) // costs a colour and no more
	return removeRecord(l.desk, saves.KeyRecords, recordOf(key))
}

// Preferences are those of a key; false if none were saved.
func (l *GuestList) Preferences(k ssh.PublicKey) (p ui.Preferences, known bool) {
	if k == nil {
		return p, false
	}
	p, err := record[ui.Preferences](l.desk, saves.PreferenceRecords, keyID(k))
	return p, err == nil
}

// KeepPreferences saves those of a key that has a seat. Errors are ignored, since only
// colours and keys would be lost.
func (l *GuestList) KeepPreferences(k ssh.PublicKey, p ui.Preferences) {
	_ = keepRecord(l.desk, saves.PreferenceRecords, keyID(k), p, forever)
}

// Place is the saved place of a seat's screen.
func (l *GuestList) Place(seat model.Seat) ui.Place {
	p, _ := record[ui.Place](l.desk, saves.PlaceRecords, seatID(seat)) // a new seat has none
	return p
}

// KeepPlace saves the place of a seat's screen.
func (l *GuestList) KeepPlace(seat model.Seat, p ui.Place) {
	_ = keepRecord(l.desk, saves.PlaceRecords, seatID(seat), p, forever) // failing costs a few keys
}

// served is the id of the address where the table is served.
const served = "served"

// ServedAt is where the table is served, HOST:PORT, or was when it was last;
// empty where it never was.
func (l *GuestList) ServedAt() string {
	address, _ := record[string](l.desk, saves.AddressRecords, served)
	return address
}

// KeepServedAt keeps where the table is served, for whoever makes invites in
// another program.
func (l *GuestList) KeepServedAt(address string) error {
	return keepRecord(l.desk, saves.AddressRecords, served, address, forever)
}

// KeepWebAt keeps the address of the table's pages, such as http://192.168.1.20:8080.
func (l *GuestList) KeepWebAt(address string) error {
	return keepRecord(l.desk, saves.AddressRecords, web, address, forever)
}

// WebAt is where the table's pages are; empty where it has none.
func (l *GuestList) WebAt() string {
	address, _ := record[string](l.desk, saves.AddressRecords, web)
	return address
}

// web is the id of the address of the pages.
const web = "web"

func keyID(k ssh.PublicKey) string { return idOf(string(k.Marshal())) }

// recordOf is the id of the record of a key or a cookie.
func recordOf(key string) string {
	if k, err := parseKey(key); err == nil {
		return keyID(k)
	}
	return idOf(key)
}

func seatID(s model.Seat) string { return idOf(string(s.Role) + "\x00" + s.ID + "\x00" + s.Name) }

func keyText(k ssh.PublicKey) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k)))
}

func parseKey(text string) (ssh.PublicKey, error) {
	k, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	return k, err
}
