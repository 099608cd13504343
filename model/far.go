package model

import (
	"encoding/json"
	"maps"
	"math/bits"
	"slices"
	"sort"
)

// far is the part of a seat's log that its table does not hold: which events of
// the whole log are in it, and a way to read them, which are cut before anybody
// else gets them. It never changes.
type far struct {
	seen, alike marks
	upTo        uint64                                 // of the whole log
	page        func(of uint64) []*logged              // from an event of the whole log back, as many as are cheap to read together
	cut         func(whole Event) (cut Event, ok bool) // with the seat's number
	of          func(kind string, before uint64) Event // the newest of a kind before one of the whole log, cut; without a number: none
}

// marks are events of the whole log, from 1 on.
type marks struct {
	bits  []uint64
	ranks []uint32 // how many are marked before each word
}

func (m *marks) mark(seq uint64) {
	for seq/64 >= uint64(len(m.bits)) {
		m.bits = append(m.bits, 0)
	}
	m.bits[seq/64] |= 1 << (seq % 64)
}

// count makes the marks ready to be counted.
func (m *marks) count() {
	n := uint32(0)
	m.ranks = make([]uint32, len(m.bits))
	for i, w := range m.bits {
		m.ranks[i] = n
		n += uint32(bits.OnesCount64(w))
	}
}

func (m marks) has(seq uint64) bool {
	return seq/64 < uint64(len(m.bits)) && m.bits[seq/64]&(1<<(seq%64)) != 0
}

// upTo is how many events are marked up to one.
func (m marks) upTo(seq uint64) uint64 {
	if len(m.bits) == 0 {
		return 0
	}
	i := min(seq/64, uint64(len(m.bits)-1))
	w := m.bits[i]
	if seq/64 == i {
		w &= 1<<(seq%64)<<1 - 1
	}
	return uint64(m.ranks[i]) + uint64(bits.OnesCount64(w))
}

// nth is the event that is the nth of those marked, from 1; 0 where there are not
// so many.
func (m marks) nth(n uint64) uint64 {
	i := sort.Search(len(m.ranks), func(i int) bool { return uint64(m.ranks[i]) >= n }) - 1
	if i < 0 {
		return 0
	}
	w := m.bits[i]
	for range n - uint64(m.ranks[i]) - 1 {
		w &= w - 1
	}
	if w == 0 {
		return 0
	}
	return uint64(i)*64 + uint64(bits.TrailingZeros64(w))
}

// back goes through the events of a seat's log from one of its numbers back.
func (f *far) back(n uint64, yield func(*logged) bool) {
	for f != nil && n > 0 {
		of := f.seen.nth(min(n, f.seen.upTo(f.upTo)))
		if of == 0 {
			return
		}
		page := f.page(of)
		if len(page) == 0 {
			return
		}
		for _, e := range page {
			if !yield(e) {
				return
			}
		}
		n = page[len(page)-1].Event.Seq - 1
	}
}

// last finds the newest event of a kind before one of the seat's numbers; nil for
// none.
func (f *far) last(kind string, before uint64) *logged {
	if f == nil {
		return nil
	}
	of := f.upTo + 1
	if n := f.seen.nth(before); n != 0 {
		of = min(of, n)
	}
	if e := f.of(kind, of); e.Seq != 0 {
		return &logged{Event: e}
	}
	return nil
}

// number is what the seat's log calls an event of the whole log; 0 for one that
// is not in it.
func (t Table) number(of uint64) uint64 {
	if f := t.part.far; f != nil && of <= t.part.held {
		if !f.seen.has(of) {
			return 0
		}
		return f.seen.upTo(of)
	}
	e := t.last.find(of, func(e *logged) uint64 { return e.of })
	if e == nil || e.of != of || e.Event.Facts == nil {
		return 0
	}
	return e.Event.Seq
}

