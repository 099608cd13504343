package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/people"
)

// cookiePrefix marks a cookie in the guest list, where it stands for a seat like a key. The
// list stores only its hash, so that reading the list does not help anybody to use it.
const cookiePrefix = "cookie "

// cookieBytes is how many random bytes a cookie has.
const cookieBytes = 32

// NewCookie returns a new cookie, which stands for no seat yet.
func NewCookie() string {
	var random [cookieBytes]byte
	_, _ = rand.Read(random[:]) // it never returns an error
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// keyOfCookie returns what the guest list stores for a cookie, or "" if cookie is not one.
func keyOfCookie(cookie string) string {
	if b, err := base64.RawURLEncoding.DecodeString(cookie); err != nil || len(b) != cookieBytes {
		return ""
	}
	sum := sha256.Sum256([]byte(cookie))
	return cookiePrefix + base64.RawURLEncoding.EncodeToString(sum[:])
}

// IsCookie reports whether cookie has the form of a cookie.
func IsCookie(cookie string) bool { return keyOfCookie(cookie) != "" }

func isCookie(key string) bool { return strings.HasPrefix(key, cookiePrefix) }

// browserWords describes a browser: its device, and the beginning of its cookie's hash,
// which tells it from others.
func browserWords(key, device string) string {
	sum := strings.TrimPrefix(key, cookiePrefix)
	return "browser " + sum[:min(len(sum), 8)] + model.Prefixed(", ", device)
}

// How long a browser stays without a request: after its last stream of events, so that
// another page can follow; and otherwise, since it may not run scripts. A page with a stream
// answers its beats, and a hidden one asks from time to time. The waiting room has limits of its
// own.
const (
	hereAfterStream = 10 * time.Second
	hereWithout     = 2 * time.Minute
	lookEvery       = 5 * time.Second
)

// mostStreams is the largest number of event streams of one browser.
const mostStreams = 6

// Visit returns the visitor with a cookie. It returns nil if the cookie has no seat and
// nobody waits with it. The error says why a guest cannot be served now.
func (s *Table) Visit(p *Page, cookie, device string) (*Guest, error) {
	key := keyOfCookie(cookie)
	if key == "" {
		return nil, nil //nolint:nilnil // nobody has come
	}
	s.mu.Lock()
	v := s.visitors[key]
	s.mu.Unlock()
	if v != nil && !v.hasEnded() {
		if v.Seat().Role != "" { // a page in the waiting room polls
			v.typed.Store(s.cfg.Now().UnixNano())
		}
		return v, nil
	}
	if _, known := s.cfg.Guests.guest(key); !known {
		s.cfg.Guests.refreshKey(key) // another host may have admitted them
		if _, known = s.cfg.Guests.guest(key); !known {
			return nil, nil //nolint:nilnil // nobody has come
		}
	}
	return s.enter(p, key, device, false)
}

// knows reports whether a key or cookie, as the guest list stores it, has a seat, as far as
// that is known without asking the store.
func (s *Table) knows(key string) bool {
	if _, known := s.cfg.Guests.guest(key); known {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.visitors[key] != nil || s.cfg.GM != nil && storedKey(s.cfg.GM) == key
}

// Enter takes a browser with a new cookie into the waiting room.
func (s *Table) Enter(p *Page, cookie, device string) (*Guest, error) {
	return s.enter(p, keyOfCookie(cookie), device, false)
}

// EnterBy admits a browser with a cookie that was made for this, by an invite. name is used if
// the invite has none.
func (s *Table) EnterBy(p *Page, cookie, device, words, name string) error {
	err := ErrNoInvite
	if areInvite(words) {
		err = s.cfg.Guests.Works(words, s.cfg.Now())
	}
	if err != nil {
		return err
	}
	v, err := s.enter(p, keyOfCookie(cookie), device, true)
	if err != nil {
		return err
	}
	if err = v.Redeem(words, name); err != nil && v.Seat().Role == "" {
		v.over()
	}
	return err
}

func (s *Table) enter(p *Page, key, device string, ownCookie bool) (*Guest, error) {
	v := &Guest{table: s, cookie: key, device: device, ownCookie: ownCookie, from: p.from, came: time.Now(),
		seated: make(chan model.Seat, 1), told: make(chan string, 1), ended: make(chan struct{})}
	v.typed.Store(s.cfg.Now().UnixNano())
	s.mu.Lock()
	if was := s.visitors[key]; was != nil { // two requests came at once
		s.mu.Unlock()
		return was, nil
	}
	s.visitors[key] = v
	s.mu.Unlock()
	if err := s.come(v); err != nil {
		s.mu.Lock()
		delete(s.visitors, key)
		s.mu.Unlock()
		return nil, err
	}
	go v.stay()
	s.watch.Tell()
	return v, nil
}

// stay waits until the visitor has gone, and removes it.
func (c *Guest) stay() {
	s := c.table
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for here := true; here; {
		select {
		case <-c.ended:
			here = false
		case <-look.C:
			if c.idle(s.cfg.Now()) {
				c.over()
			}
		}
	}
	c.waitAlarm.stop()
	s.mu.Lock()
	delete(s.visitors, c.cookie)
	s.mu.Unlock()
	s.leave(c)
}

// idle reports whether the visitor has gone.
func (c *Guest) idle(now time.Time) bool {
	if c.Seat().Role == "" {
		return false
	}
	since := now.Sub(time.Unix(0, c.typed.Load()))
	return since > hereWithout || since > hereAfterStream && c.streams.Load() == 0 && c.streamed.Load() && !c.hidden.Load()
}

// Seat returns the guest's present seat, or the zero Seat in the waiting room.
func (c *Guest) Seat() model.Seat {
	c.table.mu.Lock()
	defer c.table.mu.Unlock()
	return c.seat
}

// Renew returns a new cookie for a browser whose present one is from the waiting room, and ""
// for all others. Somebody else could know the present one, which has no seat any more: the
// visitor ends, and the browser comes again with the new one.
func (c *Guest) Renew() (cookie string, err error) {
	if !c.MustRenew() {
		return "", nil
	}
	cookie = NewCookie()
	return cookie, shown(c.table.renew(c.cookie, keyOfCookie(cookie)))
}

// renew gives the seat of a browser's cookie to another one.
func (s *Table) renew(old, key string) error {
	if err := s.cfg.Guests.renew(old, key); err != nil {
		return err
	}
	s.mu.Lock()
	v := s.visitors[old]
	s.mu.Unlock()
	if v != nil {
		v.over()
	}
	return nil
}

// MustRenew reports whether Renew would return a cookie.
func (c *Guest) MustRenew() bool {
	g, _ := c.table.cfg.Guests.guest(c.cookie)
	return g.Renew
}

// Asks returns the name given in the waiting room.
func (c *Guest) Asks() string {
	c.table.mu.Lock()
	defer c.table.mu.Unlock()
	return c.name
}

// Ask asks the gamemaster to admit the visitor under a name.
func (c *Guest) Ask(name string) error {
	if name = strings.TrimSpace(name); name == "" {
		return errors.New("type your name, so that the gamemaster knows who you are")
	}
	return c.table.ask(c, name)
}

// Redeem admits the visitor with an invite. name is used if the invite has none.
func (c *Guest) Redeem(words, name string) error {
	if !areInvite(words) {
		return ErrNoInvite
	}
	return c.table.redeem(c, words, name)
}

// NeedsName reports whether an invite was refused only because it needs a name, or another
// one.
func NeedsName(err error) bool { return errors.Is(err, errName) || errors.Is(err, errTaken) }

// Told returns the next message for the visitor, or "".
func (c *Guest) Told() string {
	select {
	case words := <-c.told:
		return words
	default:
		return ""
	}
}

// Ended is closed when the visitor has ended or must end.
func (c *Guest) Ended() <-chan struct{} { return c.ended }

// Why returns why the visitor had to end, or "".
func (c *Guest) Why() string { return c.words }

// ComesBack reports whether a visitor had to go only because the host is being stopped: another
// or the same one will be there soon.
func (c *Guest) ComesBack() bool { return c.words == hostStops }

// Stream begins a stream of events, until done is called. ok is false if there are too
// many.
func (c *Guest) Stream() (done func(), ok bool) {
	if c.streams.Add(1) > mostStreams {
		c.streams.Add(-1)
		return nil, false
	}
	c.streamed.Store(true)
	c.hidden.Store(false)
	tuneFor(0, +1)
	return func() {
		tuneFor(0, -1)
		if c.quietSince(c.table.cfg.Now()).IsZero() { // else the line was dead before
			c.typed.Store(c.table.cfg.Now().UnixNano())
		}
		c.streams.Add(-1)
	}, true
}

// Hide records that the pages of the visitor are hidden, until one opens a stream.
func (c *Guest) Hide() { c.hidden.Store(true) }

// Leave gives up the seat of this browser: its cookie becomes invalid.
func (c *Guest) Leave() error {
	err := c.table.cfg.Guests.revoke(c.cookie)
	c.over()
	return err
}

// Game is the table for a seat that is played remotely.
type Game interface {
	// Now returns the newest table, not redacted: whoever draws it must do that.
	Now() model.Table
	// Do carries out a command of the seat; by is ignored.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch returns a channel that receives whenever the table has changed.
	Watch() (changed <-chan struct{}, stop func())
	// Why returns why nothing can be written, or nil.
	Why() error
	// Found returns the damage found at the table.
	Found() []string
	// Seal returns the number and hash with which the table's log can be verified later.
	Seal() (seq uint64, hash string)
	// Own exports the part of the table that the seat may know.
	Own() (string, error)
}

// Game returns the table for the visitor's seat.
func (c *Guest) Game() Game { return c.game(c.Seat()) }

// Door is how the gamemaster closes the table to all others, and opens it to them again; nil for
// other seats, and where nobody else could come anyway.
func (c *Guest) Door() people.Door {
	if c.Seat().Role != model.GM || !c.table.cfg.host.isOpen() {
		return nil
	}
	return tableDoor{c.table}
}

// Present returns the list of people, as far as the visitor's seat may know it.
func (c *Guest) Present() people.Present { return c.table.admissionsOf(c.Seat()) }
