package model

import (
	"iter"
	"slices"
)

// History is the log of a table as far as the table holds it, with what was undone and
// amended in it. The rest of the log is read from where it is kept.
type History struct {
	Newest       *LogEntry
	UndoneEvents map[uint64]bool // events that are undone
	UndoStack    *UndoItem       // the events that undo takes back next
	RedoStack    *UndoItem       // the events that redo brings back next
	Amendments   []Amendment     // of earlier events, in the order in which they were made
	ColdUpTo     uint64          // the newest event that is not held; 0: the whole log is
	Reader       LogReader       // reads what is not held; nil: it cannot be read
	changed      uint64          // the oldest event that was undone, redone or amended since [Table.WithReader]; 0: none
	loading      bool            // see [Table.BeginLoading]
	refolded     uint64          // about how many events were folded again while it was read
	refoldFrom   uint64          // the event from which on events are still to be folded again; 0: none
	SeatView     *SeatView       // set where this is one seat's part of the log; nil: it is the whole
}

// LogEntry is one event in the log, with the one before it.
type LogEntry struct {
	Event      Event
	WholeSeq   uint64 // its number in the whole log, where this is a seat's
	Before     *State // the table before the event; kept at some entries only
	Previous   *LogEntry
	skip       *LogEntry // the nearest older one that is marked
	skipTarget bool      // one of those that a search stops at
	CannotUndo bool      // it can't be taken back, whatever a seat sees of it; known of what is not held
}

// LogLine is an event as it now stands.
type LogLine struct {
	Event  Event  // as it was set right last, if it was
	Undone bool   // taken back
	Was    *Event // as it was written, where it is otherwise now
}

// Log goes through the events from the newest back.
func (h History) Log() iter.Seq[LogLine] { return h.LogFrom(h.Seq()) }

// LogFrom goes back from the event of a number on. To find it takes far less
// than to go through all that came after.
func (h History) LogFrom(seq uint64) iter.Seq[LogLine] {
	return func(yield func(LogLine) bool) {
		for e := h.EntryAt(seq); e != nil && e.Event.Facts != nil; e = e.Previous {
			if !yield(h.line(e.Event)) {
				return
			}
		}
		for e := range h.older(min(seq, h.ColdUpTo)) {
			if !yield(h.line(e)) {
				return
			}
		}
	}
}

// withKind goes back through the events that hold a fact of a kind for which the
// past looks, and some others.
func (h History) withKind(kind string) iter.Seq[LogLine] {
	return func(yield func(LogLine) bool) {
		for e := h.Newest; e != nil && e.Event.Facts != nil; e = e.Previous {
			if !yield(h.line(e.Event)) {
				return
			}
		}
		last := h.ColdNewest
		if h.SeatView != nil {
			last = h.SeatView.Cold.last
		}
		for e := last(kind, h.ColdUpTo+1); e != nil; e = last(kind, e.Event.Seq) {
			if !yield(h.line(e.Event)) {
				return
			}
		}
	}
}

// ColdNewest finds the newest event before one that is of a kind, in what a whole table
// does not hold; nil for none.
func (h History) ColdNewest(kind string, before uint64) *LogEntry {
	if h.Reader == nil || h.ColdUpTo == 0 {
		return nil
	}
	seq, err := h.Reader.LastOfKind(kind, min(before, h.ColdUpTo+1))
	if err != nil || seq == 0 {
		return nil
	}
	for e := range h.entries(seq) {
		return e
	}
	return nil
}

// EntryAt finds the newest event not after seq.
func (h History) EntryAt(seq uint64) *LogEntry {
	return h.Newest.find(seq, func(e *LogEntry) uint64 { return e.Event.Seq })
}

// find goes back to the newest event whose number is not after n.
func (e *LogEntry) find(n uint64, number func(*LogEntry) uint64) *LogEntry {
	for e != nil && e.skip != nil && number(e.skip) >= n {
		e = e.skip
	}
	for e != nil && number(e) > n {
		e = e.Previous
	}
	return e
}

// line is an event as it holds. One that did not come to pass when something was
// set right is taken back.
func (h History) line(e Event) LogLine {
	l := LogLine{Event: e, Undone: h.UndoneEvents[e.Seq]}
	held, anew := h.AsAmended(e)
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
