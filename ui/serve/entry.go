package serve

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/ssh"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Limits on the number of screens.
const (
	mostOfAKey  = 4
	mostOfASeat = 12
	mostTries   = 5  // invites tried in one connection
	mostAsks    = 20 // tables asked for in one connection to a host of many
)

// comeByInvite uses the invite with which a connection logged in. If it was for a table, done is
// true and the visit to that table is over.
func (h *Host) comeByInvite(sess ssh.Session, c *Guest, words string) (done bool, err error) {
	if c.key != nil && h.addsDevice(words) {
		return false, h.joins(words, storedKey(c.key), "")
	}
	path, err := h.invited(words)
	if err != nil {
		return false, err
	}
	s, letGo, err := h.enter(path)
	if err != nil {
		return false, err
	}
	defer letGo()
	s.handle(sess)
	return true, nil
}

// come admits an arrival. A person without a table may stay for a limited time, to use an invite.
// If too many of them are waiting, one must leave.
func (h *Host) come(a *arrival, known bool) error {
	c := a.own
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return errHostStops
	}
	c.seat.Role = ""
	if known {
		c.seat.Role = model.Watcher // of the list, and nothing else
	}
	var waiting []*Guest
	ofKey := 0
	for _, o := range h.arrivals {
		if o.own.is(c.key) {
			ofKey++
		}
		if o.own.waiting() {
			waiting = append(waiting, o.own)
		}
	}
	if ofKey >= mostOfAKey {
		return errors.New("you already have several screens open: close one first")
	}
	if !known {
		if out := mustLeave(waiting); out != nil {
			out.end(madeRoom)
		}
		c.waitAlarm.in(silentMayWait, func() { a.waitsOnly() })
	}
	h.arrivals = append(h.arrivals, a)
	return nil
}

// comeByInvite admits a client whose login name is an invite, or who was asked for one. If
// the invite is refused, a client with a key goes to the waiting room, and one without a
// key gets the error.
func (s *Table) comeByInvite(c *Guest) error {
	if c.local {
		return nil
	}
	c.invite, _ = c.ssh.Context().Value(inviteKey{}).(string)
	if c.invite == "" && areInvite(c.ssh.User()) && s.shouldRedeem(c, c.ssh.User()) {
		c.invite = c.ssh.User()
	}
	if c.invite == "" {
		return nil
	}
	if err := s.redeem(c, c.invite, ""); err != nil {
		if c.key == nil {
			return err
		}
		c.wrong = err.Error()
		return nil
	}
	<-c.seated // the screen begins at the table
	return nil
}

// shouldRedeem reports whether a client should redeem the invite that it used as its login
// name. A client with a seat redeems only a valid invite, which gives it another seat. With
// a used one it keeps its own seat, so that the command from the invitation can be
// repeated.
func (s *Table) shouldRedeem(c *Guest, words string) bool {
	switch seat := s.seatOf(c); seat.Role {
	case model.GM:
		return false
	case "":
		return true
	}
	return s.cfg.Guests.Works(words, s.cfg.Now()) == nil
}

// seatOf returns the seat with which a client begins.
func (s *Table) seatOf(c *Guest) model.Seat {
	if c.local || c.is(s.cfg.GM) {
		return model.Seat{Role: model.GM}
	}
	key := c.credential()
	if key == "" { // an invite without a key gave the seat for this connection
		return c.seat
	}
	g, _ := s.cfg.Guests.guest(key)
	return g.Seat
}

// come adds a client with the present seat of its key, or returns why it cannot be added.
func (s *Table) come(c *Guest) error {
	network := s.cfg.host.overSSH()
	s.mu.Lock()
	if s.over {
		s.mu.Unlock()
		return errors.New("the table was closed")
	}
	c.seat = s.seatOf(c) // read under the lock: revoking changes the guest list first
	ofKey, ofSeat := 0, 0
	for _, o := range s.clients {
		if c.key != nil && o.is(c.key) {
			ofKey++
		}
		if c.seat.Role != "" && o.seat == c.seat && !o.hasEnded() {
			ofSeat++
		}
	}
	var err error
	switch {
	case s.isClosedTo(c, network):
		err = errors.New(closedTable)
	case ofKey >= mostOfAKey || ofSeat >= mostOfASeat && !c.local:
		err = errors.New("you already have several screens open: close one first")
	case c.seat.Role == "":
		if out := mustLeave(s.waiting()); out != nil {
			out.end(madeRoom) // under the lock, otherwise two newcomers would take the room of one
		}
	}
	if err == nil {
		s.number++
		c.id = fmt.Sprint(s.number)
		s.clients = append(s.clients, c)
		s.running.Add(1)
		s.cfg.Metrics.connections(c).Add(1)
		s.cfg.Log.Info("connected", clientAttrs(c)...)
	}
	seated := c.seat.Role != ""
	s.mu.Unlock()
	if err == nil && !seated {
		c.waitsOnly()
	}
	return err
}

