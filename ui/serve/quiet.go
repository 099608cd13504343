package serve

import (
	"time"

	"example.org/fray/model"
)

// How long nothing may be heard of a connection before its line counts as dead: SSH clients
// answer a request every askEvery, pages that are seen a beat every 20 s, and hidden pages ask
// by themselves, which browsers let them do once a minute.
const (
	quietSSH    = askEvery + 5*time.Second
	quietPage   = 25 * time.Second
	quietHidden = 90 * time.Second
)

// lastHeard returns when something was heard of a client last, and how soon there should be more.
// answers is false for a page without scripts, which says nothing by itself.
func (c *Guest) lastHeard() (at time.Time, within time.Duration, answers bool) {
	heard := c.typed.Load()
	switch {
	case c.line != nil:
		heard, within = c.line.heard.Load(), quietSSH
	case c.ssh != nil:
		return at, 0, false
	case c.streams.Load() > 0:
		within = quietPage
	case c.hidden.Load():
		within = quietHidden
	default:
		return at, 0, false
	}
	return time.Unix(0, heard).UTC(), within, heard != 0
}

// quietSince returns since when nothing has been heard of a client that should have answered
// by now, or the zero time.
func (c *Guest) quietSince(now time.Time) time.Time {
	if at, within, answers := c.lastHeard(); answers && now.Sub(at) > within {
		return at
	}
	return time.Time{}
}

// watchLines looks for dead lines while anybody is connected, until the server is shut down.
func (s *Table) watchLines() {
	came, stop := s.watch.Add()
	defer stop()
	quiet := map[model.Seat]time.Time{}
	for {
		var look <-chan time.Time
		if s.isVisited() {
			look = time.After(lookEvery)
		}
		select {
		case <-s.quit:
			return
		case <-came:
		case <-look:
		}
		quiet = s.tellQuiet(quiet)
	}
}

// tellQuiet tells the gamemaster which seats do not answer any more, or again, compared to
// those of before. It returns those of now, with the time since when.
func (s *Table) tellQuiet(before map[model.Seat]time.Time) (now map[model.Seat]time.Time) {
	now = map[model.Seat]time.Time{}
	s.mu.Lock()
	here := s.presence()
	s.mu.Unlock()
	changed := false
	for _, p := range here {
		_, was := before[p.Seat]
		switch is := !p.Quiet.IsZero(); {
		case is:
			if now[p.Seat] = p.Quiet; !was {
				s.tellHost(p.Seat, "does not answer since "+p.Quiet.Local().Format(time.TimeOnly)+": what they are asked waits for them without a clock, and you can decide it")
			}
			changed = changed || !was
		case was:
			s.tellHost(p.Seat, "answers again")
			changed = true
		}
	}
	if changed {
		s.watch.Tell()
	}
	return now
}
