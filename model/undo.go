package model

import (
	"cmp"
	"maps"
	"slices"
)

// take is a stack of events, the newest on top.
type take struct {
	event *Event // of the log, where that holds it
	with  uint64 // of what was taken back: the event that did it
	next  *take
}

// Undoable reports whether an event may be taken back at all: the beginning of
// a table, its dice, who has a seat and undoing itself may not.
func (e Event) Undoable() bool {
	for _, f := range e.Facts {
		switch f.(type) {
		case Made, EveningBegan, EveningEnded, seatNamed, wordsAsked, wordAdded, wordPassed, mixed, Undone, Redone:
			return false
		}
	}
	return len(e.Facts) > 0
}

// NextUndo is what undo would take back; false when there is nothing. What a player
// asks for is granted or refused, and stands in nobody's way.
func (t Table) NextUndo() (Event, bool) {
	for e := range t.takeable() {
		if !e.asks() {
			return e, true
		}
	}
	return Event{}, false
}

// NextAct is what undo takes back as one act, newest first: while a roll is open
// the last answer, and else all since the roll that was ended last was opened.
// Rolls that one event opened are one act. It is nil when there is nothing.
func (t Table) NextAct() []Event { return t.actFrom(func(e Event) bool { return !e.asks() }) }

// ActBy is what undo takes back, or asks for, when a seat wants it: of a player
// the newest act that is their own, if the table still holds it.
func (t Table) ActBy(s Seat) []Event {
	if s.gm() {
		return t.NextAct()
	}
	return t.actLately(s)
}

// actLately is the newest act of a seat among what the table holds, for somebody who
// has done nothing would go through the log to its beginning; and with it what has
// followed from it.
func (t Table) actLately(s Seat) []Event {
	own := t.takes
	if t.part != nil && t.part.own.in == own {
		own = t.part.own.is
	}
	for own != nil && (own.event.By != s || t.answeredAsk(*own.event)) {
		own = own.next
	}
	if own == nil {
		return nil
	}
	return t.withAnswers(t.actFrom(func(e Event) bool { return e.By == s && !t.answeredAsk(e) }))
}

// withAnswers is an act, the newest event first, with what others have answered in
// its rolls since, and with the rolls that it called for: an armor's against its
// damage. What came of them would stay else.
func (t Table) withAnswers(act []Event) []Event {
	if t.takes == nil || t.takes.event.Seq == act[0].Seq {
		return act // nothing has happened since
	}
	in := func(e Event) bool { return slices.ContainsFunc(act, func(o Event) bool { return o.Seq == e.Seq }) }
	c := consequences{rolls: map[string]bool{}}
	for _, e := range act {
		for _, id := range e.Rolls() {
			c.rolls[id] = true
		}
	}
	all := slices.Clone(act)
	for k, left := t.takes, len(act); k != nil && left > 0; k = k.next {
		if in(*k.event) {
			left--
			continue
		}
		all = append(all, *k.event)
	}
	slices.SortFunc(all, func(a, b Event) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, e := range all {
		c.goOn(e)
	}
	all = slices.DeleteFunc(all, func(e Event) bool {
		return !in(e) && !slices.ContainsFunc(e.Rolls(), func(id string) bool { return c.rolls[id] })
	})
	slices.Reverse(all)
	return all
}

// consequences are the rolls of an act and, as the log goes on, those that they call
// for.
type consequences struct {
	rolls  map[string]bool
	called []FollowUp // by them, and not taken up yet
	moment int        // what is called for is called for until another
}

func (c *consequences) goOn(e Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case moved:
			if f.Clock.Moment != c.moment {
				c.called = nil
			}
			c.moment = f.Clock.Moment
		case Opened:
			c.moment = f.Roll.Moment
			if left, taken := takenUp(c.called, f.Roll); taken.Who != "" {
				c.called, c.rolls[f.Roll.ID] = left, true
			}
		case Finished:
			if !c.rolls[f.Roll.ID] {
				continue
			}
			for _, x := range f.Follow {
				if c.called = settled(c.called, x); !x.Off {
					c.called = append(c.called, x)
				}
			}
		}
	}
}

// ownTake is the newest event of a seat in a stack, nil where there is none.
type ownTake struct{ in, is *take }

// ownOf finds it, and looks through no more of the stack than what came since then.
func (k *take) ownOf(s Seat, then ownTake) ownTake {
	for at := k; at != nil; at = at.next {
		switch {
		case at == then.in:
			return ownTake{k, then.is}
		case at.event.By == s:
			return ownTake{k, at}
		}
	}
	return ownTake{k, nil}
}

// answeredAsk reports whether an event is nothing but a wish that the gamemaster has
// granted or refused.
func (t Table) answeredAsk(e Event) bool {
	return !slices.ContainsFunc(e.Facts, func(f Fact) bool {
		a, ok := f.(asked)
		return !ok || slices.ContainsFunc(t.asks, func(open Ask) bool { return open.ID == a.Ask.ID })
	})
}

// asks reports whether an event is nothing but what a player wants.
func (e Event) asks() bool {
	return !slices.ContainsFunc(e.Facts, func(f Fact) bool { _, ok := f.(asked); return !ok })
}

// Rolls are the ids of those that an event begins, answers or ends.
func (e Event) Rolls() (out []string) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case Opened:
			out = append(out, f.Roll.ID)
		case Answered:
			out = append(out, f.Roll)
		case Finished:
			out = append(out, f.Roll.ID)
		case Dropped:
			out = append(out, f.Roll)
		}
	}
	return out
}