// isClosedTo reports whether the table is closed to a client, which may have been on its way
// when that was done. network is where the host listens now. The lock is held.
func (s *Table) isClosedTo(c *Guest, network *rateLimit) bool {
	return !c.local && (s.closed && c.seat.Role != model.GM || c.line != nil && c.line.limit != network)
}

func (s *Table) leave(c *Guest) {
	s.mu.Lock()
	s.clients = slices.DeleteFunc(s.clients, func(o *Guest) bool { return o == c })
	s.cfg.Log.Info("disconnected", clientAttrs(c)...)
	s.mu.Unlock()
	s.cfg.Metrics.connections(c).Add(-1)
	s.running.Done()
	s.watch.Tell()
}

// redeem admits a client with an invite. name is used if the invite has no seat.
func (s *Table) redeem(c *Guest, words, name string) error {
	if c.tries.Add(1) > mostTries {
		c.end(errTries.Error())
		return errTries
	}
	return s.cfg.Guests.Redeem(words, c.credential(), s.cfg.Now(), func(i Invite) error {
		taken := errSince
		if i.Seat.Key() == "" && i.Seat.Role != model.GM {
			if name = strings.TrimSpace(name); name == "" && c.ssh != nil && !areInvite(c.ssh.User()) {
				name = c.ssh.User()
			}
			if name == "" {
				return errName
			}
			taken, i.Seat.Name = errTaken, name
		}
		err := s.admit(c, i.Seat, i.Characters)
		if like := (*Lookalike)(nil); errors.As(err, &like) {
			return taken // does not say whose name it is, since the client has no seat
		}
		return err
	})
}

var errTries = errors.New("too many attempts: connect again to try once more")

// Errors of an invite whose name is missing, or belongs to somebody else.
var (
	errTaken = errors.New("somebody at the table has a name like that: type another name above, then the invite again. If that is you with another key, leave out the invite and ask the gamemaster")
	errName  = errors.New("this invite needs a name: type yours, then use the invite again")
	errSince = errors.New("somebody at the table now has a name like that: leave out the invite and ask the gamemaster")
)

// admit gives a client a seat, and the seat its characters. It stores the client's key in
// the guest list. A client without a key keeps the seat until its connection ends.
func (s *Table) admit(c *Guest, seat model.Seat, characters []string) error {
	seat, err := s.seat(seat)
	if err != nil {
		return err
	}
	gm := model.Seat{Role: model.GM}
	for _, id := range characters {
		ch, ok := s.cfg.Table.Now().Character(id)
		if !ok {
			continue
		}
		if _, err := s.cfg.Table.Do(gm, decide.AssignOwner(ch, seat.Key())); err != nil {
			return err
		}
	}
	if key := c.credential(); key != "" {
		renew := c.cookie != "" && !c.ownCookie && c.Seat().Role == ""
		if err := s.cfg.Guests.admit(Listed{Key: key, Seat: seat, Since: s.cfg.Now().UTC(), Device: c.device, Renew: renew}); err != nil {
			return err
		}
	}
	s.mu.Lock()
	was := c.seat
	c.seat = seat
	s.mu.Unlock()
	if was.Role == "" {
		c.seated <- seat
	}
	s.watch.Tell()
	return nil
}

// seat returns an existing seat unchanged, and creates one for a new name.
func (s *Table) seat(seat model.Seat) (model.Seat, error) {
	name, err := model.CleanWithin("the name", seat.Name, model.LongestName)
	if err != nil {
		return seat, err
	}
	seat.Name = strings.TrimSpace(name)
	if seat.Role != model.GM && seat.Key() == "" {
		return seat, errors.New("a seat needs a name")
	}
	t := s.cfg.Table.Now()
	if err := s.cfg.Guests.checkSeat(t, seat); err != nil || seat.Role == model.GM || slices.Contains(s.cfg.Guests.seats(t), seat) {
		return seat, err
	}
	t, err = s.cfg.Table.Do(model.Seat{Role: model.GM}, model.NameSeat{Seat: model.Seat{Role: seat.Role}, Name: seat.Name})
	if err != nil {
		return seat, err
	}
	seat, _ = t.SeatOf(seat.Name)
	return seat, nil
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
