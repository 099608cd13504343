package model

import (
	"cmp"
	"slices"
)

// Amended says how an act, and what followed, is instead. Undone, all is again
// as it was.
type Amended struct {
	Event    uint64    `json:"event"` // that began the act
	Versions []Version `json:"anew"`  // of the act and of each event after it that is otherwise, in order
}

// Kind implements [Fact].
func (Amended) Kind() string { return "set-right" }

// Version is an event as it is instead.
type Version struct {
	Event Event  `json:"event"`         // without facts: it did not come to pass
	Why   string `json:"why,omitempty"` // it could not
}

// Amendment is an event that sets right.
type Amendment struct {
	Seq  uint64
	Fact Amended
}

// oldest is the number of the oldest event that is otherwise.
func (f Amended) oldest() uint64 {
	if len(f.Versions) == 0 {
		return f.Event
	}
	return f.Versions[0].Event.Seq
}

func (f Amended) version(seq uint64) (Version, bool) {
	i, ok := slices.BinarySearchFunc(f.Versions, seq, func(v Version, n uint64) int { return cmp.Compare(v.Event.Seq, n) })
	if !ok {
		return Version{}, false
	}
	return f.Versions[i], true
}

// AsAmended gives an event as it was set right last; false for one that is as it
// was written.
func (h *History) AsAmended(e Event) (Event, bool) {
	for _, r := range slices.Backward(h.Amendments) {
		if v, ok := r.Fact.version(e.Seq); ok && !h.UndoneEvents[r.Seq] {
			now := v.Event
			now.ID, now.Salt = e.ID, e.Salt // it and what it began keep their names
			return now, true
		}
	}
	return e, false
}

// oldestAffected is the oldest event that is otherwise when an event is taken back.
func (h *History) oldestAffected(seq uint64) uint64 {
	for _, r := range h.Amendments {
		if r.Seq == seq {
			return min(seq, r.Fact.oldest())
		}
	}
	return seq
}

// isAmendment reports whether an event sets others right.
func isAmendment(e Event) bool {
	return slices.ContainsFunc(e.Facts, func(f Fact) bool { _, ok := f.(Amended); return ok })
}
