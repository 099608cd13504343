package model

import (
	"iter"
	"slices"
)

// Past is the part of a log that a table does not hold, where it is kept. Its
// methods may be called from any goroutine.
type Past interface {
	// Page gives events before the one of a number, the newest first: as many
	// as are cheap to read together, and none where the log begins.
	Page(before uint64) ([]Event, error)
	// Kept gives the newest state that is kept of the table from before an
	// event. It may be the empty table.
	Kept(before uint64) (Table, error)
	// Audiences says who may know of the events from the first up to one, as
	// [Event.Audience] does, in numbers: words are called with what a number stands
	// for before each is with a piece of them, in order. 0 stands for events that are lost.
	Audiences(upTo uint64, words func(n uint32, who string), each func(some []uint32)) error
	// Last gives the newest event before one that is of a kind which
	// [Event.Audience] tells; 0 for none.
	Last(kind string, before uint64) (uint64, error)
}

// On is the table with the part of its log that it does not hold, and what is
// kept there is as the table says.
func (t Table) On(p Past) Table {
	t.past, t.changed = p, 0
	return t
}

// Otherwise is the oldest event that is otherwise since the table was put [Table.On]
// its past; 0 for none. What is kept there of the table after it is so no more.
func (t Table) Otherwise() uint64 { return t.changed }

// Short is the table without the older part of its log, of which at least so
// many events are left: the rest is read from its [Past]. Without one, and
// while there are hardly more, it stays as it is.
func (t Table) Short(left int) Table {
	if t.past == nil || t.part != nil || t.Seq()-t.held <= 2*uint64(left) {
		return t
	}
	events := make([]*logged, 0, left+keepEvery)
	for e := t.last; e != nil && e.Event.Facts != nil; e = e.prev {
		if events = append(events, e); len(events) >= left && e.before != nil {
			break
		}
	}
	oldest := events[len(events)-1]
	if oldest.before == nil {
		return t
	}
	t.held = oldest.Event.Seq - 1
	t.last = &logged{Event: Event{Seq: t.held}}
	for _, e := range slices.Backward(events) {
		t.chain(&logged{Event: e.Event, before: e.before})
	}
	t.takes = t.takes.after(t.held, t)
	return t
}

// after gives the stack less the events up to one, those behind it as a table holds
// them: the stack is not to keep another log.
func (k *take) after(seq uint64, t Table) *take {
	var kept []*take
	for ; k != nil; k = k.next {
		if k.event.Seq > seq {
			kept = append(kept, k)
		}
	}
	var out *take
	for _, k := range slices.Backward(kept) {
		out = &take{&t.entryAt(k.event.Seq).Event, k.with, out}
	}
	return out
}

// older goes through the events up to one that the table does not hold, from
// the newest back, as far as they can be read.
func (t Table) older(seq uint64) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for e := range t.entries(seq) {
			if !yield(e.Event) {
				return
			}
		}
	}
}

// entries is older with what the log keeps beside an event.
func (t Table) entries(seq uint64) iter.Seq[*logged] {
	return func(yield func(*logged) bool) {
		if t.part != nil {
			t.part.far.back(seq, yield)
			return
		}
		_ = t.olderThan(seq+1, func(e Event) bool { return yield(&logged{Event: e, fixed: !e.Undoable()}) })
	}
}

// olderThan is older of a whole table with why it ended before the log did; whoever
// keeps the log tells of it.
func (t Table) olderThan(before uint64, yield func(Event) bool) error {
	for t.past != nil && before > 1 {
		page, err := t.past.Page(before)
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

// takeable goes through what undo takes back, the newest first: what the table
// holds in the order in which it came to hold, and before that the log.
func (t Table) takeable() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var brought []uint64 // back, of what is not held
		for k := t.takes; k != nil; k = k.next {
			if !yield(*k.event) {
				return
			}
			if k.event.Seq <= t.held {
				brought = append(brought, k.event.Seq)
			}
		}
		for e := range t.entries(t.held) {
			seq := e.Event.Seq
			if !e.fixed && !t.undone[seq] && !slices.Contains(brought, seq) && !yield(e.Event) {
				return
			}
		}
	}
}

// mayTake finds an event that can be taken back.
func (t Table) mayTake(seq uint64) (Event, bool) {
	if e, ok := t.takes.find(seq); ok {
		return e, true
	}
	if seq > t.held || t.undone[seq] {
		return Event{}, false
	}
	for e := range t.entries(seq) {
		return e.Event, e.Event.Seq == seq && !e.fixed
	}
	return Event{}, false
}

// stood gives what was so at some moment before an event, and all events from
// there on, in order; false where neither the table nor its past reaches back.
func (t Table) stood(seq uint64) (state, []Event, bool) {
	from, events := t.back(seq)
	if from != nil {
		return *from.before, events, true
	}
	if t.past == nil {
		return state{}, nil, false
	}
	before := seq
	if t.changed != 0 {
		before = min(before, t.changed) // what is kept of later is as it was before
	}
	kept, err := t.past.Kept(before)
	if err != nil || kept.Seq() >= before {
		return state{}, nil, false
	}
	events = nil
	for e := t.last; e != nil && e.Event.Facts != nil && e.Event.Seq > kept.Seq(); e = e.prev {
		events = append(events, e.Event)
	}
	err = t.olderThan(t.held+1, func(e Event) bool {
		if e.Seq > kept.Seq() {
			events = append(events, e)
		}
		return e.Seq > kept.Seq()
	})
	slices.Reverse(events)
	return kept.state, events, err == nil
}
