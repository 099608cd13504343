package serve

// mostStreams is the largest number of event streams of one browser.
const mostStreams = 6

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
	if c.table == nil {
		return c.renewAll()
	}
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
