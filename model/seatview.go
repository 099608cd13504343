package model

import (
	"slices"
	"time"
)

// SeatView is what a table keeps that is cut for a seat.
type SeatView struct {
	Seat     Seat
	Visible  map[string]Visibility // the characters the seat sees, and how; never changed in place
	Seq      uint64                // the newest event of the whole log that was looked at
	Time     time.Time
	Clock    Clock    // as it was told last, cut
	ColdUpTo uint64   // the newest event that the whole table did not hold
	Cold     *ColdLog // what of the seat's log is not held; nil: nothing

	OwnUndo OwnUndo
}

// EventsSince gives the events after seq, in order.
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

// ClockBefore is the clock as the log told it last before an event, whatever
// became of that, and by which event.
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

// MayKnow reports whether a seat may know of something: nothing of it is hidden, and
// none of those it is about are.
func (s State) MayKnow(seat Seat, about Subject) bool {
	who := VisibleTo(s.Characters, seat)
	return !about.Hidden && !slices.ContainsFunc(about.Who, func(id string) bool { return who[id] == Hidden })
}
