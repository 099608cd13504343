package model

import (
	"cmp"
	"maps"
	"slices"

	"example.org/fray/engine"
)

// keepEvery is the number of events after which the log keeps another state, from which
// undo folds again.
const keepEvery = 32

// Apply returns the table with one more event. It returns a seat's table unchanged: see
// view.Follow.
func (t Table) Apply(e Event) Table {
	if t.SeatView != nil {
		return t
	}
	t.AppendEvent(e)
	t.salt = Salt{}
	if t.refoldFrom == 0 {
		t.State.applyEvent(e)
	}
	if oldest := t.MarkUndone(e); oldest > 0 {
		t.changed = oldestSeq(t.changed, oldest)
		t.foldAgain(oldest)
	}
	t.refreshRulebooks()
	if e.Undoable() {
		t.PushUndo()
	}
	return t
}

// AppendEvent adds an event to the log of the table without folding it, and gives the
// table a new revision.
func (t *Table) AppendEvent(e Event) {
	t.Revision = new(Revision)
	next := &LogEntry{Event: e}
	if t.SeatView == nil && (t.Newest == nil || e.Seq%keepEvery == 0) {
		s := t.State
		next.Before = &s
	}
	t.appendEntry(next)
}

// appendEntry adds an entry to the log.
func (h *History) appendEntry(next *LogEntry) {
	next.Previous = h.Newest
	if next.Previous != nil {
		next.skip = next.Previous.skip
		if next.Previous.skipTarget {
			next.skip = next.Previous
		}
	}
	next.skipTarget = h.Newest == nil || next.Event.Seq%keepEvery == 0
	h.Newest = next
}

// Apply changes s by one fact. Slices and maps are shared with older states, so each
// is copied before it is written.
func (s *State) Apply(f Fact) {
	if r, ok := FactEntryOf(f); ok && r.fold != nil {
		*s = r.fold(*s, f) // by value: a pointer passed to a function value would escape to the heap
	}
}

// applyEvent changes s by the facts of an event, and names the questions that it asks.
func (s *State) applyEvent(e Event) {
	s.understands(e)
	for _, f := range e.Facts {
		s.Apply(f)
	}
	s.NameQuestions(e.Facts, func() string { return EventID(e) })
}

// NameQuestions names the questions that facts have led to, after these were applied, by the
// id of their event.
func (s *State) NameQuestions(facts []Fact, id func() string) {
	for _, f := range facts {
		var roll string
		switch f := f.(type) {
		case Opened:
			roll = f.Roll.ID
		case Answered:
			roll = f.Roll
		default:
			continue
		}
		if i := slices.IndexFunc(s.Rolls, func(r Roll) bool { return r.ID == roll }); i >= 0 {
			s.Rolls[i].Question = id() // the slice was copied for the fact
		}
	}
}

func (s *State) setHouse(system, rule string, v engine.Value) {
	s.House = maps.Clone(s.House)
	if s.House == nil {
		s.House = map[string]engine.Page{}
	}
	s.House[system] = s.House[system].With(rule, v)
}

func (s *State) join(c Character) {
	c.Left = false
	s.Characters = slices.Clone(s.Characters)
	if i := s.IndexOf(c.ID); i >= 0 {
		s.Characters[i] = &c
		return
	}
	s.Characters = append(s.Characters, &c)
}

func (s *State) leave(who string) {
	s.Characters = slices.Clone(s.Characters)
	s.change(who, func(c *Character) { c.Left = true })
	s.Clock.Order = slices.DeleteFunc(slices.Clone(s.Clock.Order), func(id string) bool { return id == who })
}

func (s *State) edit(who string, e Character) {
	s.Characters = slices.Clone(s.Characters)
	s.change(who, func(c *Character) {
		c.Name, c.Owner, c.Hidden, c.Typed = e.Name, e.Owner, e.Hidden, e.Typed
		c.Notes, c.GMNotes = e.Notes, e.GMNotes
		c.Shown, c.DefenceOpen, c.Minion = e.Shown, e.DefenceOpen, e.Minion
		c.Side = cmp.Or(e.Side, c.Side) // most edits say nothing of it
	})
}

func (s *State) reorder(who string, to int) {
	if i := s.IndexOf(who); i >= 0 && to >= 0 && to < len(s.Characters) {
		c := s.Characters[i]
		s.Characters = slices.Insert(slices.Delete(slices.Clone(s.Characters), i, i+1), to, c)
	}
}

// IndexOf returns the index of a character in the roster, which includes those who left;
// -1 for none. The command [Reorder] counts in the same way.
func (s *State) IndexOf(id string) int {
	return slices.IndexFunc(s.Characters, func(c *Character) bool { return c.ID == id })
}

// change replaces a character by a changed copy. The slice must be s's own.
func (s *State) change(id string, how func(*Character)) {
	if i := s.IndexOf(id); i >= 0 {
		c := *s.Characters[i]
		how(&c)
		s.Characters[i] = &c
	}
}

func (s *State) write(who, system string, changes []Change) {
	if len(changes) == 0 {
		return
	}
	s.Characters = slices.Clone(s.Characters)
	pages := map[string]map[string]engine.Page{}
	for _, ch := range changes {
		id, sys := ch.Who, ch.System
		if id == "" {
			id = who
		}
		if sys == "" {
			sys = system
		}
		if pages[id] == nil {
			pages[id] = map[string]engine.Page{}
			s.change(id, func(c *Character) {
				c.Pages = maps.Clone(c.Pages)
				if c.Pages == nil {
					c.Pages = map[string]engine.Page{}
				}
				pages[id] = c.Pages
			})
		}
		pages[id][sys] = pages[id][sys].With(ch.Field, ch.To)
	}
}

