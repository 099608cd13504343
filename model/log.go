package model

import "iter"

// Entry is one event in the log, with the one before it.
type Entry struct {
	Event  Event
	before *state // the table before the event; kept at some entries only
	prev   *Entry
	kept   *Entry // the nearest older entry with before
}

// Line is an entry as it now stands.
type Line struct {
	Event  Event
	Undone bool // taken back
}

// Log goes through the events from the newest back, as the seat whose view t
// is may see them.
func (t Table) Log() iter.Seq[Line] { return t.lines(t.last) }

// LogFrom goes back from the event of a number on. To find it takes far less
// than to go through all that came after.
func (t Table) LogFrom(seq uint64) iter.Seq[Line] {
	e := t.last
	for e != nil && e.kept != nil && e.kept.Event.Seq >= seq {
		e = e.kept
	}
	for e != nil && e.Event.Seq > seq {
		e = e.prev
	}
	return t.lines(e)
}

func (t Table) lines(from *Entry) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for e := from; e != nil; e = e.prev {
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
		if !t.mayKnow(f, e.By) {
			continue
		}
		if m, ok := f.(Moved); ok {
			f = Moved{t.seenClock(m.Clock)}
		}
		kept = append(kept, f)
	}
	e.Facts = kept
	return e, len(kept) > 0
}
