package model

import (
	"maps"
	"slices"
)

// take is a stack of events, the newest on top.
type take struct {
	event Event
	next  *take
}

// undoable reports whether an event may be taken back at all: the beginning of
// a table, its dice and undoing itself may not.
func undoable(e Event) bool {
	for _, f := range e.Facts {
		switch f.(type) {
		case Made, EveningBegan, EveningEnded, Undone, Redone:
			return false
		}
	}
	return len(e.Facts) > 0
}

// NextUndo is what undo would take back; false when there is nothing.
func (t Table) NextUndo() (Event, bool) { return t.takes.top() }

// NextRedo is what redo would bring back; false when there is nothing.
func (t Table) NextRedo() (Event, bool) { return t.redos.top() }

func (k *take) top() (Event, bool) {
	if k == nil {
		return Event{}, false
	}
	return k.event, true
}

// without gives the stack less one event, and that event.
func (k *take) without(seq uint64) (*take, Event) {
	switch {
	case k == nil:
		return nil, Event{}
	case k.event.Seq == seq:
		return k.next, k.event
	}
	rest, found := k.next.without(seq)
	return &take{k.event, rest}, found
}

func (t *Table) takeBack(seq uint64) {
	rest, e := t.takes.without(seq)
	if e.Seq == 0 {
		return
	}
	t.takes, t.redos = rest, &take{e, t.redos}
	t.undone = maps.Clone(t.undone)
	if t.undone == nil {
		t.undone = map[uint64]bool{}
	}
	t.undone[seq] = true
	t.refold(seq)
}

func (t *Table) bringBack(seq uint64) {
	rest, e := t.redos.without(seq)
	if e.Seq == 0 {
		return
	}
	t.redos, t.takes = rest, &take{e, t.takes}
	t.undone = maps.Clone(t.undone)
	delete(t.undone, seq)
	t.refold(seq)
}

// refold folds the events again from the last kept state before seq, without
// those that are undone. Entries are shared with older tables, so they are
// made anew.
func (t *Table) refold(seq uint64) {
	var events []Event
	e := t.last
	for ; e != nil; e = e.prev {
		events = append(events, e.Event)
		if e.before != nil && e.Event.Seq <= seq {
			break
		}
	}
	if e == nil {
		return // the log begins later; Decide has refused this
	}
	t.state, t.last = *e.before, e.prev
	for _, ev := range slices.Backward(events) {
		t.append(ev)
		if t.undone[ev.Seq] {
			continue
		}
		for _, f := range ev.Facts {
			t.state.apply(f)
		}
	}
}
