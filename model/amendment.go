package model

import (
	"cmp"
	"slices"
)

// Amended is the fact that an act was corrected: it holds new versions of the act and of
// the events after it that changed with it. The log itself stays as it is. If an Amended
// is undone, the versions that held before it hold again.
type Amended struct {
	Event    uint64    `json:"event"` // the event that began the act
	Versions []Version `json:"anew"`  // of the act and of every later event that changed, oldest first
}

// Kind implements [Fact].
func (Amended) Kind() string { return "set-right" }

// Version is the new version of an event.
type Version struct {
	Event Event  `json:"event"`         // without facts if the event could not happen
	Why   string `json:"why,omitempty"` // why it could not happen
}

// Amendment is an Amended fact together with the number of its event.
type Amendment struct {
	Seq  uint64  `json:"seq"`
	Fact Amended `json:"fact"`
}

// oldest is the number of the oldest event that has a new version.
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

// AsAmended returns an event in its newest version that is not undone. The second result
// is false if the event stands as it was written.
func (h *History) AsAmended(e Event) (Event, bool) {
	for _, r := range slices.Backward(h.Amendments) {
		if v, ok := r.Fact.version(e.Seq); ok && !h.UndoneEvents[r.Seq] {
			now := v.Event
			now.ID, now.Salt = e.ID, e.Salt // the event, and what it made, keep their ids
			return now, true
		}
	}
	return e, false
}

// oldestAffected returns the oldest event that changes when an event is undone or redone.
// That is the event itself, unless it amended older ones.
func (h *History) oldestAffected(seq uint64) uint64 {
	for _, r := range h.Amendments {
		if r.Seq == seq {
			return min(seq, r.Fact.oldest())
		}
	}
	return seq
}

// isAmendment reports whether an event amends others.
func isAmendment(e Event) bool {
	return slices.ContainsFunc(e.Facts, func(f Fact) bool { _, ok := f.(Amended); return ok })
}
