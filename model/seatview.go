package model

import (
	"slices"
	"time"
)

// SeatView is the additional part of a table that is redacted for a seat.
type SeatView struct {
	Seat     Seat
	Visible  map[string]Visibility // how the seat sees each character; hidden ones are missing. Never changed in place
	Seq      uint64                // the newest event of the whole log that was redacted, even if nothing was left of it
	Time     time.Time
	Clock    Clock    // the clock after that event, redacted
	ColdUpTo uint64   // the newest event that the whole table did not hold in memory
	Cold     *ColdLog // the part of the seat's log that is not in memory; nil: there is none

	OwnUndo OwnUndo
}

// EventsSince returns the events after seq, oldest first.
func (h History) EventsSince(seq uint64) []Event {
	var out []Event
	for e := h.Newest; e != nil && e.Event.Seq > seq && e.Event.Facts != nil; e = e.Previous {
		out = append(out, e.Event)
	}
	if seq < h.ColdUpTo {
		for e := range h.older(h.ColdUpTo) {
			if e.Seq <= seq {
				break
			}
			out = append(out, e)
		}
	}
	slices.Reverse(out)
	return out
}

// ClockBefore returns the clock as the log recorded it last before an event, even if that
// was undone later, and the number of the event that recorded it.
func (h History) ClockBefore(seq uint64) (Clock, uint64) {
	if seq == 0 {
		return Clock{}, 0
	}
	for e := h.EntryAt(seq - 1); e != nil && e.Event.Facts != nil; e = e.Previous {
		if c, ok := ClockOf(e.Event); ok {
			return c, e.Event.Seq
		}
	}
	e := h.ColdNewest(ClockMoved{}.Kind(), seq)
	if e == nil {
		return Clock{}, 0
	}
	c, _ := ClockOf(e.Event)
	return c, e.Event.Seq
}

// MayKnow reports whether a seat may know a subject: it is not hidden, and neither is any
// character that it is about.
func (s State) MayKnow(seat Seat, about Subject) bool {
	who := VisibleTo(s.Characters, seat)
	return !about.Hidden && !slices.ContainsFunc(about.Who, func(id string) bool { return who[id] == Hidden })
}
