package serve

import (
	"slices"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// longOver is how long after its end a deadline is taken as one that nobody was there to
// end: whoever is asked then gets the whole time again.
const longOver = time.Minute

// awaitDefences gives players who are attacked the time that the table sets, and goes on
// without a defence when it is over, until the server is shut down.
func (s *Server) awaitDefences() {
	changed, stop := s.cfg.Table.Watch()
	defer stop()
	came, leave := s.watch.Add()
	defer leave()
	var ended time.Time // the end that was waited for last
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

// timeDefences sets the time of those who are here and have none yet, and ends what is
// over, which is all up to ended at least. It gives when the next one is over; zero where
// nobody has a time.
func (s *Server) timeDefences(ended time.Time) (next time.Time) {
	t := s.cfg.Table.Now()
	seconds := model.SecondsToDefend(t.OwnRules())
	if seconds == 0 || len(t.Rolls())+len(t.FollowUps()) == 0 {
		return next
	}
	here, now := s.players(), s.cfg.Now()
	for _, a := range decide.Attacks(t) {
		if !slices.ContainsFunc(a.For, func(x model.Seat) bool { return slices.Contains(here, x) }) {
			continue // the gamemaster answers
		}
		until, set := t.DeadlineOf(a.Roll, a.At, a.Who)
		switch {
		case !set || now.Sub(until) > longOver:
			until = now.Add(time.Duration(seconds) * time.Second)
			s.byItself(model.SetDeadline{Seconds: seconds, Deadline: model.Deadline{Roll: a.Roll, At: a.At, Who: a.Who, Until: until.UTC().Truncate(time.Millisecond)}})
		case !until.After(now), !until.After(ended):
			s.byItself(model.NoDefence{Roll: a.Roll, At: a.At, Who: a.Who})
			continue
		}
		if next.IsZero() || until.Before(next) {
			next = until
		}
	}
	return next
}

// byItself has the table do what the program does by itself. Where somebody else was
// first there is nothing left to do.
func (s *Server) byItself(c model.Command) {
	_, _ = s.cfg.Table.Do(model.Seat{Role: model.Program}, c)
}
