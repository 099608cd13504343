package model

import (
	"maps"
	"slices"
	"time"

	"example.org/fray/engine"
)

// SeenBy gives the table as a seat may see it: a table of its own that holds
// no more than that. Hidden characters, rolls and what is pending for them,
// and private notes of others are not in it, and its log numbers its own
// lines. Of who is only met it holds the name, what is visibly done and a word
// for the state. Nobody sees an empty table. The gamemaster's is the whole table and
// costs nothing; any other costs a walk through the log, which [Table.Follow]
// spares. Nothing can be decided on it or folded into it.
func (t Table) SeenBy(s Seat) Table {
	if s.gm() {
		return t
	}
	empty := New(t.rules)
	empty.part = &part{seat: s}
	if !s.known() {
		return empty
	}
	return t.shownTo(empty)
}

// Follow gives t as SeenBy does, and sooner where seen is what the same seat
// saw of the table before: what was cut then is taken over, unless others get
// more or less of somebody since.
func (seen Table) Follow(t Table, s Seat) Table {
	if seen.part == nil || seen.part.seat != s || !s.known() || s.gm() || !seen.leadsTo(t) {
		return t.SeenBy(s)
	}
	return t.shownTo(seen)
}

// Whole reports whether nothing was cut out of t for a seat.
func (t Table) Whole() bool { return t.part == nil }

// part is what a table keeps that is cut for a seat.
type part struct {
	seat  Seat
	seq   uint64 // the newest event of the whole log that was looked at
	time  time.Time
	clock Clock // as the seat's log last told it

	stands *standing // how the whole table stood then
}

// leadsTo reports whether the log that t has begins with the one that seen was
// cut from, and the seat still sees the same characters.
func (seen Table) leadsTo(t Table) bool {
	if seen.part.seq == 0 {
		return false
	}
	e := t.entryAt(seen.part.seq)
	if e == nil || e.Event.Seq != seen.part.seq || !e.Event.Time.Equal(seen.part.time) {
		return false
	}
	return maps.Equal(sights(seen.characters, seen.part.seat), sights(t.characters, seen.part.seat))
}

// shownTo adds to what a seat has seen what it may see of t.
func (t Table) shownTo(out Table) Table {
	at := *out.part
	x := &seeing{Table: out, who: sights(t.characters, at.seat), told: at.clock}
	x.cutting = x.cut
	anew := at.stands != t.stands
	if anew {
		x.state, at.stands = x.visible(t), t.stands
	}
	for _, e := range t.since(at.seq) {
		if cut, ok := x.cut(e); ok {
			x.record(cut, e.Seq, e.Undoable())
			if setsRight(cut) {
				x.told = x.clockBefore(x.Seq() + 1)
			}
		}
		at.seq, at.time = e.Seq, e.Time
	}
	if anew {
		for i, a := range x.asks { // their events have numbers only now
			x.asks[i] = x.cutAsk(a)
		}
		var as bool
		if x.state, as = x.likened(out.state); !as || x.stands == nil {
			x.stands = new(standing)
		}
	}
	at.clock = x.told
	x.part = &at
	return x.Table
}

// since gives the events after seq, in order.
func (t Table) since(seq uint64) []Event {
	var out []Event
	for e := t.last; e != nil && e.Event.Seq > seq && e.Event.Facts != nil; e = e.prev {
		out = append(out, e.Event)
	}
	for e := range t.older(t.held) {
		if e.Seq <= seq {
			break
		}
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}

// record adds an event that is number of of the whole log.
func (t *Table) record(e Event, of uint64, takeable bool) {
	e.Seq = t.Seq() + 1
	t.append(e)
	t.last.of = of
	t.mark(e)
	if takeable {
		t.push(e)
	}
}

// seeing is a table while it is cut for a seat.
type seeing struct {
	Table
	who  map[string]sight // the characters the seat sees, and how
	told Clock            // as the seat's log last tells it
	by   Seat             // who did what is cut just now

	cutting func(Event) (Event, bool) // cut, which the table of facts must not name
}

// all reports whether the seat sees everybody; nobody sees whom the table does
// not know.
func (x *seeing) all(who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool { return x.who[id] == unseen })
}

func (x *seeing) sees(s Subject) bool { return !s.Hidden && x.all(s.Who) }

// visible cuts what is so at the table.
func (x *seeing) visible(t Table) state {
	s := t.state
	s.characters = nil
	for _, c := range t.characters {
		switch x.who[c.ID] {
		case open:
			s.characters = append(s.characters, c)
		case met:
			s.characters = append(s.characters, t.glimpseOf(c))
		}
	}
	s.pending = slices.DeleteFunc(slices.Clone(s.pending), func(p Pending) bool { return !x.sees(p.subject()) })
	for i, p := range s.pending {
		s.pending[i] = x.cutPending(p)
	}
	s.effects = slices.DeleteFunc(slices.Clone(s.effects), func(e Effect) bool { return x.who[e.Who] != open })
	for i, e := range s.effects {
		s.effects[i] = x.effect(e)
	}
	s.follow = slices.DeleteFunc(slices.Clone(s.follow), func(f FollowUp) bool {
		return !x.sees(Subject{Who: concerned(f.Who, f.Against), Hidden: f.Hidden})
	})
	for i, f := range s.follow {
		s.follow[i] = x.cutFollow(f)
	}
	s.rolls = slices.DeleteFunc(slices.Clone(s.rolls), func(r Roll) bool { return !x.sees(r.subject()) })
	for i, r := range s.rolls {
		s.rolls[i] = x.unfinished(t, r).alone()
	}
	s.Clock, s.Dice = x.clock(s.Clock), s.Dice.seen()
	s.asks = slices.DeleteFunc(slices.Clone(s.asks), func(a Ask) bool { return a.By != x.part.seat })
	return s
}

