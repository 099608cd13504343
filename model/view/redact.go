package view

import (
	"maps"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// SeenBy returns the table as a seat may see it: a separate table that holds no more
// than that. It has no hidden characters, rolls or pending actions and no private
// notes of others; its log has numbers of its own. Of a character known by name only
// it holds the name, what is visibly done and a word for the state. An unknown seat
// gets an empty table. The gamemaster gets the whole table at no cost; for others the
// cost grows with what the table holds, which [Follow] avoids. Older parts of the log
// are redacted when they are read. Nothing can be decided on such a table or applied
// to it.
func SeenBy(t model.Table, s model.Seat) model.Table {
	if s.IsGamemaster() {
		return t
	}
	empty := model.New(t.Rulebooks)
	empty.SeatView = &model.SeatView{Seat: s}
	if !s.IsKnown() {
		return empty
	}
	return redactTable(t, empty)
}

// Follow is like SeenBy but faster if seen is what the same seat saw earlier of this
// table: it reuses what was redacted then, unless the visibility of a character has
// changed.
func Follow(seen model.Table, t model.Table, s model.Seat) model.Table {
	if seen.SeatView == nil || seen.SeatView.Seat != s || !s.IsKnown() || s.IsGamemaster() || !continues(seen, t) {
		return SeenBy(t, s)
	}
	if seen.Revision == t.Revision {
		return seen
	}
	return redactTable(t, seen)
}

// IsWhole reports whether the table is not redacted for a seat.
func IsWhole(t model.Table) bool { return t.SeatView == nil }

// continues reports whether the log of t begins with the one from which seen was made,
// and the seat still sees the same characters.
func continues(seen model.Table, t model.Table) bool {
	if seen.SeatView.Seq == 0 || seen.SeatView.ColdUpTo != t.ColdUpTo {
		return false
	}
	e := t.EntryAt(seen.SeatView.Seq)
	return e != nil && e.Event.Seq == seen.SeatView.Seq && e.Event.Time.Equal(seen.SeatView.Time) &&
		maps.Equal(seen.SeatView.Visible, model.VisibleTo(t.State.Characters, seen.SeatView.Seat))
}

// redactTable adds to what a seat has seen what it may see of t.
func redactTable(t model.Table, out model.Table) model.Table {
	at := *out.SeatView
	if at.Visible == nil {
		at.Visible = model.VisibleTo(t.State.Characters, at.Seat)
	}
	x := &redactor{Table: out, visibility: at.Visible, whole: t, lastClock: &at.Clock}
	x.Table.SeatView, x.redactEvent = &at, x.redact
	x.Table = x.Table.WithRulebooksOf(t)
	x.Table.State = x.state(t)
	if at.Seq == 0 {
		x.beginColdLog(t)
	}
	for _, e := range t.EventsSince(at.Seq) {
		if cut, ok := x.redact(e); ok {
			appendRedacted(&x.Table, cut, e.Seq, e.Undoable())
		}
		at.Seq, at.Time = e.Seq, e.Time
	}
	for i, a := range x.Table.State.Requests { // their events have numbers only now
		x.Table.State.Requests[i] = x.redactRequest(a)
	}
	x.Table.Revision = t.Revision
	at.Clock, at.OwnUndo = x.redactClock(x.clockBefore(at.Seq+1)), x.Table.UndoStack.NewestOf(at.Seat, at.OwnUndo)
	return x.Table
}

// appendRedacted appends an event whose number in the whole log is of.
func appendRedacted(t *model.Table, e model.Event, of uint64, takeable bool) {
	e.Seq = t.Seq() + 1
	t.AppendEvent(e)
	t.Newest.WholeSeq = of
	t.MarkUndone(e)
	if takeable {
		t.PushUndo()
	}
}

// redactor makes the table that one seat sees.
type redactor struct {
	model.Table
	visibility map[string]model.Visibility // the characters the seat sees, and how
	whole      model.Table                 // the whole one
	lastClock  *model.Clock                // the clock before the event that is redacted; nil: it has to be looked up

	redactEvent func(model.Event) (model.Event, bool) // the method redact; a field, because the table of facts must not refer to it
}

// seesAll reports whether the seat sees all of these characters. An unknown character
// is not seen.
func (x *redactor) seesAll(who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool { return x.visibility[id] == model.Hidden })
}

func (x *redactor) sees(s model.Subject) bool { return !s.Hidden && x.seesAll(s.Who) }

