package model

import (
	"slices"
	"time"

	"example.org/fray/engine"
)

// SeenBy gives the table as a seat may see it: a table of its own that holds
// no more than that. Hidden characters, rolls and what is pending for them,
// and private notes of others are not in it, and its log numbers its own
// lines. Of who is only met it holds the name, what is visibly done and a word
// for the state. Nobody sees an empty table. The gamemaster's is the whole table and
// costs nothing; any other costs what the table holds, which [Table.Follow]
// spares, and the rest of the log is cut where it is read. Nothing can be decided
// on it or folded into it.
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
	who   map[string]sight // the characters the seat sees, and how; never changed in place
	seq   uint64           // the newest event of the whole log that was looked at
	time  time.Time
	clock Clock  // as it was told last, cut
	held  uint64 // the newest event that the whole table did not hold
	far   *far   // what of the seat's log is not held; nil: nothing

	stands *standing // how the whole table stood then
	own    ownTake

	// How it stood beside the sheets, and those of the characters who are seen. None
	// of it tells anything.
	round  *standing
	sheets []*standing
}

// leadsTo reports whether the log that t has begins with the one that seen was
// cut from, and the seat still sees the same characters.
func (seen Table) leadsTo(t Table) bool {
	if seen.part.seq == 0 || seen.part.held != t.held {
		return false
	}
	e := t.entryAt(seen.part.seq)
	if e == nil || e.Event.Seq != seen.part.seq || !e.Event.Time.Equal(seen.part.time) {
		return false
	}
	return seenAlike(seen.characters, t.characters, seen.part.seat)
}

// shownTo adds to what a seat has seen what it may see of t.
func (t Table) shownTo(out Table) Table {
	at := *out.part
	if at.who == nil {
		at.who = sights(t.characters, at.seat)
	}
	x := &seeing{Table: out, who: at.who, log: t, was: &at.clock}
	x.part, x.cutting = &at, x.cut
	anew := at.stands != t.stands
	if anew {
		x.state, at.stands = x.visible(t), t.stands
	}
	if at.seq == 0 {
		x.begin(t)
	}
	for _, e := range t.since(at.seq) {
		if cut, ok := x.cut(e); ok {
			x.record(cut, e.Seq, e.Undoable())
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
	at.clock, at.own = x.clock(x.clockWas(at.seq+1)), x.takes.ownOf(at.seat, at.own)
	return x.Table
}

// since gives the events after seq, in order.
func (t Table) since(seq uint64) []Event {
	var out []Event
	for e := t.last; e != nil && e.Event.Seq > seq && e.Event.Facts != nil; e = e.prev {
		out = append(out, e.Event)
	}
	if seq < t.held {
		for e := range t.older(t.held) {
			if e.Seq <= seq {
				break
			}
			out = append(out, e)
		}
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
		t.push()
	}
}

// seeing is a table while it is cut for a seat.
type seeing struct {
	Table
	who map[string]sight // the characters the seat sees, and how
	log Table            // the whole one
	was *Clock           // as the log told it before what is cut now; nil: that is to be found out

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
	s.characters = make([]*Character, 0, len(t.characters))
	sheets := make([]*standing, 0, len(t.characters))
	for _, c := range t.characters {
		switch x.who[c.ID] {
		case open:
			s.characters, sheets = append(s.characters, c), append(sheets, c.stands)
		case met:
			s.characters, sheets = append(s.characters, x.glimpse(t, c)), append(sheets, c.stands)
		}
	}
	x.part.round, x.part.sheets = t.round, sheets
	s.pending = slices.DeleteFunc(slices.Clone(s.pending), func(p Pending) bool { return !x.sees(p.subject()) || x.untold(p) })
	for i, p := range s.pending {
		s.pending[i] = x.cutPending(p)
	}
	s.effects = slices.DeleteFunc(slices.Clone(s.effects), func(e Effect) bool { return x.who[e.Who] != open })
	for i, e := range s.effects {
		s.effects[i] = x.effect(e)
	}
	s.follow = slices.DeleteFunc(slices.Clone(s.follow), func(f FollowUp) bool {
		return t.awards(f.System, f.Action) || !x.sees(Subject{Who: concerned(f.Who, f.Against), Hidden: f.Hidden})
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

// glimpse is what there is to be seen of a character, as it was seen before where that
// is still so.
func (x *seeing) glimpse(t Table, c *Character) *Character {
	i := x.index(c.ID)
	if i >= 0 && x.part.round == t.round && x.part.sheets[i] == c.stands && x.characters[i].glimpse != nil {
		return x.characters[i]
	}
	return t.glimpseOf(c)
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

// cut takes out of an event what the seat may not know; false when nothing is
// left of it.
func (x *seeing) cut(e Event) (Event, bool) {
	kept := make([]Fact, 0, len(e.Facts))
	for _, f := range e.Facts {
		r, ok := rowOf(f)
		if !ok {
			continue
		}
		d := deed{seq: e.Seq, by: e.By, about: r.about(f)}
		m, moves := f.(moved)
		if moves {
			d.was = x.clockWas(e.Seq)
		}
		if x.lets(r.knows(d, f), e.Seq) {
			now := f
			if r.met != nil && !x.knowsAll(d.about.Who) {
				now = r.met(x, f)
			}
			if r.cut != nil {
				now = r.cut(x, now)
			}
			kept = append(kept, now)
		}
		if moves {
			x.was = &m.Clock
		} else if c, ok := clockOf(Event{Facts: []Fact{f}}); ok {
			x.was = &c
		}
	}
	e.Facts, e.Did = kept, nil
	return e, len(kept) > 0
}

// clockWas is the clock as the log told it before what is cut now.
func (x *seeing) clockWas(seq uint64) Clock {
	if x.was == nil {
		c, _ := x.log.clockBefore(seq)
		x.was = &c
	}
	return *x.was
}

// clockBefore is the clock as the log told it last before an event, whatever
// became of that, and by which event.
func (t Table) clockBefore(seq uint64) (Clock, uint64) {
	if seq == 0 {
		return Clock{}, 0
	}
	for e := t.entryAt(seq - 1); e != nil && e.Event.Facts != nil; e = e.prev {
		if c, ok := clockOf(e.Event); ok {
			return c, e.Event.Seq
		}
	}
	e := t.oldOf(moved{}.Kind(), seq)
	if e == nil {
		return Clock{}, 0
	}
	c, _ := clockOf(e.Event)
	return c, e.Event.Seq
}

// whole leaves all of a fact that is about somebody who is only met.
func whole[F Fact](_ *seeing, f F) F { return f }