// actFrom is the act that ends with the newest event of a kind.
func (t Table) actFrom(last func(Event) bool) []Event {
	missing := map[string]bool{} // rolls whose beginning is still to come
	var all []Event
	for e := range t.takeable() {
		if len(all) == 0 && !last(e) {
			continue
		}
		if len(all) > 0 && setsRight(e) {
			return all // what was set right is an act of its own
		}
		all = append(all, e)
		for _, f := range e.Facts {
			switch f := f.(type) {
			case Answered:
				missing[f.Roll] = true
			case Dropped:
				missing[f.Roll] = true
			}
		}
		open, found := false, false
		for _, f := range e.Facts {
			o, ok := f.(Opened)
			if !ok {
				continue
			}
			r, under := t.Roll(o.Roll.ID)
			open = open || under && r.Parked == ""
			found = found || missing[o.Roll.ID]
			delete(missing, o.Roll.ID)
		}
		switch {
		case open && found:
			return all[:1]
		case len(missing) == 0:
			return all
		}
	}
	return all[:min(1, len(all))]
}

// NextRedo is what redo would bring back; false when there is nothing.
func (t Table) NextRedo() (Event, bool) { return t.redos.top() }

func (k *take) top() (Event, bool) {
	if k == nil {
		return Event{}, false
	}
	return *k.event, true
}

// without gives the stack less one event, and that event; nil: it is not there.
func (k *take) without(seq uint64) (*take, *Event) {
	switch {
	case k == nil:
		return nil, nil
	case k.event.Seq == seq:
		return k.next, k.event
	}
	rest, found := k.next.without(seq)
	return &take{k.event, k.with, rest}, found
}

// push puts the newest event on the stack of those that can be taken back.
func (t *Table) push() { t.takes, t.redos = &take{event: &t.last.Event, next: t.takes}, nil }

// mark marks what an event undoes and redoes, and gives the oldest of it: from
// there on the table has to be folded again. It is 0 for other events.
func (t *Table) mark(e Event) (oldest uint64) {
	with := e.Seq
	for _, f := range e.Facts {
		var seq uint64
		switch f := f.(type) {
		case SetRight:
			t.rights = append(slices.Clip(t.rights), right{e.Seq, f})
			oldest = older(oldest, f.first())
			continue
		case Undone:
			if e, ok := t.mayTake(f.Seq); ok {
				t.takes, _ = t.takes.without(f.Seq)
				t.redos, seq = &take{&e, with, t.redos}, f.Seq
			}
		case Redone:
			if rest, e := t.redos.without(f.Seq); e != nil {
				t.redos, t.takes, seq = rest, &take{e, 0, t.takes}, f.Seq
			}
		}
		if seq == 0 {
			continue
		}
		if t.undone = maps.Clone(t.undone); t.undone == nil {
			t.undone = map[uint64]bool{}
		}
		oldest = older(oldest, t.reach(seq))
		if _, back := f.(Redone); back {
			delete(t.undone, seq)
		} else {
			t.undone[seq] = true
		}
	}
	return oldest
}

// older is the smaller of two numbers of events; 0 is none.
func older(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// refold folds the events again from the last kept state before seq, without
// those that are undone. Entries are shared with older tables, so they are
// made anew.
func (t *Table) refold(seq uint64) {
	from, events := t.back(seq)
	if from != nil {
		t.state, t.last = *from.before, from.prev
	} else {
		was, all, ok := t.stood(seq)
		if !ok {
			return // Decide has refused this
		}
		t.state, t.last, events = was, t.entryAt(max(t.held, all[0].Seq-1)), all
	}
	for _, e := range events {
		if e.Seq > t.held {
			t.append(e)
		}
		t.fold(e)
	}
}

// back finds the last entry not after seq whose state before is kept, and
// gives the events from it on, in order; nil where the log does not reach.
func (t *Table) back(seq uint64) (*logged, []Event) {
	var events []Event
	for e := t.last; e != nil; e = e.prev {
		events = append(events, e.Event)
		if e.before != nil && e.Event.Seq <= seq {
			slices.Reverse(events)
			return e, events
		}
	}
	return nil, nil
}

// fold folds the facts of an event that holds.
func (t *Table) fold(e Event) {
	if t.undone[e.Seq] {
		return
	}
	e, _ = t.asHolds(e)
	for _, f := range e.Facts {
		t.state.apply(f)
	}
}

// AsRolled gives a roll, of which the log tells by an event, with the sheets as
// they were when it began, so that its rule can be run again. It is false where
// the log does not reach back that far.
func (t Table) AsRolled(r Roll, by uint64) (Roll, bool) {
	for l := range t.LogFrom(by) {
		if !opens(l.Event, r.ID) {
			continue
		}
		was, events, ok := t.stood(l.Event.Seq)
		if !ok {
			return r, false
		}
		t.state = was
		for _, e := range events {
			if e.Seq >= l.Event.Seq {
				break
			}
			t.fold(e)
		}
		for _, f := range l.Event.Facts {
			if o, ok := f.(Opened); ok && o.Roll.ID == r.ID {
				r.known = t.knowing(r)
				return r, true
			}
			t.state.apply(f)
		}
	}
	return r, false
}

func opens(e Event, roll string) bool {
	return slices.ContainsFunc(e.Facts, func(f Fact) bool {
		o, ok := f.(Opened)
		return ok && o.Roll.ID == roll
	})
}
