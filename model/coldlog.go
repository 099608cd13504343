package model

import (
	"maps"
	"math/bits"
	"slices"
	"sort"
)

// ColdLog is the part of a seat's log that its table does not hold in memory: which events
// of the whole log belong to it, and functions that read them. The functions redact what
// they read, so that nothing else of an event can be reached. A ColdLog never changes.
type ColdLog struct {
	Visible, Unredacted eventSet
	UpTo                uint64                                 // the newest event in it, by its number in the whole log
	Page                func(of uint64) []*LogEntry            // reads back from an event of the whole log, as many events as are cheap to read together
	Redact              func(whole Event) (cut Event, ok bool) // returns the event with its number in the seat's log; false if the seat may not know it
	Newest              func(kind string, before uint64) Event // the newest event of a kind before an event of the whole log, redacted; its Seq is 0 if there is none
}

// eventSet is a set of events of the whole log, which are numbered from 1.
type eventSet struct {
	bits  []uint64
	ranks []uint32 // how many events are marked before each word of bits
}

// Mark adds an event.
func (m *eventSet) Mark(seq uint64) {
	for seq/64 >= uint64(len(m.bits)) {
		m.bits = append(m.bits, 0)
	}
	m.bits[seq/64] |= 1 << (seq % 64)
}

// Count prepares the set for UpTo and nth. It must be called after the last Mark.
func (m *eventSet) Count() {
	n := uint32(0)
	m.ranks = make([]uint32, len(m.bits))
	for i, w := range m.bits {
		m.ranks[i] = n
		n += uint32(bits.OnesCount64(w))
	}
}

// Has reports whether an event is marked.
func (m eventSet) Has(seq uint64) bool {
	return seq/64 < uint64(len(m.bits)) && m.bits[seq/64]&(1<<(seq%64)) != 0
}

// UpTo returns how many events up to and including one are marked.
func (m eventSet) UpTo(seq uint64) uint64 {
	if len(m.bits) == 0 {
		return 0
	}
	i := min(seq/64, uint64(len(m.bits)-1))
	w := m.bits[i]
	if seq/64 == i {
		w &= 1<<(seq%64)<<1 - 1
	}
	return uint64(m.ranks[i]) + uint64(bits.OnesCount64(w))
}

// nth returns the nth marked event, counted from 1, or 0 if there are fewer.
func (m eventSet) nth(n uint64) uint64 {
	i := sort.Search(len(m.ranks), func(i int) bool { return uint64(m.ranks[i]) >= n }) - 1
	if i < 0 {
		return 0
	}
	w := m.bits[i]
	for range n - uint64(m.ranks[i]) - 1 {
		w &= w - 1
	}
	if w == 0 {
		return 0
	}
	return uint64(i)*64 + uint64(bits.TrailingZeros64(w))
}

// Back yields the entries of the seat's log from number n back to the first.
func (f *ColdLog) Back(n uint64, yield func(*LogEntry) bool) {
	for f != nil && n > 0 {
		of := f.Visible.nth(min(n, f.Visible.UpTo(f.UpTo)))
		if of == 0 {
			return
		}
		page := f.Page(of)
		if len(page) == 0 {
			return
		}
		for _, e := range page {
			if !yield(e) {
				return
			}
		}
		n = page[len(page)-1].Event.Seq - 1
	}
}

// last returns the newest entry of a kind before a number of the seat's log, or nil.
func (f *ColdLog) last(kind string, before uint64) *LogEntry {
	if f == nil {
		return nil
	}
	of := f.UpTo + 1
	if n := f.Visible.nth(before); n != 0 {
		of = min(of, n)
	}
	if e := f.Newest(kind, of); e.Seq != 0 {
		return &LogEntry{Event: e}
	}
	return nil
}

// Place returns the number that an event of the whole log has in this log, or 0 if it is
// not in it.
func (h History) Place(of uint64) uint64 {
	if h.SeatView == nil {
		if of > h.Seq() {
			return 0
		}
		return of
	}
	if f := h.SeatView.Cold; f != nil && of <= h.SeatView.ColdUpTo {
		if !f.Visible.Has(of) {
			return 0
		}
		return f.Visible.UpTo(of)
	}
	e := h.Newest.find(of, func(e *LogEntry) uint64 { return e.WholeSeq })
	if e == nil || e.WholeSeq != of || e.Event.Facts == nil {
		return 0
	}
	return e.Event.Seq
}

// Redact returns an event of the whole log as this log has it, redacted for its seat and
// with its number there. It returns false for an event that the seat may not know. In a
// whole log every event is as it was written.
func (h History) Redact(e Event) (Event, bool) {
	if h.SeatView == nil {
		return e, true
	}
	n := h.Place(e.Seq)
	switch f := h.SeatView.Cold; {
	case n == 0:
		return Event{}, false
	case f != nil && e.Seq <= h.SeatView.ColdUpTo:
		return f.Redact(e)
	}
	return h.EntryAt(n).Event, true
}

// Unredacted reports whether it is certain that this log has an event of the whole log as
// the gamemaster's log has it.
func (h History) Unredacted(of uint64) bool {
	return h.SeatView == nil || h.SeatView.Cold != nil && h.SeatView.Cold.Unredacted.Has(of)
}

// UndoneAt returns which events were undone at the time when event seq was the newest.
func (h History) UndoneAt(seq uint64) map[uint64]bool {
	out := map[uint64]bool{}
	maps.Copy(out, h.UndoneEvents)
	for _, e := range slices.Backward(h.EventsSince(seq)) {
		for _, f := range slices.Backward(e.Facts) {
			switch f := f.(type) {
			case Undone:
				delete(out, f.Seq)
			case Redone:
				if f.Seq <= seq {
					out[f.Seq] = true
				}
			}
		}
	}
	return out
}
