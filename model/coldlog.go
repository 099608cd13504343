package model

import (
	"maps"
	"math/bits"
	"slices"
	"sort"
)

// ColdLog is the part of a seat's log that its table does not hold: which events of
// the whole log are in it, and a way to read them, which are cut before anybody
// else gets them. It never changes.
type ColdLog struct {
	Seen, Alike marks
	UpTo        uint64                                 // of the whole log
	Page        func(of uint64) []*LogEntry            // from an event of the whole log back, as many as are cheap to read together
	Redact      func(whole Event) (cut Event, ok bool) // with the seat's number
	Newest      func(kind string, before uint64) Event // the newest of a kind before one of the whole log, cut; without a number: none
}

// marks are events of the whole log, from 1 on.
type marks struct {
	bits  []uint64
	ranks []uint32 // how many are marked before each word
}

// Mark marks an event.
func (m *marks) Mark(seq uint64) {
	for seq/64 >= uint64(len(m.bits)) {
		m.bits = append(m.bits, 0)
	}
	m.bits[seq/64] |= 1 << (seq % 64)
}

// Count makes the marks ready to be counted.
func (m *marks) Count() {
	n := uint32(0)
	m.ranks = make([]uint32, len(m.bits))
	for i, w := range m.bits {
		m.ranks[i] = n
		n += uint32(bits.OnesCount64(w))
	}
}

// Has reports whether an event is marked.
func (m marks) Has(seq uint64) bool {
	return seq/64 < uint64(len(m.bits)) && m.bits[seq/64]&(1<<(seq%64)) != 0
}

// UpTo is how many events are marked up to one.
func (m marks) UpTo(seq uint64) uint64 {
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

// nth is the event that is the nth of those marked, from 1; 0 where there are not
// so many.
func (m marks) nth(n uint64) uint64 {
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

// Back goes through the events of a seat's log from one of its numbers back.
func (f *ColdLog) Back(n uint64, yield func(*LogEntry) bool) {
	for f != nil && n > 0 {
		of := f.Seen.nth(min(n, f.Seen.UpTo(f.UpTo)))
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

// last finds the newest event of a kind before one of the seat's numbers; nil for
// none.
func (f *ColdLog) last(kind string, before uint64) *LogEntry {
	if f == nil {
		return nil
	}
	of := f.UpTo + 1
	if n := f.Seen.nth(before); n != 0 {
		of = min(of, n)
	}
	if e := f.Newest(kind, of); e.Seq != 0 {
		return &LogEntry{Event: e}
	}
	return nil
}

// Place gives the place in the log of this table of an event of the whole log; 0 for
// one that is not in it.
func (h History) Place(of uint64) uint64 {
	if h.SeatView == nil {
		if of > h.Seq() {
			return 0
		}
		return of
	}
	if f := h.SeatView.Cold; f != nil && of <= h.SeatView.ColdUpTo {
		if !f.Seen.Has(of) {
			return 0
		}
		return f.Seen.UpTo(of)
	}
	e := h.Newest.find(of, func(e *LogEntry) uint64 { return e.WholeSeq })
	if e == nil || e.WholeSeq != of || e.Event.Facts == nil {
		return 0
	}
	return e.Event.Seq
}

// Redact gives an event of the whole log as a seat's log has it, with its number
// there, and whether it tells all of it as the gamemaster's does; false for one
// that is not in it. A whole table's is what it is.
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

// Alike reports whether a seat's log surely tells of an event of the whole log what
// the gamemaster's does.
func (h History) Alike(of uint64) bool {
	return h.SeatView == nil || h.SeatView.Cold != nil && h.SeatView.Cold.Alike.Has(of)
}

// UndoneAt is what was taken back when an event was the newest.
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