// known cuts out of what a roll knows the pages of those whose sheets may not be
// seen.
func (x *seeing) known(t Table, r Roll) known {
	k := known{house: r.house, sheets: map[engine.Seat]engine.Page{}, force: map[engine.Seat][]engine.Modifier{}}
	for n, id := range r.with {
		if x.who[id] == open {
			k.company, k.with = append(k.company, r.company[n]), append(k.with, id)
		}
	}
	for seat, page := range r.sheets {
		force := r.force[seat]
		who := r.At(seat)
		if len(who) == 0 || x.who[who[0]] != open {
			if k.unknown == nil {
				k.unknown = map[engine.Seat][]string{}
			}
			k.unknown[seat] = nil
			c, here := t.Character(who[0])
			s, ok := t.rules[r.System]
			if !ok || !here || !c.Guard && !t.guards {
				k.sheets[seat] = engine.Page{}
				continue
			}
			k.unknown[seat] = s.Defence
			page, force = guarded(s, page, force)
		}
		k.sheets[seat] = page
		if force != nil {
			k.force[seat] = force
		}
	}
	return k
}

// effect cuts out of an effect who ends it, where that is somebody hidden.
func (x *seeing) effect(e Effect) Effect {
	if x.who[e.Of] == unseen {
		e.Of = ""
	}
	return e
}

// clock cuts out of a clock whoever may not be seen and, of who is only met,
// what was rolled, declared and waited for.
func (x *seeing) clock(c Clock) Clock {
	hidden := func(id string) bool { return x.who[id] == unseen }
	unknown := func(id string) bool { return x.who[id] != open }
	c.Order = slices.DeleteFunc(slices.Clone(c.Order), hidden)
	c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s score) bool { return unknown(s.Who) })
	c.Declared = slices.DeleteFunc(slices.Clone(c.Declared), func(d Declaration) bool { return unknown(d.Who) })
	c.Waiting = slices.DeleteFunc(slices.Clone(c.Waiting), func(w waiting) bool { return hidden(w.Who) })
	for i, w := range c.Waiting {
		if unknown(w.Who) {
			c.Waiting[i].Words = ""
		}
	}
	if hidden(c.Turn) {
		c.Turn = ""
	}
	return c
}

func (c Clock) is(other Clock) bool {
	return c.Scene == other.Scene && c.Place == other.Place && c.Began == other.Began && c.Moment == other.Moment &&
		c.Turn == other.Turn && slices.Equal(c.Order, other.Order) && slices.Equal(c.Scores, other.Scores) &&
		slices.Equal(c.Declared, other.Declared) && slices.Equal(c.Waiting, other.Waiting)
}

// cut takes out of an event what the seat may not know; false when nothing is
// left of it.
func (x *seeing) cut(e Event) (Event, bool) {
	x.by = e.By
	kept := make([]Fact, 0, len(e.Facts))
	for _, f := range e.Facts {
		r, ok := rowOf(f)
		if !ok || !r.knows(x, e.By, f, r.about(f)) {
			continue
		}
		if about := r.about(f).Who; !x.knowsAll(about) {
			if f, ok = r.met(x, f); !ok {
				continue
			}
		}
		if r.cut != nil {
			f = r.cut(x, f)
		}
		if m, ok := f.(moved); ok {
			x.told = m.Clock
		}
		kept = append(kept, f)
	}
	e.Facts, e.Did = kept, nil
	return e, len(kept) > 0
}

// number is what the seat's log calls an event of the whole log; 0 for one that
// is not in it.
func (x *seeing) number(of uint64) uint64 {
	e := x.last.find(of, func(e *logged) uint64 { return e.of })
	if e == nil || e.of != of {
		return 0
	}
	return e.Event.Seq
}

// knows reports whether a seat may know a fact that somebody did.
type knows func(x *seeing, by Seat, f Fact, about Subject) bool

func everybody(*seeing, Seat, Fact, Subject) bool { return true }

func nobody(*seeing, Seat, Fact, Subject) bool { return false }

// whole leaves all of a fact that is about somebody who is only met.
func whole[F Fact](_ *seeing, f F) (F, bool) { return f, true }

// whoSeesThem may know what is not hidden, and concerns nobody who is.
func whoSeesThem(x *seeing, _ Seat, _ Fact, about Subject) bool { return x.sees(about) }

// whoSaw may know what was said of somebody who was to be seen then, and is.
func whoSaw[F Fact](whom func(F) *Character) knows {
	return func(x *seeing, _ Seat, f Fact, about Subject) bool {
		return x.part.seat.sees(whom(f.(F))) && x.all(about.Who)
	}
}

// whoSeesTime may know of the clock, but not that only what is hidden in it has
// moved.
func whoSeesTime(x *seeing, _ Seat, f Fact, _ Subject) bool {
	all := f.(moved).Clock
	c := x.clock(all)
	return c.is(all) || !c.is(x.told)
}

// whoWrote may know what is not hidden, and what is one's own.
func whoWrote(x *seeing, by Seat, _ Fact, about Subject) bool {
	return x.sees(about) || about.Hidden && by == x.part.seat && by.Role == Player && x.all(about.Who)
}

// whoSawIt may know that an event was taken back, or brought back, that is in
// the seat's log.
func whoSawIt[F Fact](event func(F) uint64) knows {
	return func(x *seeing, _ Seat, f Fact, _ Subject) bool { return x.number(event(f.(F))) != 0 }
}