// numbered is the event of the whole log that a seat's log has under a number; 0
// for none.
func (t Table) numbered(n uint64) uint64 {
	if f := t.part.far; f != nil && n <= f.seen.upTo(t.part.held) {
		return f.seen.nth(n)
	}
	if e := t.entryAt(n); e != nil && e.Event.Seq == n && e.Event.Facts != nil {
		return e.of
	}
	return 0
}

// Cut gives an event of the whole log as a seat's log has it, with its number
// there, and whether it tells all of it as the gamemaster's does; false for one
// that is not in it. A whole table's is what it is.
func (t Table) Cut(e Event) (Event, bool) {
	if t.part == nil {
		return e, true
	}
	n := t.number(e.Seq)
	switch f := t.part.far; {
	case n == 0:
		return Event{}, false
	case f != nil && e.Seq <= t.part.held:
		return f.cut(e)
	}
	return t.entryAt(n).Event, true
}

// Alike reports whether a seat's log surely tells of an event of the whole log what
// the gamemaster's does.
func (t Table) Alike(of uint64) bool {
	return t.part == nil || t.part.far != nil && t.part.far.alike.has(of)
}

// begin gives a seat's table what of its log it does not hold, and what was taken
// back and set right there.
func (x *seeing) begin(t Table) {
	x.part.held = t.held
	if t.held == 0 || t.past == nil {
		return
	}
	f := &far{upTo: t.held}
	if !x.survey(t, f) {
		return // what is held can be seen all the same
	}
	f.read(Table{rules: t.rules, past: t.past, held: t.held, last: &logged{Event: Event{Seq: t.held}}}, x.part.seat, x.who)
	x.part.far = f
	// What is held begins with something that can be taken back: before it nothing
	// can be brought back any more.
	first := uint64(0)
	f.back(f.seen.upTo(t.held), func(e *logged) bool {
		first = e.of
		return e.fixed
	})
	if first == 0 {
		first = t.held + 1 // it sees nothing of it
	}
	f.upTo, x.part.seq = first-1, first-1
	if x.held = f.seen.upTo(f.upTo); x.held > 0 {
		x.last = &logged{Event: Event{Seq: x.held}, of: f.upTo}
	}
	x.undone = map[uint64]bool{}
	for of := range t.undoneAt(f.upTo) {
		if f.seen.has(of) {
			x.undone[f.seen.upTo(of)] = true
		}
	}
	x.was = nil
	for _, r := range t.rights {
		if r.with <= f.upTo && f.seen.has(r.with) {
			x.rights = append(x.rights, right{f.seen.upTo(r.with), r.fact.seenBy(x)})
		}
	}
}

// undoneAt is what was taken back when an event was the newest.
func (t Table) undoneAt(seq uint64) map[uint64]bool {
	out := map[uint64]bool{}
	maps.Copy(out, t.undone)
	for _, e := range slices.Backward(t.since(seq)) {
		for _, f := range slices.Backward(e.Facts) {
			switch f := f.(type) {
			case Undone:
				delete(out, f.Seq)
			case Redone:
				if f.Seq <= seq {
					out[f.Seq] = true
				}
			}
		}
	}
	return out
}

// survey finds out which of the events that are not held the seat may know.
func (x *seeing) survey(t Table, f *far) bool {
	type verdict struct {
		seen, alike bool
		in          []clause // it is seen if any of these lets
	}
	all := map[uint32]verdict{}
	words := func(n uint32, who string) {
		var a audience
		if json.Unmarshal([]byte(who), &a) != nil {
			return // who may know it is not known
		}
		v := verdict{alike: a.Whole != nil && x.holds(*a.Whole)}
		for _, c := range a.Who {
			switch {
			case !x.holds(c):
			case c.In == nil:
				v.seen = true
			default:
				v.in = append(v.in, c)
			}
		}
		all[n] = v
	}
	seq := uint64(0)
	err := t.past.Audiences(t.held, words, func(some []uint32) {
		for _, n := range some {
			seq++
			v := all[n]
			refers := func(c clause) bool {
				return slices.ContainsFunc(c.In, func(back uint64) bool { return f.seen.has(seq - back) })
			}
			if v.seen || slices.ContainsFunc(v.in, refers) {
				f.seen.mark(seq)
				if v.alike {
					f.alike.mark(seq)
				}
			}
		}
	})
	f.seen.count()
	return err == nil && seq == t.held
}

