package model

import "iter"

// logged is one event in the log, with the one before it.
type logged struct {
	Event  Event
	of     uint64 // its number in the whole log, where this is a seat's
	before *state // the table before the event; kept at some entries only
	prev   *logged
	kept   *logged // the nearest older one that is marked
	mark   bool    // one of those that a search stops at
	fixed  bool    // it can't be taken back, whatever a seat sees of it; known of what is not held
}

// Line is an event as it now stands.
type Line struct {
	Event  Event  // as it was set right last, if it was
	Undone bool   // taken back
	Was    *Event // as it was written, where it is otherwise now
}

// Log goes through the events from the newest back.
func (t Table) Log() iter.Seq[Line] { return t.LogFrom(t.Seq()) }

// LogFrom goes back from the event of a number on. To find it takes far less
// than to go through all that came after.
func (t Table) LogFrom(seq uint64) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for e := t.entryAt(seq); e != nil && e.Event.Facts != nil; e = e.prev {
			if !yield(t.line(e.Event)) {
				return
			}
		}
		for e := range t.older(min(seq, t.held)) {
			if !yield(t.line(e)) {
				return
			}
		}
	}
}

// having goes back through the events that hold a fact of a kind for which the
// past looks, and some others.
func (t Table) having(kind string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for e := t.last; e != nil && e.Event.Facts != nil; e = e.prev {
			if !yield(t.line(e.Event)) {
				return
			}
		}
		last := t.oldOf
		if t.part != nil {
			last = t.part.far.last
		}
		for e := last(kind, t.held+1); e != nil; e = last(kind, e.Event.Seq) {
			if !yield(t.line(e.Event)) {
				return
			}
		}
	}
}

// oldOf finds the newest event before one that is of a kind, in what a whole table
// does not hold; nil for none.
func (t Table) oldOf(kind string, before uint64) *logged {
	if t.past == nil || t.held == 0 {
		return nil
	}
	seq, err := t.past.Last(kind, min(before, t.held+1))
	if err != nil || seq == 0 {
		return nil
	}
	for e := range t.entries(seq) {
		return e
	}
	return nil
}

// entryAt finds the newest event not after seq.
func (t Table) entryAt(seq uint64) *logged {
	return t.last.find(seq, func(e *logged) uint64 { return e.Event.Seq })
}

// find goes back to the newest event whose number is not after n.
func (e *logged) find(n uint64, number func(*logged) uint64) *logged {
	for e != nil && e.kept != nil && number(e.kept) >= n {
		e = e.kept
	}
	for e != nil && number(e) > n {
		e = e.prev
	}
	return e
}

// line is an event as it holds. One that did not come to pass when something was
// set right is taken back.
func (t Table) line(e Event) Line {
	l := Line{Event: e, Undone: t.undone[e.Seq]}
	held, anew := t.asHolds(e)
	switch {
	case !anew:
	case len(held.Facts) == 0:
		l.Undone = true
	default:
		was := e // a copy, so that no other event is kept
		l.Event, l.Was = held, &was
	}
	return l
}
