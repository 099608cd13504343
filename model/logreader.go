package model

import (
	"iter"
	"slices"
)

// LogReader reads the part of a log that a table does not hold in memory. Its methods may
// be called from any goroutine.
type LogReader interface {
	// Page returns events before an event, newest first: as many as are cheap to read
	// together. It returns none at the beginning of the log.
	Page(before uint64) ([]Event, error)
	// Snapshot returns the newest stored state of the table from before an event. It may
	// be the empty table.
	Snapshot(before uint64) (Table, error)
	// Audiences calls each with some events at a time, from the first to upTo without gaps:
	// of has a number for the audience of each, which counts in who from 1 and is 0 for an
	// event that is lost. who has the JSON of [Event.Audience].
	Audiences(upTo uint64, each func(who []string, of []uint32)) error
	// LastOfKind returns the newest event of a kind before an event, or 0. The kind must
	// be one that [Event.Audience] returns.
	LastOfKind(kind string, before uint64) (uint64, error)
}

// WithReader returns the table with a reader for the part of its log that it does not
// hold. The states that the reader has stored must be of the table as it is now.
func (t Table) WithReader(p LogReader) Table {
	t.Reader, t.changed = p, 0
	return t
}

// OldestChange returns the oldest event that was undone, redone or amended since
// [Table.WithReader], or 0. States that the reader has stored from after that event are
// out of date.
func (h History) OldestChange() uint64 { return h.changed }

// Shortened returns the table without the older part of its log, which it reads through
// its [LogReader] from then on. At least `left` events stay in memory. A table without a
// reader, or with at most twice as many events in memory, is returned unchanged.
func (t Table) Shortened(left int) Table {
	if t.Reader == nil || t.SeatView != nil || t.Seq()-t.ColdUpTo <= 2*uint64(left) {
		return t
	}
	events := make([]*LogEntry, 0, left+keepEvery)
	for e := t.Newest; e != nil && e.Event.Facts != nil; e = e.Previous {
		if events = append(events, e); len(events) >= left && e.Before != nil {
			break
		}
	}
	oldest := events[len(events)-1]
	if oldest.Before == nil {
		return t
	}
	t.ColdUpTo = oldest.Event.Seq - 1
	t.Newest = &LogEntry{Event: Event{Seq: t.ColdUpTo}}
	for _, e := range slices.Backward(events) {
		t.appendEntry(&LogEntry{Event: e.Event, Before: e.Before})
	}
	t.UndoStack = t.UndoStack.since(t.ColdUpTo, t)
	return t
}

// since returns the stack without the events up to seq. The other events are replaced by
// those that the table holds, so that the stack keeps no copy of the log in memory.
func (k *UndoItem) since(seq uint64, t Table) *UndoItem {
	var kept []*UndoItem
	for ; k != nil; k = k.Next {
		if k.Event.Seq > seq {
			kept = append(kept, k)
		}
	}
	var out *UndoItem
	for _, k := range slices.Backward(kept) {
		out = &UndoItem{&t.EntryAt(k.Event.Seq).Event, k.Act, out}
	}
	return out
}

// older yields the events from seq back that are not in memory, as far as they can be
// read.
func (h History) older(seq uint64) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for e := range h.entries(seq) {
			if !yield(e.Event) {
				return
			}
		}
	}
}

// entries is like older but yields the entries of the log.
func (h History) entries(seq uint64) iter.Seq[*LogEntry] {
	return func(yield func(*LogEntry) bool) {
		if h.SeatView != nil {
			h.SeatView.Cold.Back(seq, yield)
			return
		}
		_ = h.olderThan(seq+1, func(e Event) bool { return yield(&LogEntry{Event: e, CannotUndo: !e.Undoable()}) })
	}
}

// olderThan is like older for a whole table. If it stops before the beginning of the log,
// the error says why; the store that implements the reader reports it to people.
func (h History) olderThan(before uint64, yield func(Event) bool) error {
	for h.Reader != nil && before > 1 {
		page, err := h.Reader.Page(before)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if !yield(e) {
				return nil
			}
			before = e.Seq
		}
	}
	return nil
}

// Undoable yields the events that can be undone, in the order in which undo would undo
// them: those in memory, the one done or redone last first, and then the older log.
func (h History) Undoable() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var brought []uint64 // redone, and not in memory
		for k := h.UndoStack; k != nil; k = k.Next {
			if !yield(*k.Event) {
				return
			}
			if k.Event.Seq <= h.ColdUpTo {
				brought = append(brought, k.Event.Seq)
			}
		}
		for e := range h.entries(h.ColdUpTo) {
			seq := e.Event.Seq
			if !e.CannotUndo && !h.UndoneEvents[seq] && !slices.Contains(brought, seq) && !yield(e.Event) {
				return
			}
		}
	}
}

// FindUndoable returns an event if it can be undone, and false otherwise.
func (h History) FindUndoable(seq uint64) (Event, bool) {
	if e, ok := h.UndoStack.find(seq); ok {
		return *e, true
	}
	if seq > h.ColdUpTo || h.UndoneEvents[seq] {
		return Event{}, false
	}
	for e := range h.entries(seq) {
		return e.Event, e.Event.Seq == seq && !e.CannotUndo
	}
	return Event{}, false
}

// StateBefore returns a state of the table from before an event, and all events since that
// state, oldest first. It returns false if neither the table nor its reader goes back that
// far.
func (h History) StateBefore(seq uint64) (State, []Event, bool) {
	from, events := h.EventsFrom(seq)
	if from != nil {
		return *from.Before, events, true
	}
	if h.Reader == nil {
		return State{}, nil, false
	}
	before := seq
	if h.changed != 0 {
		before = min(before, h.changed) // later stored states are out of date
	}
	kept, err := h.Reader.Snapshot(before)
	if err != nil || kept.Seq() >= before {
		return State{}, nil, false
	}
	events = nil
	for e := h.Newest; e != nil && e.Event.Facts != nil && e.Event.Seq > kept.Seq(); e = e.Previous {
		events = append(events, e.Event)
	}
	err = h.olderThan(h.ColdUpTo+1, func(e Event) bool {
		if e.Seq > kept.Seq() {
			events = append(events, e)
		}
		return e.Seq > kept.Seq()
	})
	slices.Reverse(events)
	return kept.State, events, err == nil
}