// read is how the older part of a log is read for a seat.
func (f *far) read(log Table, s Seat, who map[string]sight) {
	cutter := func() *seeing {
		x := &seeing{Table: Table{rules: log.rules, part: &part{seat: s, far: f, held: log.held}}, who: who, log: log}
		x.cutting = x.cut
		return x
	}
	f.cut = func(e Event) (Event, bool) {
		n := f.seen.upTo(e.Seq)
		e, ok := cutter().cut(e)
		e.Seq = n
		return e, ok
	}
	f.of = func(kind string, before uint64) Event {
		for e := log.oldOf(kind, before); e != nil; e = log.oldOf(kind, e.Event.Seq) {
			if f.seen.has(e.Event.Seq) {
				cut, _ := f.cut(e.Event)
				return cut
			}
		}
		return Event{}
	}
	f.page = func(of uint64) []*logged {
		page, err := log.past.Page(of + 1)
		if err != nil {
			return nil
		}
		x, out := cutter(), make([]*logged, 0, len(page))
		for _, e := range slices.Backward(page) {
			if !f.seen.has(e.Seq) {
				if c, ok := clockOf(e); ok {
					x.was = &c
				}
				continue
			}
			cut, _ := x.cut(e)
			cut.Seq = f.seen.upTo(e.Seq)
			out = append(out, &logged{Event: cut, of: e.Seq, fixed: !e.Undoable()})
		}
		slices.Reverse(out)
		return out
	}
}

// Apart gives an event as it may be left of for seats that are told other words
// than the gamemaster, and what those words may be of besides. Whatever such a
// seat is told of it is in these or in the event itself, but for the numbers of
// events and what was set right.
func (t Table) Apart(e Event) []Event {
	var out []Event
	left := func(how func(id string) sight) {
		x := &seeing{Table: Table{rules: t.rules, part: &part{seat: Seat{Role: Watcher}}}, who: map[string]sight{}, was: &Clock{Moment: -1}}
		x.cutting = x.cut
		for _, c := range t.characters {
			x.who[c.ID] = how(c.ID)
		}
		if cut, ok := x.cut(e); ok {
			out = append(out, cut)
		}
	}
	only := func(who string, is, others sight) {
		left(func(id string) sight {
			if id == who {
				return is
			}
			return others
		})
	}
	only("", met, met)
	for _, f := range e.Facts {
		switch f := f.(type) {
		case Finished:
			if f.Roll.Who != "" && len(f.Roll.Against) > 0 {
				only(f.Roll.Who, open, met)
			}
		case moved: // without a turn the order is told, and without anybody that a scene begins
			c := f.Clock
			c.Turn = ""
			out = append(out, Event{Facts: []Fact{moved{c}}}, Event{Facts: []Fact{moved{Clock{Scene: c.Scene, Place: c.Place, Began: c.Began, Moment: c.Moment}}}})
		case edited: // whoever played somebody hidden then
			out = append(out, Event{Facts: []Fact{(*seeing)(nil).cutEdited(f)}})
		case effectBegan:
			only(f.Effect.Of, unseen, open)
		case effectEnded:
			only(f.Effect.Of, unseen, open)
		case Undone:
			out = append(out, t.apartAt(f.Seq)...)
		case Redone:
			out = append(out, t.apartAt(f.Seq)...)
		}
	}
	return out
}

// apartAt is Apart of an event of the log, and the event.
func (t Table) apartAt(seq uint64) []Event {
	for l := range t.LogFrom(seq) {
		if l.Event.Seq != seq {
			break
		}
		out := append([]Event{l.Event}, t.Apart(l.Event)...)
		if l.Was != nil {
			out = append(append(out, *l.Was), t.Apart(*l.Was)...)
		}
		return out
	}
	return nil
}
