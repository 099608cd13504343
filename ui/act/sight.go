package act

import (
	"example.org/fray/ui/pane"
)

// sight is what a form sees of what lies ahead: at once what a few runs tell, and
// the odds when they are counted. Those of before stand dim until then.
type sight struct {
	ahead    Ahead // as far as it is counted
	seen     Ahead // what was counted last
	owes     debt
	counting pane.Counting
}

// debt is what is still to be counted.
type debt uint8

const (
	nothing debt = iota
	itsThen
	itsOdds // and then what they lead to
)

// turn looks at something else, or at what was counted last once more.
func (s *sight) turn(a Ahead) {
	s.counting.Stop()
	s.ahead, s.owes = a, itsOdds
	switch was := &s.seen; {
	case a.WhyNot != "":
		s.owes = nothing
	case was.in.Action != nil && was.Odds.Holds(was.in, a.in):
		a.weigh(was.Odds)
		a.harm, a.Then = was.harm, was.Then
		if s.ahead, s.owes = a, nothing; was.oldThen {
			s.ahead.oldThen, s.owes = true, itsThen
		}
		s.seen = s.ahead
	}
}

// Count implements pane.Counter.
func (s *sight) Count() pane.Intent {
	switch {
	case s.counting.Busy():
	case s.owes == itsOdds:
		return pane.Begin(&s.counting, s.ahead.counted, s.takeOdds)
	case s.owes == itsThen:
		return pane.Begin(&s.counting, s.ahead.leadsTo, s.takeThen)
	}
	return nil
}

func (s *sight) takeOdds(a Ahead) pane.Intent {
	if s.ahead, s.owes = a, nothing; a.WhyNot != "" {
		return nil
	}
	if a.leads() {
		s.owes, a.Then, a.oldThen = itsThen, s.seen.Then, true
	}
	s.seen = a
	return nil
}

func (s *sight) takeThen(t Then) pane.Intent {
	s.ahead.Then, s.ahead.oldThen, s.owes = t, false, nothing
	s.seen = s.ahead
	return nil
}

// odds draws what the odds tell, in h lines at least: until they are counted what
// those of before told, dim or, before the first, nothing.
func (s *sight) odds(f pane.Frame, w, h int, draw func(*Ahead) []string) []string {
	if s.first() {
		return f.Look.Lines(nil, w, h)
	}
	out := draw(&s.seen)
	if s.owes == itsOdds {
		out = f.Look.Faded(out)
	}
	return f.Look.Lines(out, w, max(h, len(out)))
}

// first reports whether nothing was counted yet.
func (s *sight) first() bool { return s.owes == itsOdds && s.seen.in.Action == nil }
