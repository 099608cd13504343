package model

import (
	"cmp"
	"maps"
	"slices"
)

// UndoItem is the top of a stack of events; nil is the empty stack.
type UndoItem struct {
	Event *Event    `json:"event"`          // shared with the log if that is in memory
	Act   uint64    `json:"with,omitempty"` // on the redo stack: the event that undid this one
	Next  *UndoItem `json:"-"`
}

// Undoable reports whether an event can be undone at all. The beginning of a table, facts
// about dice and seats, undo and redo cannot. Nor can house rules that the program sets
// when it makes or serves a table.
func (e Event) Undoable() bool {
	for _, f := range e.Facts {
		if _, rule := f.(HouseSet); rule && e.By.Role == Program {
			return false
		}
		switch f.(type) {
		case Made, SessionBegan, SessionEnded, SeatNamed, WordsAsked, WordAdded, WordPassed, DiceMixed, DeadlineSet, Undone, Redone:
			return false
		}
	}
	return len(e.Facts) > 0
}

// OnlyChangesHistory reports whether an event does nothing but undo, redo or amend.
func (e Event) OnlyChangesHistory() bool {
	return !slices.ContainsFunc(e.Facts, func(f Fact) bool {
		switch f.(type) {
		case Undone, Redone, Amended:
			return false
		}
		return true
	})
}

// NextUndo returns the event that undo would undo, and false if there is none. Requests of
// players are skipped, because they are settled by granting or refusing them.
func (h History) NextUndo() (Event, bool) {
	for e := range h.Undoable() {
		if !e.isRequest() {
			return e, true
		}
	}
	return Event{}, false
}

// NextAct returns the events that undo undoes as one act, newest first: while a roll is
// open its last answer, otherwise everything since the roll that was finished last was
// opened. Rolls that one event opened are one act. It returns nil if there is nothing to
// undo.
func (t Table) NextAct() []Event { return t.ActFrom(func(e Event) bool { return !e.isRequest() }) }

// ActBy returns the act that a seat's undo would undo or request to undo: for the
// gamemaster the newest act, for a player the newest act of the player's own that is in
// memory.
func (t Table) ActBy(s Seat) []Event {
	if s.IsGamemaster() {
		return t.NextAct()
	}
	return t.ActLately(s)
}

// ActLately returns the newest act of a seat with its consequences. It looks only at
// events in memory, because for a seat that has done nothing the search would go back to
// the beginning of the log.
func (t Table) ActLately(s Seat) []Event {
	own := t.UndoStack
	if t.SeatView != nil && t.SeatView.OwnUndo.searched == own {
		own = t.SeatView.OwnUndo.found
	}
	for own != nil && (own.Event.By != s || t.isSettledRequest(*own.Event)) {
		own = own.Next
	}
	if own == nil {
		return nil
	}
	return t.WithAnswers(t.ActFrom(func(e Event) bool { return e.By == s && !t.isSettledRequest(e) }))
}

// WithAnswers returns an act, newest event first, together with the answers that others
// gave in its rolls and with the rolls that it called for, such as an armor's against its
// damage. If those were not undone as well, their results would remain.
func (h History) WithAnswers(act []Event) []Event {
	if len(act) == 0 {
		return nil
	}
	if h.UndoStack == nil || h.UndoStack.Event.Seq == act[0].Seq {
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
	for k, left := h.UndoStack, len(act); k != nil && left > 0; k = k.Next {
		if in(*k.Event) {
			left--
			continue
		}
		all = append(all, *k.Event)
	}
	slices.SortFunc(all, func(a, b Event) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, e := range all {
		c.add(e)
	}
	all = slices.DeleteFunc(all, func(e Event) bool {
		return !in(e) && !slices.ContainsFunc(e.Rolls(), func(id string) bool { return c.rolls[id] })
	})
	slices.Reverse(all)
	return all
}

// consequences collects the rolls of an act and, event by event, the rolls that they call
// for.
type consequences struct {
	rolls  map[string]bool
	called []FollowUp // by those rolls, and not taken up yet
	moment int        // when the clock moves on from it, follow-ups lapse
}

// add takes in the next event of the log.
func (c *consequences) add(e Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case ClockMoved:
			if f.Clock.Moment != c.moment {
				c.called = nil
			}
			c.moment = f.Clock.Moment
		case Opened:
			c.moment = f.Roll.Moment
			if left, taken := TakeFollowUp(c.called, f.Roll); taken.Who != "" {
				c.called, c.rolls[f.Roll.ID] = left, true
			}
		case Finished:
			if !c.rolls[f.Roll.ID] {
				continue
			}
			c.called = withFollowUps(c.called, f.Follow)
		}
	}
}

