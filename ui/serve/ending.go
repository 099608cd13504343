package serve

import (
	"slices"
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
