package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/people"
)

// A cookie stands for a seat as a key does, and lies in the guest list beside the keys:
// of it the list has only a hash, so that nobody who reads the list can use it.
const cookiePrefix = "cookie "

// cookieBytes are random and make a cookie.
const cookieBytes = 32

// NewCookie makes one that stands for nothing yet.
func NewCookie() string {
	var random [cookieBytes]byte
	_, _ = rand.Read(random[:]) // it never fails: it ends the program instead
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// keyOfCookie is what the guest list has of a cookie; "" for what is none.
func keyOfCookie(cookie string) string {
	if b, err := base64.RawURLEncoding.DecodeString(cookie); err != nil || len(b) != cookieBytes {
		return ""
	}
	sum := sha256.Sum256([]byte(cookie))
	return cookiePrefix + base64.RawURLEncoding.EncodeToString(sum[:])
}

// IsCookie reports whether something reads as a cookie, of whomever.
func IsCookie(cookie string) bool { return keyOfCookie(cookie) != "" }

func isCookie(key string) bool { return strings.HasPrefix(key, cookiePrefix) }

// browserWords tell one browser from another: what it calls itself, and the beginning of
// the hash of its cookie.
func browserWords(key, device string) string {
	sum := strings.TrimPrefix(key, cookiePrefix)
	return "browser " + sum[:min(len(sum), 8)] + model.Prefixed(", ", device)
}

// Visitor is a browser at a table or in its waiting room. To the rest of the server it is
// one more screen, which lasts from its first request until it has asked for nothing for
// a while. The methods may be called from any goroutine.
type Visitor struct {
	client  *client
	streams atomic.Int32 // open now
	conns   atomic.Int32
}

// How long a browser is here that asks for nothing: after its last stream of events has
// ended, so that a page can follow another; where it has none, since it may be without
// scripts; and in the waiting room, whose own limits count.
const (
	hereAfterStream = 10 * time.Second
	hereWithout     = 2 * time.Minute
	lookEvery       = 5 * time.Second
)

// mostStreams is how many pages of one browser are told what happens.
const mostStreams = 6

// Visit gives the visitor with a cookie, who comes in with it; nil where it stands for no
// seat and nobody waits with it. The error says why a guest cannot come in now.
func (s *Server) Visit(p *Page, cookie, device string) (*Visitor, error) {
	key := keyOfCookie(cookie)
	if key == "" {
		return nil, nil //nolint:nilnil // nobody has come
	}
	s.mu.Lock()
	v := s.visitors[key]
	s.mu.Unlock()
	if v != nil {
		if v.Seat().Role != "" { // a page in the waiting room asks by itself
			v.client.typed.Store(time.Now().UnixNano())
		}
		return v, nil
	}
	if _, known := s.cfg.Guests.guest(key); !known {
		s.cfg.Guests.look(key) // another host may have let them in
		if _, known = s.cfg.Guests.guest(key); !known {
			return nil, nil //nolint:nilnil // nobody has come
		}
	}
	return s.enter(p, key, device, false)
}

// Enter takes a browser with a new cookie into the waiting room.
func (s *Server) Enter(p *Page, cookie, device string) (*Visitor, error) {
	return s.enter(p, keyOfCookie(cookie), device, p.proves)
}

// EnterBy lets a browser with a new cookie in by an invite, under a name unless it has
// one. What does not work is held against the network that it came from.
func (s *Server) EnterBy(p *Page, cookie, device, words, name string) error {
	err := ErrNoInvite
	if areInvite(words) {
		err = s.cfg.Guests.Works(words, s.cfg.Now())
	}
	if err != nil {
		if p.limit != nil {
			p.limit.failed(p.network, 1)
		}
		return err
	}
	v, err := s.enter(p, keyOfCookie(cookie), device, false)
	if err != nil {
		return err
	}
	if err = v.Redeem(words, name); err != nil {
		v.client.over()
	}
	return err
}

func (s *Server) enter(p *Page, key, device string, proves bool) (*Visitor, error) {
	v := &Visitor{client: &client{server: s, cookie: key, device: device, network: p.network, limit: p.limit, proves: proves, came: time.Now(),
		seated: make(chan model.Seat, 1), told: make(chan string, 1), ended: make(chan struct{})}}
	v.client.typed.Store(time.Now().UnixNano())
	s.mu.Lock()
	if was := s.visitors[key]; was != nil { // two requests came at once
		s.mu.Unlock()
		return was, nil
	}
	s.visitors[key] = v
	s.mu.Unlock()
	if err := s.come(v.client); err != nil {
		s.mu.Lock()
		delete(s.visitors, key)
		s.mu.Unlock()
		return nil, err
	}
	go v.stay()
	s.watch.Tell()
	return v, nil
}

// stay lasts as long as the visitor is here.
func (v *Visitor) stay() {
	c, s := v.client, v.client.server
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for here := true; here; {
		select {
		case <-c.ended:
			here = false
		case <-look.C:
			if v.idle(time.Now()) {
				c.over()
			}
		}
	}
	c.waitsFor.stop()
	s.mu.Lock()
	delete(s.visitors, c.cookie)
	s.mu.Unlock()
	s.leave(c)
}

// idle reports whether they have gone.
func (v *Visitor) idle(now time.Time) bool {
	if v.streams.Load() > 0 || v.Seat().Role == "" {
		return false // the waiting room has limits of its own
	}
	since := now.Sub(time.Unix(0, v.client.typed.Load()))
	return since > hereWithout || since > hereAfterStream && v.streams.Load() == 0 && v.client.streamed.Load()
}

// Seat is where they sit; the zero Seat while they wait.
func (v *Visitor) Seat() model.Seat { return v.client.sits() }

// Asks is the name that they have said in the waiting room.
func (v *Visitor) Asks() string { return v.client.asks() }

// Ask tells the gamemaster a name of somebody who waits.
func (v *Visitor) Ask(name string) error {
	if name = strings.TrimSpace(name); name == "" {
		return errors.New("type your name, so that the gamemaster knows who you are")
	}
	return v.client.server.ask(v.client, name)
}

// Redeem lets in whoever has an invite, under a name unless it has one.
func (v *Visitor) Redeem(words, name string) error {
	if !areInvite(words) {
		return ErrNoInvite
	}
	return v.client.server.redeem(v.client, words, name)
}

// NeedsName reports whether an invite was refused only since it needs a name, or another.
func NeedsName(err error) bool { return errors.Is(err, errName) || errors.Is(err, errTaken) }

// Told gives what they are to read now; "" for nothing.
func (v *Visitor) Told() string {
	select {
	case words := <-v.client.told:
		return words
	default:
		return ""
	}
}

// Ended is closed when they have to go, or have gone.
func (v *Visitor) Ended() <-chan struct{} { return v.client.ended }

// Why says why they had to go; "" where they went by themselves.
func (v *Visitor) Why() string { return v.client.words }

// Stream begins a stream of events, until done is called; false where there are too many.
func (v *Visitor) Stream() (done func(), ok bool) {
	if v.streams.Add(1) > mostStreams {
		v.streams.Add(-1)
		return nil, false
	}
	v.client.streamed.Store(true)
	return func() {
		v.client.typed.Store(time.Now().UnixNano())
		v.streams.Add(-1)
	}, true
}

// Leave gives the seat of this browser back: its cookie stands for nothing any more.
func (v *Visitor) Leave() error {
	err := v.client.server.cfg.Guests.revoke(v.client.cookie)
	v.client.over()
	return err
}

// Game is the table as one seat has it that is played from elsewhere.
type Game interface {
	// Now is the newest table, whole: it is redacted for the seat by whoever draws it.
	Now() model.Table
	// Do does a command of the seat, whichever is named.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch gives a channel that is ready whenever the table has changed.
	Watch() (changed <-chan struct{}, stop func())
	// Why says why nothing can be written; nil when it can.
	Why() error
	// Found is what was found damaged at the table.
	Found() []string
	// Seal gives what the table's log can be vouched for by later.
	Seal() (seq uint64, hash string)
	// Own exports the table as far as the seat may know it.
	Own() (string, error)
}

// Game is the table for their seat.
func (v *Visitor) Game() Game { return v.client.game(v.Seat()) }

// Present is who is here, as their seat may know it.
func (v *Visitor) Present() people.Present { return v.client.server.admissionsOf(v.Seat()) }