// state returns what the seat may know of a table's state.
func (x *redactor) state(t model.Table) model.State {
	s := t.State
	s.Characters = make([]*model.Character, 0, len(t.State.Characters))
	for _, c := range t.State.Characters {
		switch x.visibility[c.ID] {
		case model.Open:
			s.Characters = append(s.Characters, openView(c, x.Table.SeatView.Seat))
		case model.NameOnly:
			s.Characters = append(s.Characters, nameOnlyView(t, c))
		}
	}
	s.Pending = slices.DeleteFunc(slices.Clone(s.Pending), func(p model.Pending) bool { return !x.sees(p.Subject()) || x.hidesPending(p) })
	for i, p := range s.Pending {
		s.Pending[i] = x.redactPending(p)
	}
	s.Effects = slices.DeleteFunc(slices.Clone(s.Effects), func(e model.Effect) bool { return x.visibility[e.Who] != model.Open })
	for i, e := range s.Effects {
		s.Effects[i] = x.redactEffect(e)
	}
	s.FollowUps = slices.DeleteFunc(slices.Clone(s.FollowUps), func(f model.FollowUp) bool {
		return t.IsAward(f.System, f.Action) || !x.sees(model.Subject{Who: model.Participants(f.Who, f.Against), Hidden: f.Hidden})
	})
	for i, f := range s.FollowUps {
		s.FollowUps[i] = x.redactFollowUp(f)
	}
	s.Rolls = slices.DeleteFunc(slices.Clone(s.Rolls), func(r model.Roll) bool { return !x.sees(r.Subject()) })
	for i, r := range s.Rolls {
		s.Rolls[i] = x.redactOpenRoll(t, r)
		s.Rolls[i].Series = nil // it says how many act together, hidden ones among them
	}
	s.Clock, s.Dice = x.redactClock(s.Clock), s.Dice.Redacted()
	s.Ended.Words = s.Ended.Words.Redacted()
	s.Deadlines = slices.DeleteFunc(slices.Clone(s.Deadlines), func(d model.Deadline) bool { return x.visibility[d.Who] != model.Open })
	s.Arrivals = nil // whoever is in store is the gamemaster's
	s.Resting = nil  // it names all who rest, and their rolls
	s.Edition, s.Strange, s.Although = 0, nil, nil
	s.LastAward = "" // it may have been awarded to somebody hidden
	s.Requests = slices.DeleteFunc(slices.Clone(s.Requests), func(a model.Request) bool { return a.By != x.Table.SeatView.Seat })
	return s
}

// context returns a roll's context without the pages that the seat must not see.
func (x *redactor) context(t model.Table, r model.Roll) model.RollContext {
	k := model.RollContext{House: r.RollContext.House, Text: r.RollContext.Text, Sheets: map[engine.Seat]engine.Page{}, Modifiers: map[engine.Seat][]engine.Modifier{}}
	for n, id := range r.RollContext.CompanyIDs {
		if x.visibility[id] == model.Open {
			k.Company, k.CompanyIDs = append(k.Company, r.RollContext.Company[n]), append(k.CompanyIDs, id)
		}
	}
	for seat, page := range r.RollContext.Sheets {
		force := r.RollContext.Modifiers[seat]
		who := r.At(seat)
		if len(who) == 0 || x.visibility[who[0]] != model.Open {
			if k.Unknown == nil {
				k.Unknown = map[engine.Seat][]string{}
			}
			k.Unknown[seat] = nil
			c, here := t.Character(who[0])
			s, ok := t.Rulebooks[r.System]
			if !ok || !here || !c.DefenceOpen && !t.State.OddsOpen {
				k.Sheets[seat] = engine.Page{}
				continue
			}
			k.Unknown[seat] = s.Defence
			page, force = defencePart(s, page, force)
		}
		if _, unknown := k.Unknown[seat]; !unknown && slices.Contains(r.RollContext.Minions, seat) {
			k.Minions = append(k.Minions, seat)
		}
		if due, busy := r.RollContext.Busy[seat]; busy && x.visibility[who[0]] == model.Open {
			if k.Busy == nil {
				k.Busy = map[engine.Seat]int{}
			}
			k.Busy[seat] = due
		}
		k.Sheets[seat] = page
		if force != nil {
			k.Modifiers[seat] = force
		}
	}
	return k
}

// redactEffect removes the name of a hidden character whose turn ends an effect.
func (x *redactor) redactEffect(e model.Effect) model.Effect {
	if x.visibility[e.Of] == model.Hidden {
		e.Of = ""
	}
	return e
}

// redactClock removes hidden characters from a clock and, for characters known by name
// only, what they rolled, declared and wait for.
func (x *redactor) redactClock(c model.Clock) model.Clock {
	hidden := func(id string) bool { return x.visibility[id] == model.Hidden }
	unknown := func(id string) bool { return x.visibility[id] != model.Open }
	acted := slices.DeleteFunc(slices.Clone(c.HadTurn()), hidden)
	c.Order = slices.DeleteFunc(slices.Clone(c.Order), hidden)
	c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s model.Score) bool { return unknown(s.Who) })
	c.Declared = slices.DeleteFunc(slices.Clone(c.Declared), func(d model.Declaration) bool { return unknown(d.Who) })
	c.Waiting = slices.DeleteFunc(slices.Clone(c.Waiting), func(w model.Waiting) bool { return hidden(w.Who) })
	for i, w := range c.Waiting {
		if unknown(w.Who) {
			c.Waiting[i].Words = ""
		}
	}
	if c.Acted = nil; hidden(c.Turn) {
		c.Turn = ""
	}
	if !model.SameMembers(acted, c.HadTurn()) { // or it would tell that somebody hidden was moved
		c.Acted = acted
	}
	return c
}

