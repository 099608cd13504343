package serve

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"example.org/fray/model"
)

// Limits of the waiting room: how many may wait, and how long. A newcomer always finds room
// to type an invite, because somebody who has typed nothing must leave.
const (
	mostWaiting            = 64
	mostAsking             = 32          // of these, who have given a name and are shown to the gamemaster
	shownAtLeast           = time.Minute // before one of those makes room for another from the same address
	silentMayWait          = 3 * time.Minute
	whoeverAskedMayWait    = 30 * time.Minute
	madeRoom               = "the waiting room was full: connect again, and type your name or an invite"
	waitedInSilence        = "you have typed nothing for a while: connect again when you have an invite, or want to be let in"
	waitedForTheGamemaster = "the gamemaster has not let you in: connect again to ask once more"
	askAgain               = "So many ask to be let in that the gamemaster is not asked for you any more: use an invite, or type your name again."
)

// mustLeave returns who of those who wait must leave for a newcomer, or nil: one without a
// name, from the address with most in the network with most, who has typed nothing, and of
// these the oldest.
func mustLeave(waiting []*Guest) (out *Guest) {
	if len(waiting) < mostWaiting {
		return nil
	}
	var by crowd
	for _, o := range waiting {
		by.add(o.from, 1)
	}
	return slices.MinFunc(waiting, func(a, b *Guest) int {
		return cmp.Or(first(a.name == "", b.name == ""), by.compare(b.from, a.from), first(a.typed.Load() == 0, b.typed.Load() == 0))
	})
}

// first compares for what is true to come first.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// waiting returns those who wait, in the order in which they came. The lock must be held.
func (s *Table) waiting() (out []*Guest) {
	for _, c := range s.clients {
		if c.waiting() {
			out = append(out, c)
		}
	}
	return out
}

// waiting reports whether the client is in the waiting room. The lock must be held.
func (c *Guest) waiting() bool { return c.seat.Role == "" && !c.hasEnded() }

// noLongerAsks returns who of those who ask to be let in makes room for c: the newest from the
// address with most in the network with most. Who is shown to the gamemaster stays so for a
// while, unless their address has more than that of c. It returns nil if nobody makes room.
func noLongerAsks(asking []*Guest, c *Guest, now time.Time) (out *Guest) {
	var by crowd
	for _, o := range asking {
		by.add(o.from, 1)
	}
	for _, o := range asking {
		if by.compare(o.from, c.from) <= 0 && now.Sub(o.asked) < shownAtLeast {
			continue
		}
		if out == nil || by.compare(o.from, out.from) >= 0 {
			out = o
		}
	}
	return out
}

var errRoomFull = errors.New("so many ask to be let in that the gamemaster is not asked for you now: use an invite, or try again in a minute")

// ask asks the gamemaster to admit c, unless too many do. If name is an invite it is
// redeemed.
func (s *Table) ask(c *Guest, name string) error {
	if areInvite(name) {
		return s.redeem(c, name, "")
	}
	name, err := model.CleanWithin("the name", name, model.LongestName)
	if err != nil {
		return err
	}
	s.mu.Lock()
	asking := slices.DeleteFunc(s.waiting(), func(o *Guest) bool { return o == c || o.name == "" })
	if len(asking) >= mostAsking {
		out := noLongerAsks(asking, c, s.cfg.Now())
		if out == nil {
			s.mu.Unlock()
			return errRoomFull
		}
		out.name = ""
		out.tells(askAgain)
	}
	c.name, c.asked = name, s.cfg.Now()
	// Move the newest to the end, so that the numbers which the gamemaster reads do not
	// change.
	if i := slices.Index(s.clients, c); i >= 0 {
		s.clients = append(slices.Delete(s.clients, i, i+1), c)
	}
	s.mu.Unlock()
	s.watch.Tell()
	return nil
}

// waitsOnly ends the waiting of a guest without a seat when its time is over: at a table or, where
// they can use an invite or ask to be let in, at the list of tables.
func (c *Guest) waitsOnly() {
	var look func()
	look = func() {
		c.lock().Lock()
		seated, asked := c.seat.Role != "", c.name != ""
		c.lock().Unlock()
		if seated || c.hasEnded() {
			return
		}
		since, words, most := c.came, waitedInSilence, silentMayWait
		if typed := c.typed.Load(); typed != 0 {
			since = time.Unix(0, typed)
		}
		if asked {
			words, most = waitedForTheGamemaster, whoeverAskedMayWait
		}
		if left := most - time.Since(since); left > 0 {
			c.waitAlarm.in(min(left, silentMayWait), look)
			return
		}
		c.end(words)
	}
	look()
}
