package serve

import (
	"slices"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// staleAfter is the age at which an expired deadline is ignored, because no server was
// running to enforce it: the player then gets the whole time again.
const staleAfter = time.Minute

// awaitDefences sets the deadline of players who are attacked, and continues without a
// defence when it has passed. It runs until the server is shut down.
func (s *Table) awaitDefences() {
	changed, stop := s.cfg.Table.Watch()
	defer stop()
	came, leave := s.watch.Add()
	defer leave()
	var ended time.Time // the deadline that was waited for last
	held := map[model.Deadline]bool{}
	for {
		var over <-chan time.Time
		next := s.timeDefences(ended, held)
		if !next.IsZero() {
			over = s.cfg.After(next.Sub(s.cfg.Now()))
		}
		select {
		case <-s.quit:
			return
		case <-changed:
		case <-came:
		case <-over:
			ended = next
		}
	}
}

// timeDefences sets missing deadlines of connected players, and ends the expired ones, at
// least those up to ended. It returns the next deadline, or the zero time. The time of players who
// have gone, or whose line is dead, does not run: their deadlines are remembered in held, and they
// get the whole time again when they are back.
func (s *Table) timeDefences(ended time.Time, held map[model.Deadline]bool) (next time.Time) {
	t := s.cfg.Table.Now()
	seconds := model.SecondsToDefend(t.OwnRules())
	if seconds == 0 || len(t.Rolls())+len(t.FollowUps()) == 0 {
		return next
	}
	here, now := s.players(), s.cfg.Now()
	for _, a := range decide.Attacks(t) {
		until, set := t.DeadlineOf(a.Roll, a.Question, a.Who)
		at := model.Deadline{Roll: a.Roll, Question: a.Question, Who: a.Who}
		if !slices.ContainsFunc(a.For, func(x model.Seat) bool { return slices.Contains(here, x) }) {
			if set {
				held[at] = true
			}
			continue // the gamemaster answers for absent players
		}
		switch over := !until.After(now) || !until.After(ended); {
		case set && over && !s.heardWithin(a.For, time.Duration(seconds)*time.Second):
			held[at] = true // they may not have seen it
			until = now.Add(lookEvery)
		case !set || now.Sub(until) > staleAfter || held[at]:
			delete(held, at)
			until = now.Add(time.Duration(seconds) * time.Second)
			s.doAsProgram(model.SetDeadline{Seconds: seconds, Deadline: model.Deadline{Roll: a.Roll, Question: a.Question, Who: a.Who, Until: until.UTC().Truncate(time.Millisecond)}})
		case over:
			s.doAsProgram(model.NoDefence{Roll: a.Roll, Question: a.Question, Who: a.Who})
			continue
		}
		if next.IsZero() || until.Before(next) {
			next = until
		}
	}
	return next
}

// heardWithin reports whether anything was heard of one of these seats in the last time d, or it
// has a page that says nothing by itself.
func (s *Table) heardWithin(seats []model.Seat, d time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.clients {
		if !slices.Contains(seats, c.seat) || c.hasEnded() {
			continue
		}
		if heard, _, answers := c.lastHeard(); !answers || s.cfg.Now().Sub(heard) < d {
			return true
		}
	}
	return slices.ContainsFunc(s.away, func(p presence) bool { return slices.Contains(seats, p.Seat) && p.Quiet.IsZero() })
}

// doAsProgram carries out a command in the program's name. An error means that somebody else
// was faster.
func (s *Table) doAsProgram(c model.Command) {
	_, _ = s.cfg.Table.Do(model.Seat{Role: model.Program}, c)
}
