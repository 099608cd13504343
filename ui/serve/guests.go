package serve

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui"
)

// Guest is somebody whose key has a seat at the table.
type Guest struct {
	Key   string     `json:"key"` // as in authorized_keys, without a comment
	Seat  model.Seat `json:"seat"`
	Since time.Time  `json:"since"`
}

// Fingerprint is what people compare.
func (g Guest) Fingerprint() string {
	k, err := parseKey(g.Key)
	if err != nil {
		return ""
	}
	return ssh.FingerprintSHA256(k)
}

// GuestList is who may come to one table, and what the host keeps for them: keys,
// invites that are not used yet, the preferences of each key, where each seat's
// screen stood, and where the table is served. Several programs may use one at a
// time, but only the one that serves the table admits and revokes.
type GuestList struct {
	records records

	mu     sync.Mutex
	guests map[string]Guest // by their keys, as in the records
}

// OpenGuestList gives the guest list of the table with that id, in a folder that
// only this user can read.
func OpenGuestList(folder, table string) *GuestList {
	l := &GuestList{records: recordsOf(folder, table), guests: map[string]Guest{}}
	for _, id := range l.records.ids(ofKeys) {
		var g Guest
		if l.records.get(ofKeys, id, &g) == nil && g.Key != "" {
			l.guests[g.Key] = g
		}
	}
	return l
}

// Guest gives whose key k is; false when it is nobody's.
func (l *GuestList) Guest(k ssh.PublicKey) (Guest, bool) {
	if k == nil {
		return Guest{}, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	g, ok := l.guests[keyText(k)]
	return g, ok
}

// Guests gives everybody, by name.
func (l *GuestList) Guests() []Guest {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Collect(maps.Values(l.guests))
	slices.SortFunc(all, func(x, y Guest) int { return strings.Compare(x.Seat.Name+x.Key, y.Seat.Name+y.Key) })
	return all
}

// Admit gives k a seat, or another one.
func (l *GuestList) Admit(k ssh.PublicKey, seat model.Seat, now time.Time) error {
	g := Guest{keyText(k), seat, now.UTC()}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.records.put(ofKeys, keyID(k), g); err != nil {
		return fmt.Errorf("the guest list cannot be saved: %w", err)
	}
	l.guests[g.Key] = g
	return nil
}

// Revoke takes k's seat away, and forgets its preferences.
func (l *GuestList) Revoke(k ssh.PublicKey) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.guests, keyText(k))
	_ = l.records.remove(ofPreferences, keyID(k)) // costs a colour and no more
	return l.records.remove(ofKeys, keyID(k))
}

// Preferences are those of a key; false where it has none.
func (l *GuestList) Preferences(k ssh.PublicKey) (p ui.Preferences, known bool) {
	if k == nil {
		return p, false
	}
	return p, l.records.get(ofPreferences, keyID(k), &p) == nil
}

// KeepPreferences keeps those of a key that has a seat. Failing costs a colour and
// no more.
func (l *GuestList) KeepPreferences(k ssh.PublicKey, p ui.Preferences) {
	_ = l.records.put(ofPreferences, keyID(k), p)
}

// Place is where the screen of a seat stood.
func (l *GuestList) Place(seat model.Seat) (p ui.Place) {
	_ = l.records.get(ofPlaces, seatID(seat), &p) // a new seat has none
	return p
}

// KeepPlace keeps where the screen of a seat stands.
func (l *GuestList) KeepPlace(seat model.Seat, p ui.Place) {
	_ = l.records.put(ofPlaces, seatID(seat), p) // failing costs a few keys
}

// ServedAt is where the table is served, HOST:PORT, or was when it was last;
// empty where it never was.
func (l *GuestList) ServedAt() (address string) {
	_ = l.records.get(ofServed, ofServed, &address)
	return address
}

// KeepServedAt keeps where the table is served, for whoever makes invites in
// another program.
func (l *GuestList) KeepServedAt(address string) error {
	return l.records.put(ofServed, ofServed, address)
}

func keyID(k ssh.PublicKey) string { return idOf(string(k.Marshal())) }

func seatID(s model.Seat) string { return idOf(string(s.Role) + "\x00" + s.ID + "\x00" + s.Name) }

func keyText(k ssh.PublicKey) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k)))
}

func parseKey(text string) (ssh.PublicKey, error) {
	k, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	return k, err
}
