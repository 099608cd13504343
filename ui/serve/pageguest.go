package serve

import (
	"time"

	"example.org/fray/model"
)

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

// Leave gives up the seat of this browser: its cookie becomes invalid.
func (c *Guest) Leave() error {
	err := c.table.cfg.Guests.revoke(c.cookie)
	c.over()
	return err
}
