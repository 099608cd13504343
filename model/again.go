package model

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// Again plays an act of this evening again with other values, and after it all
// that followed: with what was thrown, typed and decided then, and the house
// rules of then. Nothing that is written is changed: the fact that comes of it
// says how it all is instead. See [Table.Again].
type Again struct {
	Event   uint64     // that began the act
	Instead Command    // what it should have been; nil: as it was, but for what follows
	House   []SetHouse // house rules that should have held for this act, and for it alone
	Given   []Answer   // answers instead of those given then, or to what was not asked then; At counts those before
	Stop    bool       // where it can't go on all that came after is taken back; else nothing is done
	Without bool       // what would have been called for then is passed over
}

func (Again) command() {}

// SetRight says how an act, and what followed, is instead. Undone, all is again
// as it was.
type SetRight struct {
	Event uint64    `json:"event"` // that began the act
	Anew  []version `json:"anew"`  // of the act and of each event after it that is otherwise, in order
}

// Kind implements [Fact].
func (SetRight) Kind() string { return "set-right" }

// version is an event as it is instead.
type version struct {
	Event Event  `json:"event"`         // without facts: it did not come to pass
	Why   string `json:"why,omitempty"` // it could not
}

// Halt is where playing again can't go on.
type Halt struct {
	Event uint64 // which could not be played to its end, or not begun
	Roll  string // that asks what was not asked then, "" for none
	Own   bool   // the roll is of the act itself: new dice may fall for it
	Words string
}

// right is an event that sets right.
type right struct {
	with uint64
	fact SetRight
}

// first is the number of the oldest event that is otherwise.
func (f SetRight) first() uint64 {
	if len(f.Anew) == 0 {
		return f.Event
	}
	return f.Anew[0].Event.Seq
}

func (f SetRight) version(seq uint64) (version, bool) {
	i, ok := slices.BinarySearchFunc(f.Anew, seq, func(v version, n uint64) int { return cmp.Compare(v.Event.Seq, n) })
	if !ok {
		return version{}, false
	}
	return f.Anew[i], true
}

// asHolds gives an event as it was set right last; false for one that is as it
// was written.
func (t *Table) asHolds(e Event) (Event, bool) {
	for _, r := range slices.Backward(t.rights) {
		if v, ok := r.fact.version(e.Seq); ok && !t.undone[r.with] {
			return v.Event, true
		}
	}
	return e, false
}

// reach is the oldest event that is otherwise when an event is taken back.
func (t *Table) reach(seq uint64) uint64 {
	for _, r := range t.rights {
		if r.with == seq {
			return min(seq, r.fact.first())
		}
	}
	return seq
}

// setsRight reports whether an event sets others right.
func setsRight(e Event) bool {
	return slices.ContainsFunc(e.Facts, func(f Fact) bool { _, ok := f.(SetRight); return ok })
}

// Again gives the table as it would be once an act was played again, and where
// it would stop; nil where it would not. No dice are thrown: new ones of the act
// are such a stop. The error is a *Refused.
func (t Table) Again(c Again) (Table, *Halt, error) {
	f, halt, err := t.playAgain(c, nil)
	if err != nil {
		return t, nil, err
	}
	by := Seat{Role: GM}
	return t.Apply(Event{Seq: t.Seq() + 1, By: by, Facts: []Fact{f}}), halt, nil
}

// ActOf gives the act that an event of the log belongs to: the event that began
// it and what was wanted, as it holds; or why it can't be played again.
func (t Table) ActOf(seq uint64) (Event, string) {
	at, open := uint64(0), map[string]bool{}
	for l := range t.LogFrom(seq) {
		if l.Event.Seq != seq && len(open) == 0 {
			break
		}
		if l.Event.Seq == seq {
			for _, f := range l.Event.Facts {
				switch f := f.(type) {
				case Answered:
					open[f.Roll] = true
				case Finished:
					open[f.Roll.ID] = true
				}
			}
			at = seq
		}
		for _, f := range l.Event.Facts {
			if o, ok := f.(Opened); ok && open[o.Roll.ID] {
				delete(open, o.Roll.ID)
				at = l.Event.Seq
			}
		}
	}
	e, why := t.mayAgain(at)
	return e, why
}

// mayAgain finds an event that can be played again, or says why not.
func (t Table) mayAgain(seq uint64) (Event, string) {
	if t.part != nil {
		return Event{}, "only the gamemaster sets right what was done"
	}
	for l := range t.Log() {
		if slices.ContainsFunc(l.Event.Facts, func(f Fact) bool { _, ok := f.(EveningEnded); return ok }) {
			return Event{}, "that was in an evening that is over: what is written of it stays"
		}
		switch {
		case l.Event.Seq > seq:
			continue
		case l.Event.Seq < seq:
		case l.Undone:
			return Event{}, "that is taken back"
		case !keeps(l.Event.Did) && !byHand(l.Event):
			return Event{}, "that is nothing that could be otherwise"
		default:
			if !keeps(l.Event.Did) {
				l.Event.Did = nil
			}
			return l.Event, ""
		}
		break
	}
	return Event{}, "there is no such act"
}

