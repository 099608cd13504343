package act

import (
	"example.org/fray/ui/pane"
)

// livePreview is the preview of what a form holds now: at once what a few runs tell, and
// the odds when they are counted. Those of before stand dim until then.
type livePreview struct {
	preview  Preview // as far as it is counted
	shown    Preview // what was counted last
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
func (s *livePreview) turn(p Preview) {
	s.counting.Stop()
	s.preview, s.owes = p, itsOdds
	switch was := &s.shown; {
	case p.WhyNot != "":
		s.owes = nothing
	case was.in.Action != nil && was.Odds.Holds(was.in, p.in):
		p = p.with(was.Odds)
		p.Then, p.old = was.Then, was.old
		if s.preview, s.shown, s.owes = p, p, nothing; p.old {
			s.owes = itsThen
		}
	}
}

// count has counted what is still to be.
func (s *livePreview) count() pane.Intent {
	switch {
	case s.counting.Busy():
	case s.owes == itsOdds:
		return pane.Begin(&s.counting, s.preview.Counted, s.takeOdds)
	case s.owes == itsThen:
		return pane.Begin(&s.counting, s.preview.Followed, s.takeThen)
	}
	return nil
}

func (s *livePreview) takeOdds(p Preview) pane.Intent {
	if s.preview, s.owes = p, nothing; p.WhyNot != "" {
		return nil
	}
	if p.leads() {
		s.owes, p.Then, p.old = itsThen, s.shown.Then, true
	}
	s.shown = p
	return nil
}

func (s *livePreview) takeThen(p Preview) pane.Intent {
	s.preview, s.shown, s.owes = p, p, nothing
	return nil
}

// odds draws what the odds tell, in h lines at least: until they are counted what
// those of before told, dim or, before the first, nothing.
func (s *livePreview) odds(f pane.Frame, w, h int, draw func(*Preview) []string) []string {
	if s.first() {
		return f.Look.Lines(nil, w, h)
	}
	out := draw(&s.shown)
	if s.owes == itsOdds {
		out = f.Look.Faded(out)
	}
	return f.Look.Lines(out, w, max(h, len(out)))
}

// first reports whether nothing was counted yet.
func (s *livePreview) first() bool { return s.owes == itsOdds && s.shown.in.Action == nil }
