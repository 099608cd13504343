package serve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// invitedTo uses the invite with which a connection logged in. It returns the table that the invite
// is for, open until letGo is called, and nil if it is for another device, or there is none.
func (h *Host) invitedTo(c *Guest) (s *Table, letGo func(), err error) {
	words, _ := c.ssh.Context().Value(inviteKey{}).(string)
	if words == "" && areInvite(c.ssh.User()) {
		words = c.ssh.User()
	}
	if words == "" {
		return nil, nil, nil
	}
	if c.key != nil && h.addsDevice(words) {
		return nil, nil, h.joins(words, storedKey(c.key), "")
	}
	path, err := h.invited(words)
	if err != nil {
		return nil, nil, err
	}
	return h.enter(path)
}

// comes lets a connection in, or returns why it cannot come.
func (c *Guest) comes() error {
	s := c.table
	if s == nil {
		return c.host.come(c)
	}
	s.cfg.Guests.refreshKey(c.credential())
	if err := s.comeByInvite(c); err != nil {
		return err
	}
	if err := s.come(c); err != nil {
		return err
	}
	s.watch.Tell()
	return nil
}

// leaves ends what comes began.
func (c *Guest) leaves() {
	if c.table != nil {
		if seat := c.Seat(); seat.Role != "" {
			_, hash := c.table.cfg.Table.Seal()
			c.table.cfg.Guests.KeepSeen(seat, hash)
		}
		c.keepPreferences()
		c.table.leave(c)
		return
	}
	h := c.host
	h.mu.Lock()
	at := c.at
	h.mu.Unlock()
	if at != nil {
		c.leavesTable(at)
	}
	c.keepPreferences()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.listed = slices.DeleteFunc(h.listed, func(o *Guest) bool { return o == c })
}

// come lets somebody come to the list of their tables. A person without a table may stay for a
// limited time, to use an invite.
func (h *Host) come(c *Guest) (err error) {
	if c.key == nil {
		return errors.New(cmp.Or(c.wrong, ErrNoInvite.Error()))
	}
	if c.tables, err = c.seats(); err != nil {
		return err
	}
	if known := len(c.tables) > 0; known && slices.Contains([]string{ErrNoInvite.Error(), ErrExpired.Error()}, c.wrong) {
		c.wrong = "" // so that the command from the invitation can be repeated
	}
	if len(c.tables) > 0 || h.isMaker(c.credential()) {
		c.hasTables()
	}
	h.mu.Lock()
	if err = errHostStops; !h.over {
		if err = c.findsRoom(h.listed); err == nil {
			h.listed = append(h.listed, c)
		}
	}
	h.mu.Unlock()
	if err == nil {
		c.waitsOnly()
	}
	return err
}

// findsRoom returns why there is no room for a guest beside those who are there already. If too many
// wait, one of them must leave. The lock is held, otherwise two newcomers would take the room of
// one.
func (c *Guest) findsRoom(there []*Guest) error {
	var waiting []*Guest
	ofKey, ofSeat := 0, 0
	for _, o := range there {
		if c.key != nil && o.is(c.key) {
			ofKey++
		}
		if c.table != nil && c.seat.Role != "" && o.seat == c.seat && !o.hasEnded() {
			ofSeat++
		}
		if o.waiting() {
			waiting = append(waiting, o)
		}
	}
	if ofKey >= mostOfAKey || ofSeat >= mostOfASeat && !c.local {
		return errors.New("you already have several screens open: close one first")
	}
	if out := mustLeave(waiting); out != nil && c.seat.Role == "" {
		out.end(madeRoom)
	}
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
	err := errors.New(closedTable)
	if !s.isClosedTo(c, network) {
		err = c.findsRoom(s.clients)
	}
	if err == nil {
		s.number++
		c.id = fmt.Sprint(s.number)
		s.clients = append(s.clients, c)
		s.running.Add(1)
		s.cfg.Metrics.connections(c).Add(1)
		s.cfg.Log.Info("connected", clientAttrs(c)...)
	}
	s.mu.Unlock()
	if err == nil {
		c.waitsOnly()
	}
	return err
}

// isClosedTo reports whether the table is closed to a client, which may have been on its way
// when that was done. network is where the host listens now. The lock is held.
func (s *Table) isClosedTo(c *Guest, network *rateLimit) bool {
	return !c.local && (s.closed && c.seat.Role != model.GM || c.line != nil && c.line.limit != network)
}

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
	return s.enterBy(p, keyOfCookie(cookie), device, words, name)
}

func (s *Table) enterBy(p *Page, key, device, words, name string) error {
	err := ErrNoInvite
	if areInvite(words) {
		err = s.cfg.Guests.Works(words, s.cfg.Now())
	}
	if err != nil {
		return err
	}
	v, err := s.enter(p, key, device, true)
	if err != nil {
		return err
	}
	if err = v.Redeem(words, name); err != nil && v.Seat().Role == "" {
		v.over()
	}
	return err
}

func (s *Table) enter(p *Page, key, device string, ownCookie bool) (*Guest, error) {
	v := inBrowser(s.cfg.host, s, p, key, device)
	v.ownCookie = ownCookie
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
