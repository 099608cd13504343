package model

import "iter"

// Entry is one event in the log, with the one before it.
type Entry struct {
	Event  Event
	before *state // the table before the event; kept at some entries only
	prev   *Entry
}

// Line is an entry as it now stands.
type Line struct {
	Event  Event
	Undone bool // taken back
}

// Log goes through the events from the newest back, as the seat whose view t
// is may see them.
func (t Table) Log() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for e := t.last; e != nil; e = e.prev {
			if e.Event.Facts == nil {
				return // a snapshot: what came before is not loaded
			}
			ev, seen := t.cut(e.Event)
			if seen && !yield(Line{ev, t.undone[ev.Seq]}) {
				return
			}
		}
	}
}

// cut takes out of an event what the seat may not see; false when nothing is
// left of it.
func (t Table) cut(e Event) (Event, bool) {
	if t.eyes.gm() {
		return e, true
	}
	var kept []Fact
	for _, f := range e.Facts {
		if t.mayKnow(f, e.By) {
			kept = append(kept, f)
		}
	}
	e.Facts = kept
	return e, len(kept) > 0
}
