package model

import (
	"iter"
	"slices"
)

// LogEntry is one event in the log, with the one before it.
type LogEntry struct {
	Event    Event
	WholeSeq uint64 // its number in the whole log, where this is a seat's
	Before   *State // the table before the event; kept at some entries only
	Previous *LogEntry
	kept     *LogEntry // the nearest older one that is marked
	mark     bool      // one of those that a search stops at
	Fixed    bool      // it can't be taken back, whatever a seat sees of it; known of what is not held
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
		for e := t.EntryAt(seq); e != nil && e.Event.Facts != nil; e = e.Previous {
			if !yield(t.line(e.Event)) {
				return
			}
		}
		for e := range t.older(min(seq, t.ColdUpTo)) {
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
		for e := t.Newest; e != nil && e.Event.Facts != nil; e = e.Previous {
			if !yield(t.line(e.Event)) {
				return
			}
		}
		last := t.ColdNewest
		if t.SeatView != nil {
			last = t.SeatView.Cold.last
		}
		for e := last(kind, t.ColdUpTo+1); e != nil; e = last(kind, e.Event.Seq) {
			if !yield(t.line(e.Event)) {
				return
			}
		}
	}
}

// ColdNewest finds the newest event before one that is of a kind, in what a whole table
// does not hold; nil for none.
func (t Table) ColdNewest(kind string, before uint64) *LogEntry {
	if t.Reader == nil || t.ColdUpTo == 0 {
		return nil
	}
	seq, err := t.Reader.Last(kind, min(before, t.ColdUpTo+1))
	if err != nil || seq == 0 {
		return nil
	}
	for e := range t.entries(seq) {
		return e
	}
	return nil
}

// EntryAt finds the newest event not after seq.
func (t Table) EntryAt(seq uint64) *LogEntry {
	return t.Newest.find(seq, func(e *LogEntry) uint64 { return e.Event.Seq })
}

// find goes back to the newest event whose number is not after n.
func (e *LogEntry) find(n uint64, number func(*LogEntry) uint64) *LogEntry {
	for e != nil && e.kept != nil && number(e.kept) >= n {
		e = e.kept
	}
	for e != nil && number(e) > n {
		e = e.Previous
	}
	return e
}

// line is an event as it holds. One that did not come to pass when something was
// set right is taken back.
func (t Table) line(e Event) Line {
	l := Line{Event: e, Undone: t.UndoneEvents[e.Seq]}
	held, anew := t.AsAmended(e)
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

// CurrentSession is the number, from 1, of the session under way or, between two, of the
// next one: what happens now belongs to it.
func (t Table) CurrentSession() int {
	if t.Open {
		return t.Sessions
	}
	return t.Sessions + 1
}

// SessionEvents gives the events that hold of a session, in order, from behind the end of
// the one before to its own end.
func (t Table) SessionEvents(session int) []Event {
	var out []Event
	for n, events := range t.SessionsBack() {
		if n == session {
			out = events
		}
		if n <= session {
			break
		}
	}
	return out
}

// SessionsBack goes through the sessions from the current one back, by their numbers,
// with the events of each that hold, in order. It reads the log as far as it is asked to.
func (t Table) SessionsBack() iter.Seq2[int, []Event] {
	return func(yield func(int, []Event) bool) {
		n, events := t.CurrentSession(), []Event(nil)
		for l := range t.Log() {
			if slices.ContainsFunc(l.Event.Facts, func(f Fact) bool { _, is := f.(SessionEnded); return is }) {
				slices.Reverse(events)
				if !yield(n, events) {
					return
				}
				n, events = n-1, nil
			}
			if !l.Undone {
				events = append(events, l.Event)
			}
		}
		slices.Reverse(events)
		yield(n, events)
	}
}