// byHand reports whether an event is a change of a sheet by hand.
func byHand(e Event) bool {
	return len(e.Facts) == 1 && slices.ContainsFunc(e.Facts, func(f Fact) bool { _, ok := f.(written); return ok })
}

func (d *decision) setRight(c Again) error {
	f, halt, err := d.t.playAgain(c, d.throw)
	switch {
	case err != nil:
		return err
	case halt != nil && !c.Stop:
		return refuse("%s", halt.Words)
	}
	d.say(f)
	return nil
}

// setRightWords says what was set right, and whole what came of it.
func (x telling) setRight(f SetRight) []Said {
	out := line("Set right: " + x.act(f))
	later := 0
	for _, v := range f.Anew {
		if v.Event.Seq != f.Event {
			later++
		}
	}
	if !x.whole {
		if later > 0 {
			out = append(out, Said{Aside: true, Text: "otherwise since: " + strconv.Itoa(later)})
		}
		return out
	}
	for _, v := range f.Anew {
		words := "#" + strconv.FormatUint(v.Event.Seq, 10) + " "
		if len(v.Event.Facts) == 0 {
			words += "did not come to pass" + because(v.Why)
		} else {
			words += x.inShort(v.Event.Facts)
		}
		out = append(out, Said{Aside: true, Text: words})
	}
	for _, a := range x.unused(f) {
		out = append(out, Said{Aside: true, Text: "unused: " + x.t.NameOf(a.Who), Dice: []engine.Answer{a.Answer}})
	}
	return out
}

// unused are the dice of then that fell for what no longer asks for them.
func (x telling) unused(f SetRight) []Answered {
	used := map[string]int{}
	key := func(a Answered) string { return a.Answer.ID + " " + a.Answer.Faces.String() }
	for _, v := range f.Anew {
		for _, fact := range v.Event.Facts {
			if a, ok := fact.(Answered); ok {
				used[key(a)]++
			}
		}
	}
	var out []Answered
	for _, v := range f.Anew {
		for l := range x.t.LogFrom(v.Event.Seq) {
			was := l.Event
			if l.Was != nil {
				was = *l.Was
			}
			for _, fact := range was.Facts {
				a, ok := fact.(Answered)
				if !ok || a.Answer.Faces == nil || was.Seq != v.Event.Seq {
					continue
				}
				if used[key(a)]--; used[key(a)] < 0 {
					out = append(out, a)
				}
			}
			break
		}
	}
	return out
}

// act says what was set right: how its first roll ends now, or how it began.
func (x telling) act(f SetRight) string {
	if f.Event == 0 {
		return "something"
	}
	began := map[string]bool{}
	for _, v := range f.Anew {
		for _, fact := range v.Event.Facts {
			switch fact := fact.(type) {
			case Opened:
				began[fact.Roll.ID] = v.Event.Seq == f.Event
			case Finished:
				if began[fact.Roll.ID] {
					return x.headline(fact)
				}
			}
		}
	}
	return x.event(f.Event)
}

// seenBy cuts what was set right for a seat: only events that its log has, and
// of those what it may know.
func (f SetRight) seenBy(x *seeing) SetRight {
	out, was := SetRight{Event: x.number(f.Event)}, x.was
	var told Event // the newest that is otherwise and tells of the clock
	for _, v := range f.Anew {
		if n := x.number(v.Event.Seq); n != 0 {
			c, seq := x.log.clockBefore(v.Event.Seq)
			if anew, ok := clockOf(told); ok && seq <= told.Seq {
				c = anew
			}
			x.was = &c
			e, _ := x.cutting(v.Event)
			e.Seq = n
			out.Anew = append(out.Anew, version{Event: e})
		}
		if _, ok := clockOf(v.Event); ok {
			told = v.Event
		}
	}
	x.was = was
	return out
}

// AsOf gives the table as it stood before an event, as far as that holds now;
// false where the log does not reach back.
func (t Table) AsOf(seq uint64) (Table, bool) {
	if t.part != nil {
		return t, false
	}
	out := t
	from, all := t.back(seq)
	if from != nil {
		out.state, out.last = *from.before, from.prev
	} else {
		was, events, ok := t.stood(seq)
		if !ok {
			return t, false
		}
		all, out.state, out.held = events, was, events[0].Seq-1
		out.last = &logged{Event: Event{Seq: out.held}}
	}
	for _, e := range all {
		if e.Seq >= seq {
			break
		}
		out.append(e)
		out.fold(e)
	}
	return out, true
}

// ByHand gives what a fact wrote on whose sheet by hand; nothing for others.
func (t Table) ByHand(f Fact) (who, system string, changes []Change) {
	w, ok := f.(written)
	if !ok {
		return "", "", nil
	}
	return w.Who, w.System, w.Changes
}
