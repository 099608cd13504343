package serve

import (
	"errors"
	"slices"
	"time"

	"example.org/fray/model"
)

// Limits of the waiting room: how many may wait, and how long. A newcomer always finds room
// to type an invite, because somebody who has typed nothing must leave.
const (
	mostWaiting            = 64
	mostWaitingOfANetwork  = 8
	mostAsking             = 16 // of these, who have given a name and are shown to the gamemaster
	mostAskingOfANetwork   = 4
	silentMayWait          = 3 * time.Minute
	whoeverAskedMayWait    = 30 * time.Minute
	madeRoom               = "the waiting room was full: connect again, and type your name or an invite"
	waitedInSilence        = "you have typed nothing for a while: connect again when you have an invite, or want to be let in"
	waitedForTheGamemaster = "the gamemaster has not let you in: connect again to ask once more"
)

// evictFor returns the client that must leave the waiting room for c, or nil. It is from
// the network with most: preferably one without a name, then one who has typed nothing,
// then the oldest. The lock must be held.
func (s *Server) evictFor(c *client) (out *client) {
	by, waiting := map[string]int{}, 0
	for _, o := range s.clients {
		if o.waiting() {
			waiting++
			by[o.network]++
		}
	}
	crowded := c.network != "" && by[c.network] >= mostWaitingOfANetwork
	if !crowded && waiting < mostWaiting {
		return nil
	}
	for _, o := range s.clients {
		switch {
		case !o.waiting() || crowded && o.network != c.network:
		case out == nil:
			out = o
		case (o.name == "") != (out.name == ""):
			if o.name == "" {
				out = o
			}
		case by[o.network] != by[out.network]:
			if by[o.network] > by[out.network] {
				out = o
			}
		case o.typed.Load() == 0 && out.typed.Load() != 0:
			out = o
		}
	}
	return out
}

var errPenalty = errors.New("many have come from your network and did not get in, so the gamemaster is not asked for now. " +
	"With an invite you come in at once: type it in the place of your name, as in ssh INVITE@HOST. Without one, try again in ten minutes")

var errRoomFull = errors.New("so many wait that the gamemaster is not asked any more: use an invite, or try again later")

// ask asks the gamemaster to admit c, unless too many do. If name is an invite it is
// redeemed.
func (s *Server) ask(c *client, name string) error {
	if areInvite(name) {
		return s.redeem(c, name, "")
	}
	s.mu.Lock()
	asking, ofNetwork := 0, 0
	for _, o := range s.clients {
		if o != c && o.waiting() && o.name != "" {
			asking++
			if o.network == c.network {
				ofNetwork++
			}
		}
	}
	full := asking >= mostAsking || c.network != "" && ofNetwork >= mostAskingOfANetwork
	if !full {
		c.name = model.Clean(name, model.LongestName)
		// Move the newest to the end, so that the numbers which the gamemaster reads do not
		// change.
		if i := slices.Index(s.clients, c); i >= 0 {
			s.clients = append(slices.Delete(s.clients, i, i+1), c)
		}
	}
	s.mu.Unlock()
	if full {
		return errRoomFull
	}
	s.watch.Tell()
	return nil
}

// asks returns the name that a waiting client has given.
func (c *client) asks() string {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.name
}

// waitsOnly ends a client's waiting when its time is over.
func (c *client) waitsOnly() {
	var look func()
	look = func() {
		c.server.mu.Lock()
		seated, asked := c.seat.Role != "", c.name != ""
		c.server.mu.Unlock()
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

// countFailures counts failures of the client's network, see [rateLimit.failed].
func (c *client) countFailures(times int) {
	if limit := c.rateLimit(); limit != nil {
		limit.failed(c.network, times)
	}
}

// waiting reports whether the client is in the waiting room. The lock must be held.
func (c *client) waiting() bool { return c.seat.Role == "" && !c.hasEnded() }

// hasEnded reports whether a client has ended or must end.
func (c *client) hasEnded() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}
