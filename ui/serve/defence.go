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
func (s *Server) awaitDefences() {
	changed, stop := s.cfg.Table.Watch()
	defer stop()
	came, leave := s.watch.Add()
	defer leave()
	var ended time.Time // the deadline that was waited for last
	for {
		var over <-chan time.Time
		next := s.timeDefences(ended)
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
// least those up to ended. It returns the next deadline, or the zero time.
func (s *Server) timeDefences(ended time.Time) (next time.Time) {
	t := s.cfg.Table.Now()
	seconds := model.SecondsToDefend(t.OwnRules())
	if seconds == 0 || len(t.Rolls())+len(t.FollowUps()) == 0 {
		return next
	}
	here, now := s.players(), s.cfg.Now()
	for _, a := range decide.Attacks(t) {
		if !slices.ContainsFunc(a.For, func(x model.Seat) bool { return slices.Contains(here, x) }) {
			continue // the gamemaster answers for absent players
		}
		until, set := t.DeadlineOf(a.Roll, a.Question, a.Who)
		switch {
		case !set || now.Sub(until) > staleAfter:
			until = now.Add(time.Duration(seconds) * time.Second)
			s.doAsProgram(model.SetDeadline{Seconds: seconds, Deadline: model.Deadline{Roll: a.Roll, Question: a.Question, Who: a.Who, Until: until.UTC().Truncate(time.Millisecond)}})
		case !until.After(now), !until.After(ended):
			s.doAsProgram(model.NoDefence{Roll: a.Roll, Question: a.Question, Who: a.Who})
			continue
		}
		if next.IsZero() || until.Before(next) {
			next = until
		}
	}
	return next
}

// doAsProgram carries out a command in the program's name. An error means that somebody else
// was faster.
func (s *Server) doAsProgram(c model.Command) {
	_, _ = s.cfg.Table.Do(model.Seat{Role: model.Program}, c)
}
