package model

import (
	"iter"
	"slices"
)

// History is the log of a table as far as it is in memory, with what was undone and
// amended in it. The rest of the log is read through Reader.
type History struct {
	Newest       *LogEntry
	UndoneEvents map[uint64]bool // the numbers of the events that are undone
	UndoStack    *UndoItem       // what undo undoes next
	RedoStack    *UndoItem       // what redo redoes next
	Amendments   []Amendment     // in the order in which they were made
	ColdUpTo     uint64          // the newest event that is not in memory; 0 if all are
	Reader       LogReader       // reads the events that are not in memory; nil: they cannot be read
	changed      uint64          // the oldest event that was undone, redone or amended since [Table.WithReader]; 0: none
	loading      bool            // see [Table.BeginLoading]
	refolded     uint64          // about how many events were folded again while the log was loaded
	refoldFrom   uint64          // the event from which the table still has to be folded again; 0: none
	SeatView     *SeatView       // set if this is the log of one seat; nil if it is the whole log
}

// LogEntry is an event in the log, linked to the one before it.
type LogEntry struct {
	Event      Event
	WholeSeq   uint64 // in a seat's log: its number in the whole log
	Before     *State // the state before the event; kept for some entries only
	Previous   *LogEntry
	skip       *LogEntry // the nearest older entry that is a skip target
	skipTarget bool      // searches skip from one of these to the next
	CannotUndo bool      // it cannot be undone; set only for entries that are read from outside memory
}

// LogLine is an event as it stands now.
type LogLine struct {
	Event  Event  // in its newest version
	Undone bool   // undone, or an amendment says that it did not happen
	Was    *Event // as it was written, if it was amended; otherwise nil
}

// Log yields the events from the newest to the oldest.
func (h History) Log() iter.Seq[LogLine] { return h.LogFrom(h.Seq()) }

// LogFrom yields the events from number seq to the oldest. Finding the first is much
// faster than going through all that are newer.
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

// withKind yields all events that have a fact of a kind, newest first, and some others.
// The kind must be one that [Event.Audience] returns.
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

// ColdNewest returns the newest event of a kind before another event, among the events
// that a whole table does not hold in memory. It returns nil if there is none.
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

// EntryAt returns the entry of the newest event in memory whose number is at most seq, or
// nil.
func (h History) EntryAt(seq uint64) *LogEntry {
	return h.Newest.find(seq, func(e *LogEntry) uint64 { return e.Event.Seq })
}

// find returns the newest entry from e back whose number is at most n.
func (e *LogEntry) find(n uint64, number func(*LogEntry) uint64) *LogEntry {
	for e != nil && e.skip != nil && number(e.skip) >= n {
		e = e.skip
	}
	for e != nil && number(e) > n {
		e = e.Previous
	}
	return e
}

// line returns an event in its newest version. If an amendment says that it did not
// happen, it counts as undone.
func (h History) line(e Event) LogLine {
	l := LogLine{Event: e, Undone: h.UndoneEvents[e.Seq]}
	held, anew := h.AsAmended(e)
	switch {
	case !anew:
	case len(held.Facts) == 0:
		l.Undone = true
	default:
		was := e // a copy, so that the entry is not kept in memory through its event
		l.Event, l.Was = held, &was
	}
	return l
}

// CurrentSession returns the number, counted from 1, of the session to which an event
// would belong now: the open session or, between sessions, the next one.
func (t Table) CurrentSession() int {
	if t.Open {
		return t.Sessions
	}
	return t.Sessions + 1
}

// SessionEvents returns the events of a session that are not undone, oldest first. They
// begin after the end of the session before.
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

// SessionsBack yields the sessions by number, from the current one back, each with its
// events that are not undone and do more than undo others, oldest first. It reads the log only as far as the caller
// goes.
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
			if !l.Undone && !l.Event.OnlyChangesHistory() {
				events = append(events, l.Event)
			}
		}
		slices.Reverse(events)
		yield(n, events)
	}
}
