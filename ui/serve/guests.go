package serve

import (
	"context"
	"encoding/base64"
	"encoding/hex"
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

// Listed is a key, or a browser's cookie, that has a seat at the table.
type Listed struct {
	Key    string     `json:"key"` // the fingerprint of a key, or the hash of a cookie: neither opens anything
	Seat   model.Seat `json:"seat"`
	Since  time.Time  `json:"since"`
	Device string     `json:"device,omitempty"` // a short description of the browser
	Renew  bool       `json:"renew,omitempty"`  // the cookie is that of the waiting room: it gives way to another when the browser comes
}

// Fingerprint returns what people compare: the fingerprint of a key, or a description of
// the browser for a cookie.
func (g Listed) Fingerprint() string {
	if isCookie(g.Key) {
		return browserWords(g.Key, g.Device)
	}
	return g.Key
}

// GuestList is the list of keys and cookies that have a seat at one table, and what hosts
// store with them among the table's records: unused invites, the preferences of each key, the
// place of each seat's screen, and where the table is served. Several programs may use one
// list at a time.
type GuestList struct {
	kept saves.Records

	mu     sync.Mutex
	guests map[string]Listed // by key, as read from the records last
}

// OpenGuestList returns the guest list that is kept in records.
func OpenGuestList(kept saves.Records) (*GuestList, error) {
	l := &GuestList{kept: kept}
	_, err := l.refresh()
	return l, err
}

// OpenGuestListOf returns the guest list of a table.
func OpenGuestListOf(live *saves.Live) (*GuestList, error) {
	records, err := live.Records(context.Background())
	if err != nil {
		return nil, err
	}
	return OpenGuestList(records)
}

// Close closes the records.
func (l *GuestList) Close() error { return l.kept.Close() }

// refresh reads the keys again, since other programs may have changed them, and reports
// whether they have.
func (l *GuestList) refresh() (changed bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := records[Listed](l.kept, saves.KeyRecords)
	if err != nil {
		return false, fmt.Errorf("the guest list cannot be read: %w", err)
	}
	now := map[string]Listed{}
	for _, g := range all {
		if g.Key != "" {
			now[g.Key] = g
		}
	}
	changed = !maps.Equal(now, l.guests)
	l.guests = now
	return changed, nil
}

// refreshKey reads one key again, since another program may have changed it. On an error the
// known value stays.
func (l *GuestList) refreshKey(key string) {
	if key == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch g, err := record[Listed](l.kept, saves.KeyRecords, recordOf(key)); {
	case errors.Is(err, saves.ErrNoRecord):
		delete(l.guests, key)
	case err == nil && g.Key == key:
		l.guests[key] = g
	}
}

// Guest returns the guest with key k, if there is one.
func (l *GuestList) Guest(k ssh.PublicKey) (Listed, bool) {
	if k == nil {
		return Listed{}, false
	}
	return l.guest(storedKey(k))
}

func (l *GuestList) guest(key string) (Listed, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g, ok := l.guests[key]
	return g, ok
}

// Guests returns all guests, sorted by name.
func (l *GuestList) Guests() []Listed {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Collect(maps.Values(l.guests))
	slices.SortFunc(all, func(x, y Listed) int { return strings.Compare(x.Seat.Name+x.Key, y.Seat.Name+y.Key) })
	return all
}

// Admit gives key k a seat, replacing its previous one.
func (l *GuestList) Admit(k ssh.PublicKey, seat model.Seat, now time.Time) error {
	return l.admit(Listed{Key: storedKey(k), Seat: seat, Since: now.UTC()})
}

func (l *GuestList) admit(g Listed) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := keepRecord(l.kept, saves.KeyRecords, recordOf(g.Key), g, forever); err != nil {
		return fmt.Errorf("the guest list cannot be saved: %w", err)
	}
	l.guests[g.Key] = g
	return nil
}

// renew gives the seat of a cookie to another one.
func (l *GuestList) renew(old, key string) error {
	l.refreshKey(old)
	g, known := l.guest(old)
	if !known {
		return errors.New("you have no seat at this table, or not any more")
	}
	g.Key, g.Renew = key, false
	if err := l.admit(g); err != nil {
		return err
	}
	return l.revoke(old)
}

