package act

import (
	"example.org/fray/model/scene"
	"example.org/fray/ui/pane"
)

// livePreview is the preview of what a form holds: the quick part at once, the odds as soon
// as they are counted. Until then the previous odds are shown dim.
type livePreview struct {
	preview  scene.Preview // as far as it has been counted
	shown    scene.Preview // the preview that was counted last
	owes     debt
	counting pane.Counting
}

// debt is the part of a preview that has not been counted.
type debt uint8

const (
	nothing debt = iota
	itsThen
	itsOdds // and after the odds their consequences
)

// turn switches to another preview; one that was counted last is reused.
func (s *livePreview) turn(p scene.Preview) {
	s.counting.Stop()
	p.In.CountValues = true // the distribution of the damage is shown in detail
	s.preview, s.owes = p, itsOdds
	switch was := &s.shown; {
	case p.WhyNot != "":
		s.owes = nothing
	case was.In.Action != nil && was.Odds.Holds(was.In, p.In):
		if p.NoOdds = was.NoOdds; p.NoOdds == nil {
			p = p.With(was.Odds)
		}
		p.Then, p.Old = was.Then, was.Old || p.Leads() && !was.In.SameSheets(p.In)
		if s.preview, s.shown, s.owes = p, p, nothing; p.Old {
			s.owes = itsThen
		}
	}
}

// count starts counting the missing part.
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

func (s *livePreview) takeOdds(p scene.Preview) pane.Intent {
	if s.preview, s.owes = p, nothing; p.WhyNot != "" {
		return nil
	}
	if p.Leads() {
		s.owes, p.Then, p.Old = itsThen, s.shown.Then, true
	}
	s.shown = p
	return nil
}

func (s *livePreview) takeThen(p scene.Preview) pane.Intent {
	s.preview, s.shown, s.owes = p, p, nothing
	return nil
}

// odds draws the odds in at least h lines. Until they are counted it draws the previous ones
// dim, or nothing before the first count.
func (s *livePreview) odds(f pane.Frame, w, h int, draw func(drawnPreview) []string) []string {
	if s.first() {
		return f.Look.Lines(nil, w, h)
	}
	out := draw(drawnPreview{s.shown})
	if s.owes == itsOdds {
		out = f.Look.Faded(out)
	}
	return f.Look.Lines(out, w, max(h, len(out)))
}

// first reports whether nothing has been counted yet.
func (s *livePreview) first() bool { return s.owes == itsOdds && s.shown.In.Action == nil }