func (s *State) page(who, system string, p *engine.Page) {
	s.Characters = slices.Clone(s.Characters)
	s.change(who, func(c *Character) {
		c.Pages = maps.Clone(c.Pages)
		switch {
		case p == nil:
			delete(c.Pages, system)
		case c.Pages == nil:
			c.Pages = map[string]engine.Page{system: *p}
		default:
			c.Pages[system] = *p
		}
	})
}

func (s *State) open(r Roll) {
	r.RollContext = s.NewRollContext(r)
	left, taken := TakeFollowUp(s.FollowUps, r)
	r.RollContext.Origin, s.FollowUps = taken.Origin, left
	s.Rolls = append(slices.Clip(s.Rolls), r)
}

func (s *State) finish(f Finished) {
	s.dropRoll(f.Roll.ID)
	s.write(f.Roll.Who, f.Roll.System, f.Changes)
	s.Pending = append(slices.Clip(s.Pending), f.Later...)
	s.FollowUps = withFollowUps(s.FollowUps, f.Follow)
	if s.Deadlines != nil {
		s.Deadlines = slices.DeleteFunc(slices.Clone(s.Deadlines), func(x Deadline) bool { return !s.isOpen(x) })
	}
}

// ChangeRoll changes an open roll; it does nothing if none has that id.
func (s *State) ChangeRoll(id string, how func(*Roll)) {
	s.Rolls = slices.Clone(s.Rolls)
	for i := range s.Rolls {
		if s.Rolls[i].ID == id {
			how(&s.Rolls[i])
		}
	}
}

func (s *State) dropRoll(id string) {
	s.Rolls = slices.DeleteFunc(slices.Clone(s.Rolls), func(r Roll) bool { return r.ID == id })
}

// NewRollContext returns the context of a roll that begins now.
func (s *State) NewRollContext(r Roll) RollContext {
	who, pages := s.Company(r)
	text, _ := s.Texts.present(r.System)
	return RollContext{Sheets: s.Sheets(r), Company: pages, CompanyIDs: who, House: s.House[r.System], Modifiers: s.ModifiersOn(r), Text: text.Hash, Minions: s.MinionsIn(r), Busy: s.BusyIn(r)}
}

// BusyIn returns until when the opponents of a roll are busy with actions of their own, by
// their seats; nil if none is.
func (s *State) BusyIn(r Roll) (out map[engine.Seat]int) {
	for n, id := range r.Against {
		if p, busy := s.UnderWay(id); busy {
			if out == nil {
				out = map[engine.Seat]int{}
			}
			out[engine.Opponent(n+1)] = p.Due
		}
	}
	return out
}

// UnderWay returns the pending action that keeps a character from beginning another.
func (s *State) UnderWay(who string) (Pending, bool) {
	i := slices.IndexFunc(s.Pending, func(p Pending) bool { return p.Who == who && !p.Passive && p.Due > s.Clock.Moment })
	if i < 0 {
		return Pending{}, false
	}
	return s.Pending[i], true
}

// MinionsIn returns the seats of a roll at which minions sit.
func (s *State) MinionsIn(r Roll) (out []engine.Seat) {
	put := func(seat engine.Seat, id string) {
		if i := s.IndexOf(id); i >= 0 && s.Characters[i].Minion {
			out = append(out, seat)
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// Sheets returns the pages of the participants of a roll, by their seats in it.
func (s *State) Sheets(r Roll) map[engine.Seat]engine.Page {
	out := map[engine.Seat]engine.Page{}
	put := func(seat engine.Seat, id string) {
		if i := s.IndexOf(id); i >= 0 && (r.Lasting || !s.Characters[i].Left) {
			c := s.Characters[i]
			if p, ok := c.Pages[r.System]; ok {
				out[seat] = p
			} else if c.Public != nil && c.Plays(r.System) {
				out[seat] = c.Public.Defence[r.System]
			}
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// Company returns the characters at the table, other than the actor of a roll, who have a
// page of the roll's rulebook, and those pages.
func (s *State) Company(r Roll) (who []string, pages []engine.Page) {
	who, pages = make([]string, 0, len(s.Characters)), make([]engine.Page, 0, len(s.Characters))
	for _, c := range s.Characters {
		if p, ok := c.Pages[r.System]; ok && c.ID != r.Who && !c.Left {
			who, pages = append(who, c.ID), append(pages, p)
		}
	}
	return who, pages
}

func (s *State) delay(id string, due int) {
	s.Pending = slices.Clone(s.Pending)
	for i := range s.Pending {
		if s.Pending[i].ID == id {
			s.Pending[i].Due = due
		}
	}
}

// move sets the clock. Follow-ups of earlier moments are removed.
func (s *State) move(c Clock) {
	if c.Moment != s.Clock.Moment || c.Scene != s.Clock.Scene {
		s.FollowUps = nil
	}
	if c.Scene != s.Clock.Scene || c.Began != s.Clock.Began {
		s.SceneStarts = append(slices.Clip(s.SceneStarts), c.Began)
	}
	if c.Scene == s.Clock.Scene && c.Began < s.Clock.Began {
		s.LatestMoment = 0 // in another rulebook's time every moment has another number
	}
	s.Clock, s.LatestMoment = c, max(s.LatestMoment, c.Moment)
}

func (s *State) dropPending(id string) {
	s.Pending = slices.DeleteFunc(slices.Clone(s.Pending), func(p Pending) bool { return p.ID == id })
}
