package serve

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// closedTable is what whoever is here reads when it is over.
const closedTable = "the gamemaster has closed the table"

// endTimeout is how long a screen may take to end by itself, and then the client to read the
// last output.
const endTimeout = 2 * time.Second

// end ends the client with a message for the person.
func (c *Guest) end(words string) {
	c.once.Do(func() {
		c.words = words
		close(c.ended)
		if c.ssh != nil && !c.passes {
			time.AfterFunc(endTimeout, func() { _ = c.ssh.Close(); closeConn(c.ssh.Context()) })
		}
	})
}

// over marks the client as ended, and closes the connection soon after.
func (c *Guest) over() {
	c.once.Do(func() { close(c.ended) })
	c.waitAlarm.stop()
	c.keepAliveAlarm.stop()
	if c.ssh != nil && !c.passes {
		time.AfterFunc(endTimeout, func() { closeConn(c.ssh.Context()) })
	}
}

// sayWhyEnded tells the client why it had to go or, if it left by itself, how it comes back.
func (c *Guest) sayWhyEnded() {
	switch {
	case c.hasEnded():
		c.say(c.words)
	case c.table == nil:
		c.say("you have left; connect again to come back")
	case c.Seat() == (model.Seat{}):
		c.say("you have left")
	default:
		_, hash := c.table.cfg.Table.Seal()
		c.say("you have left " + model.Clean(c.table.cfg.Table.Now().Name, model.LongestName) + "; connect again to come back\r\nThe hash of its log, for fray check --hash:\r\n" + hash)
	}
}

// comesBack says what somebody types to come back, if why is that the host is being stopped. A page
// comes back by itself.
func (c *Guest) comesBack(w Way, why string) string {
	if c.ssh == nil || c.local || why != hostStops {
		return ""
	}
	return ". To come back, type: " + w.Line(c.ssh.User())
}

// hasEnded reports whether a client has ended or must end.
func (c *Guest) hasEnded() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// closeConn closes the connection of a client.
func closeConn(ctx ssh.Context) {
	if c, ok := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
		_ = c.Close()
	}
}

// endAll ends the clients for which of returns true.
func (s *Table) endAll(why string, of func(*Guest) bool) {
	s.mu.Lock()
	all := slices.Clone(s.clients)
	s.mu.Unlock()
	for _, c := range all {
		if of(c) {
			c.end(why)
		}
	}
	s.watch.Tell()
}

// closedToOthers is the id of the record of a table that is closed to all but its gamemaster.
const closedToOthers = "closed"

func (s *Table) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// closeToOthers ends all screens and pages but those of its gamemaster, and nobody else can come.
func (s *Table) closeToOthers() error {
	if err := keepRecord(s.cfg.Guests.kept, saves.AddressRecords, closedToOthers, true, forever); err != nil {
		return shown(err)
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.endAll(closedTable, func(c *Guest) bool { return !c.local && c.Seat().Role != model.GM })
	return nil
}

// openToOthers lets others come to a table that its gamemaster had closed.
func (s *Table) openToOthers() error {
	if err := removeRecord(s.cfg.Guests.kept, saves.AddressRecords, closedToOthers); err != nil {
		return shown(err)
	}
	s.mu.Lock()
	s.closed = false
	s.mu.Unlock()
	s.watch.Tell()
	return nil
}

// revoked ends the screens of a revoked seat.
func (s *Table) revoked(seat model.Seat) {
	s.mu.Lock()
	if seat.Role == model.GM {
		s.cfg.GM = nil
	}
	all := slices.Clone(s.clients)
	s.mu.Unlock()
	for _, c := range all {
		if c.Seat() == seat && !c.local {
			c.end("the gamemaster has taken your seat away")
		}
	}
	s.watch.Tell()
}

// endUnknown ends the screens of keys and browsers that had a seat and are no longer in the
// guest list.
func (s *Table) endUnknown() {
	s.mu.Lock()
	all := slices.Clone(s.clients)
	s.mu.Unlock()
	for _, c := range all {
		if c.credential() != "" && c.Seat().Role != "" && s.seatOf(c).Role == "" {
			c.end("the gamemaster has removed the key of this device")
		}
	}
	s.watch.Tell()
}

// How often a silent client is asked for a sign of life, and when it is given up.
const (
	askEvery = 10 * time.Second
	silent   = 30 * time.Second
)

// keepAlive closes a client that sends nothing and does not answer the keep-alive requests
// that SSH clients answer by themselves.
func (c *Guest) keepAlive() {
	conn, ok := c.ssh.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if !ok || c.line == nil {
		return
	}
	var asked atomic.Bool
	var beat func()
	again := func() time.Duration {
		left := silent - time.Since(time.Unix(0, c.line.heard.Load()))
		if left > 0 {
			c.keepAliveAlarm.in(min(left, askEvery), beat)
		}
		return left
	}
	beat = func() {
		switch {
		case c.ssh.Context().Err() != nil:
		case again() <= 0:
			_ = conn.Close()
		case !asked.Swap(true): // in the background, since a client that does not read never answers
			_, _, _ = conn.SendRequest("keepalive@openssh.com", true, nil)
			asked.Store(false)
		}
	}
	_ = again()
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
