package model

import (
	"iter"
	"slices"
)

// LogReader is the part of a log that a table does not hold, where it is kept. Its
// methods may be called from any goroutine.
type LogReader interface {
	// Page gives events before the one of a number, the newest first: as many
	// as are cheap to read together, and none where the log begins.
	Page(before uint64) ([]Event, error)
	// Snapshot gives the newest state that is kept of the table from before an
	// event. It may be the empty table.
	Snapshot(before uint64) (Table, error)
	// Audiences says who may know of the events from the first up to one, as
	// [Event.Audience] does, in numbers: words are called with what a number stands
	// for before each is with a piece of them, in order. 0 stands for events that are lost.
	Audiences(upTo uint64, words func(n uint32, who string), each func(some []uint32)) error
	// LastOfKind gives the newest event before one that is of a kind which
	// [Event.Audience] tells; 0 for none.
	LastOfKind(kind string, before uint64) (uint64, error)
}

// WithReader gives the table with a reader for the part of its log that it does not hold. What
// the reader keeps must be of this table as it is now.
func (t Table) WithReader(p LogReader) Table {
	t.Reader, t.changed = p, 0
	return t
}

// OldestChange gives the oldest event that was undone, redone or amended since the table
// was put [Table.WithReader] its reader; 0 for none. States that the reader keeps from after
// that event no longer hold.
func (h History) OldestChange() uint64 { return h.changed }

// Shortened gives the table without the older part of its log, which is read from its
// [LogReader] from then on. At least as many events as left stay in memory. A table
// without a reader, or with fewer than about twice as many events, stays as it is.
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

// since gives the stack without the events up to one. The others are those that the
// table holds, so that the stack keeps no second copy of the log in memory.
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

// oldestSeq goes back through the events up to one that the table does not hold, as far as
// they can be read.
func (h History) older(seq uint64) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for e := range h.entries(seq) {
			if !yield(e.Event) {
				return
			}
		}
	}
}

// entries is like older, but gives the entries of the log.
func (h History) entries(seq uint64) iter.Seq[*LogEntry] {
	return func(yield func(*LogEntry) bool) {
		if h.SeatView != nil {
			h.SeatView.Cold.Back(seq, yield)
			return
		}
		_ = h.olderThan(seq+1, func(e Event) bool { return yield(&LogEntry{Event: e, CannotUndo: !e.Undoable()}) })
	}
}

// olderThan is like older for a whole table. Its error says why it ended before the
// beginning of the log; whoever keeps the log reports it.
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

// Undoable goes through what undo takes back, the newest first: events in memory in the
// order in which they were done or redone, then the older log.
func (h History) Undoable() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var brought []uint64 // back, of what is not held
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

// FindUndoable finds an event that can be taken back.
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

// StateBefore gives a state of the table from before an event, and all events since that
// state, in order; false if neither the table nor its reader reaches back that far.
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
		before = min(before, h.changed) // states from later no longer hold
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