// redact returns an event with what the seat may know of it, and false if nothing is
// left.
func (x *redactor) redact(e model.Event) (model.Event, bool) {
	kept := make([]model.Fact, 0, len(e.Facts))
	var from []int
	for i, f := range e.Facts {
		r, ok := model.FactEntryOf(f)
		if !ok {
			continue
		}
		d := model.AudienceContext{Seq: e.Seq, By: e.By, About: r.About(f)}
		m, moves := f.(model.ClockMoved)
		if moves {
			d.Clock = x.clockBefore(e.Seq)
		}
		if x.allowsAny(r.KnownTo(d, f), e.Seq) {
			if now, ok := x.redactFact(f, d.About.Who); ok {
				if end, is := now.(model.Finished); is && x.thrownAgain(f.(model.Finished).Roll, e.Seq) {
					end.Roll.Unseen.Again = true
					now = end
				}
				kept, from = append(kept, now), append(from, i)
			}
		}
		if moves {
			x.lastClock = &m.Clock
		} else if c, ok := model.ClockOf(model.Event{Facts: []model.Fact{f}}); ok {
			x.lastClock = &c
		}
	}
	countGroup(kept)
	e.ID, e.Facts, e.Did, e.Salt, e.From = model.EventID(e), kept, nil, model.Salt{}, from
	return e, len(kept) > 0
}

// countGroup sets in the rolls of a group how many of it an event tells the seat of,
// since the number of all members would tell of hidden ones.
func countGroup(facts []model.Fact) {
	rolls := map[string]bool{}
	count := func(r model.Roll) {
		if r.GroupSize() > 0 {
			rolls[r.ID] = true
		}
	}
	for _, f := range facts {
		switch f := f.(type) {
		case model.Opened:
			count(f.Roll)
		case model.Finished:
			count(f.Roll)
		}
	}
	if len(rolls) == 0 {
		return
	}
	counted := func(r model.Roll) model.Roll {
		if r.GroupSize() > 0 {
			r.Series = nil
			if len(rolls) > 1 {
				r.Series = &model.Series{Members: len(rolls)}
			}
		}
		return r
	}
	for i, f := range facts {
		switch f := f.(type) {
		case model.Opened:
			f.Roll = counted(f.Roll)
			facts[i] = f
		case model.Finished:
			f.Roll = counted(f.Roll)
			facts[i] = f
		}
	}
}

// clockBefore returns the clock before the event that is being redacted.
func (x *redactor) clockBefore(seq uint64) model.Clock {
	if x.lastClock == nil {
		c, _ := x.whole.ClockBefore(seq)
		x.lastClock = &c
	}
	return *x.lastClock
}

// unchanged keeps all of a fact about a character known by name only.
func unchanged[F model.Fact](_ *redactor, f F) F { return f }

// LeftCharacters returns the characters who have left the table, in the order of the
// roster. Their sheets are kept.
func LeftCharacters(t model.Table) []*model.Character {
	var out []*model.Character
	for _, c := range t.State.Characters {
		if c.Left {
			out = append(out, c)
		}
	}
	return out
}

// allowsAny reports whether any of the clauses lets the seat know something of an
// event.
func (x *redactor) allowsAny(all []model.Clause, seq uint64) bool {
	return slices.ContainsFunc(all, func(c model.Clause) bool {
		return x.allows(c) && (c.In == nil || slices.ContainsFunc(c.In, func(back uint64) bool { return x.Place(seq-back) != 0 }))
	})
}

// allows reports whether a clause lets the seat know something, apart from the events
// that the clause refers to.
func (x *redactor) allows(c model.Clause) bool {
	s := x.Table.SeatView.Seat
	switch {
	case c.Seat != nil && *c.Seat != s, c.Owner != "" && (s.Role != model.Player || s.Key() != c.Owner):
		return false
	case !x.seesAll(c.Seen) || !x.knowsAll(c.Open):
		return false
	case c.Differ == nil:
		return true
	}
	cut := func(list []model.ListEntry) []model.ListEntry {
		return slices.DeleteFunc(slices.Clone(list), func(p model.ListEntry) bool {
			return x.visibility[p.Who] == model.Hidden || c.Differ.Open && x.visibility[p.Who] != model.Open
		})
	}
	return !slices.Equal(cut(c.Differ.Was), cut(c.Differ.Is))
}