// Revoke removes k's seat and its preferences.
func (l *GuestList) Revoke(k ssh.PublicKey) error { return l.revoke(storedKey(k)) }

func (l *GuestList) revoke(key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.guests, key)
	_ = removeRecord(l.kept, saves.PreferenceRecords, recordOf(key)) // an error only leaves preferences behind
	return removeRecord(l.kept, saves.KeyRecords, recordOf(key))
}

// Preferences returns the preferences stored for a key, if there are any.
func (l *GuestList) Preferences(k ssh.PublicKey) (p ui.Preferences, known bool) {
	if k == nil {
		return p, false
	}
	p, err := record[ui.Preferences](l.kept, saves.PreferenceRecords, keyID(k))
	return p, err == nil
}

// KeepPreferences stores the preferences of a key that has a seat. It ignores errors, since
// only colours and keys would be lost.
func (l *GuestList) KeepPreferences(k ssh.PublicKey, p ui.Preferences) {
	_ = keepRecord(l.kept, saves.PreferenceRecords, keyID(k), p, forever)
}

// Place returns the stored place of a seat's screen.
func (l *GuestList) Place(seat model.Seat) ui.Place {
	p, _ := record[ui.Place](l.kept, saves.PlaceRecords, seatID(seat)) // a new seat has none
	return p
}

// KeepPlace stores the place of a seat's screen.
func (l *GuestList) KeepPlace(seat model.Seat, p ui.Place) {
	_ = keepRecord(l.kept, saves.PlaceRecords, seatID(seat), p, forever) // an error only loses the place
}

// Seen returns the newest hash of the table's log that a seat has seen over SSH, or "".
func (l *GuestList) Seen(seat model.Seat) string {
	hash, _ := record[string](l.kept, saves.SeenRecords, seatID(seat))
	return hash
}

// KeepSeen stores the newest hash that a seat has seen.
func (l *GuestList) KeepSeen(seat model.Seat, hash string) {
	_ = keepRecord(l.kept, saves.SeenRecords, seatID(seat), hash, forever) // an error only loses the hash
}

// addressID is the id of the record of the address where the table is served.
const addressID = "served"

// ServedAt returns the address where the table is or was last served, HOST:PORT, or "".
func (l *GuestList) ServedAt() string {
	address, _ := record[string](l.kept, saves.AddressRecords, addressID)
	return address
}

// KeepServedAt stores where the table is served, and the fingerprint of the host key, for
// programs that create invites.
func (l *GuestList) KeepServedAt(address string, host ssh.PublicKey) error {
	return errors.Join(keepRecord(l.kept, saves.AddressRecords, addressID, address, forever), keepRecord(l.kept, saves.AddressRecords, hostKeyID, storedKey(host), forever))
}

// hostKeyID is the id of the record of the host key's fingerprint.
const hostKeyID = "hostkey"

// ServedWith returns the fingerprint of the host key with which the table is or was served,
// or "".
func (l *GuestList) ServedWith() string {
	print, _ := record[string](l.kept, saves.AddressRecords, hostKeyID)
	return print
}

// KeepWebAt stores the address of the table's web pages, such as http://192.168.1.20:8080.
func (l *GuestList) KeepWebAt(address string) error {
	return keepRecord(l.kept, saves.AddressRecords, webID, address, forever)
}

// WebAt returns the address of the table's web pages, or "".
func (l *GuestList) WebAt() string {
	address, _ := record[string](l.kept, saves.AddressRecords, webID)
	return address
}

// webID is the id of the record of that address.
const webID = "web"

func keyID(k ssh.PublicKey) string { return recordOf(storedKey(k)) }

// sha256Of is the prefix of a key's fingerprint.
const sha256Of = "SHA256:"

// recordOf returns the id of the record of a key, from its fingerprint, or of a cookie,
// from its hash.
func recordOf(key string) string {
	if sum, is := strings.CutPrefix(key, sha256Of); is {
		if digits, err := base64.RawStdEncoding.DecodeString(sum); err == nil {
			return hex.EncodeToString(digits)
		}
	}
	return idOf(key)
}

func seatID(s model.Seat) string { return idOf(string(s.Role) + "\x00" + s.ID + "\x00" + s.Name) }

// storedKey returns what is stored of a key.
func storedKey(k ssh.PublicKey) string { return ssh.FingerprintSHA256(k) }