// OwnUndo remembers the result of [UndoItem.NewestOf], so that the next search is short.
type OwnUndo struct{ searched, found *UndoItem }

// NewestOf finds the newest event of a seat in the stack. It searches only the part that
// is newer than the stack of the last search.
func (k *UndoItem) NewestOf(s Seat, then OwnUndo) OwnUndo {
	for at := k; at != nil; at = at.Next {
		switch {
		case at == then.searched:
			return OwnUndo{k, then.found}
		case at.Event.By == s:
			return OwnUndo{k, at}
		}
	}
	return OwnUndo{k, nil}
}

// isSettledRequest reports whether an event is only a request that has been granted or
// refused.
func (s State) isSettledRequest(e Event) bool {
	return !slices.ContainsFunc(e.Facts, func(f Fact) bool {
		a, ok := f.(RequestMade)
		return !ok || slices.ContainsFunc(s.Requests, func(open Request) bool { return open.ID == a.Request.ID })
	})
}

// isRequest reports whether an event is only a player's request.
func (e Event) isRequest() bool {
	return !slices.ContainsFunc(e.Facts, func(f Fact) bool { _, ok := f.(RequestMade); return !ok })
}

// Rolls returns the ids of the rolls that an event begins, answers or ends.
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

// ActFrom returns the act that ends with the newest event for which last returns true,
// newest event first.
func (t Table) ActFrom(last func(Event) bool) []Event {
	missing := map[string]bool{} // rolls whose beginning is still to come
	var all []Event
	for e := range t.Undoable() {
		if len(all) == 0 && !last(e) {
			continue
		}
		if len(all) > 0 && isAmendment(e) {
			return all // an amendment is an act of its own
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

// RedoAct returns all events that redo would bring back, newest first.
func (h History) RedoAct() (out []Event) {
	for k := h.RedoStack; k != nil && k.Act == h.RedoStack.Act; k = k.Next {
		out = append(out, *k.Event)
	}
	slices.SortFunc(out, func(a, b Event) int { return cmp.Compare(b.Seq, a.Seq) })
	return out
}

// remove returns the stack without one event, and that event, or nil if it is not there.
func (k *UndoItem) remove(seq uint64) (*UndoItem, *Event) {
	e, ok := k.find(seq)
	if !ok {
		return k, nil
	}
	return k.without(seq), e
}

// without returns the stack without an event that is in it.
func (k *UndoItem) without(seq uint64) *UndoItem {
	if k.Event.Seq == seq {
		return k.Next
	}
	return &UndoItem{k.Event, k.Act, k.Next.without(seq)}
}

// PushUndo puts the newest event on the undo stack. Nothing can be redone after it.
func (h *History) PushUndo() {
	h.UndoStack, h.RedoStack = &UndoItem{Event: &h.Newest.Event, Next: h.UndoStack}, nil
}

// MarkUndone records what an event undoes, redoes and amends. It returns the oldest event
// that this changes, from which the table must be folded again, or 0 for none.
func (h *History) MarkUndone(e Event) (oldest uint64) {
	with := e.Seq
	for _, f := range e.Facts {
		var seq uint64
		switch f := f.(type) {
		case Amended:
			h.Amendments = append(slices.Clip(h.Amendments), Amendment{e.Seq, f})
			oldest = oldestSeq(oldest, f.oldest())
			continue
		case Undone:
			if e, ok := h.FindUndoable(f.Seq); ok {
				h.UndoStack, _ = h.UndoStack.remove(f.Seq)
				h.RedoStack, seq = &UndoItem{&e, with, h.RedoStack}, f.Seq
			}
		case Redone:
			if rest, e := h.RedoStack.remove(f.Seq); e != nil {
				h.RedoStack, h.UndoStack, seq = rest, &UndoItem{e, 0, h.UndoStack}, f.Seq
			}
		}
		if seq == 0 {
			continue
		}
		if !h.loading {
			h.ownUndone()
		}
		oldest = oldestSeq(oldest, h.oldestAffected(seq))
		if _, back := f.(Redone); back {
			delete(h.UndoneEvents, seq)
		} else {
			h.UndoneEvents[seq] = true
		}
	}
	return oldest
}

// ownUndone copies the marks of undone events, so that no other table shares them.
func (h *History) ownUndone() {
	if h.UndoneEvents = maps.Clone(h.UndoneEvents); h.UndoneEvents == nil {
		h.UndoneEvents = map[uint64]bool{}
	}
}

// oldestSeq returns the smaller of two event numbers, where 0 stands for none.
func oldestSeq(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// maxRefolds is how many events may be folded again while a log is loaded, as a multiple
// of the number of its events.
const maxRefolds = 4

// BeginLoading returns a table to which a whole log is applied before anybody reads it. If
// its events undo, redo or amend so much that folding again each time would take far
// longer than reading the log, [Table.EndLoading] folds everything again once.
func (t Table) BeginLoading() Table {
	t.loading = true
	t.ownUndone()
	return t
}

// EndLoading returns the table after its whole log was applied. It returns false if events
// that must be folded again cannot be read.
func (t Table) EndLoading() (Table, bool) {
	from, ok := t.refoldFrom, true
	t.loading, t.refolded, t.refoldFrom = false, 0, 0
	if from > 0 {
		ok = t.refold(from)
	}
	t.refreshRulebooks()
	return t, ok
}

// foldAgain folds the events from oldest on again, or leaves that to [Table.EndLoading].
func (t *Table) foldAgain(oldest uint64) {
	if cost := t.Seq() - min(oldest, t.Seq()); t.loading {
		if t.refoldFrom > 0 || t.refolded+cost > maxRefolds*t.Seq() {
			t.refoldFrom = oldestSeq(t.refoldFrom, oldest)
			return
		}
		t.refolded += cost
	}
	t.refold(oldest) // where this is impossible, decide.Decide has refused the command
}

// refold folds the events again from the last kept state before seq, without those that
// are undone. Entries of the log are shared with older tables, so it makes new ones. It
// returns false if the log cannot be read back that far.
func (t *Table) refold(seq uint64) (ok bool) {
	from, events := t.EventsFrom(seq)
	if from != nil {
		t.State, t.Newest = *from.Before, from.Previous
	} else {
		was, all, ok := t.StateBefore(seq)
		if !ok {
			return false
		}
		t.State, t.Newest, events = was, t.EntryAt(max(t.ColdUpTo, all[0].Seq-1)), all
	}
	for _, e := range events {
		if e.Seq > t.ColdUpTo {
			t.AppendEvent(e)
		}
		t.Fold(e)
	}
	return true
}

// EventsFrom returns the last entry not after seq whose earlier state is kept, and the
// events from it on, in order. It returns nil if the log in memory does not reach back to
// one.
func (h *History) EventsFrom(seq uint64) (*LogEntry, []Event) {
	var events []Event
	for e := h.Newest; e != nil; e = e.Previous {
		events = append(events, e.Event)
		if e.Before != nil && e.Event.Seq <= seq {
			slices.Reverse(events)
			return e, events
		}
	}
	return nil, nil
}

// Fold applies the facts of an event in its newest version, unless it is undone.
func (t *Table) Fold(e Event) {
	if t.UndoneEvents[e.Seq] {
		return
	}
	e, _ = t.AsAmended(e)
	t.State.applyEvent(e)
	t.refreshRulebooks()
}

// AsRolled returns a roll with the sheets as they were when it began, so that its rule can
// be run again. by is an event that names the roll. It returns false if the log does not
// reach back to the beginning of the roll.
func (t Table) AsRolled(r Roll, by uint64) (Roll, bool) {
	for l := range t.LogFrom(by) {
		if !Opens(l.Event, r.ID) {
			continue
		}
		was, events, ok := t.StateBefore(l.Event.Seq)
		if !ok {
			return r, false
		}
		t.State = was
		t.refreshRulebooks()
		for _, e := range events {
			if e.Seq >= l.Event.Seq {
				break
			}
			t.Fold(e)
		}
		for _, f := range l.Event.Facts {
			if o, ok := f.(Opened); ok && o.Roll.ID == r.ID {
				r.RollContext = t.NewRollContext(r)
				return r, true
			}
			t.State.Apply(f)
		}
	}
	return r, false
}

// Opens reports whether an event begins a roll.
func Opens(e Event, roll string) bool {
	return slices.ContainsFunc(e.Facts, func(f Fact) bool {
		o, ok := f.(Opened)
		return ok && o.Roll.ID == roll
	})
}

// find finds an event in the stack.
func (k *UndoItem) find(seq uint64) (*Event, bool) {
	for ; k != nil; k = k.Next {
		if k.Event.Seq == seq {
			return k.Event, true
		}
	}
	return nil, false
}
