package model

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// keepEvery is after how many events the state is kept for undo.
const keepEvery = 32

// Apply folds one event into the table. What a seat sees of a table stays as it
// is: see view.Follow.
func (t Table) Apply(e Event) Table {
	if t.SeatView != nil {
		return t
	}
	t.AppendEvent(e)
	t.salt = Salt{}
	if t.refoldFrom == 0 {
		for _, f := range e.Facts {
			t.State.Apply(f)
		}
	}
	if oldest := t.MarkUndone(e); oldest > 0 {
		t.changed = older(t.changed, oldest)
		t.foldAgain(oldest)
	}
	t.readTexts()
	if e.Undoable() {
		t.PushUndo()
	}
	return t
}

// AppendEvent adds an event to the log of the table, without folding it, and gives
// the table another revision.
func (t *Table) AppendEvent(e Event) {
	t.Revision = new(Revision)
	next := &LogEntry{Event: e}
	if t.SeatView == nil && (t.Newest == nil || e.Seq%keepEvery == 0) {
		s := t.State
		next.Before = &s
	}
	t.chain(next)
}

// chain puts an entry on the log.
func (h *History) chain(next *LogEntry) {
	next.Previous = h.Newest
	if next.Previous != nil {
		next.kept = next.Previous.kept
		if next.Previous.mark {
			next.kept = next.Previous
		}
	}
	next.mark = h.Newest == nil || next.Event.Seq%keepEvery == 0
	h.Newest = next
}

// Apply changes s by one fact. Slices and maps are shared with older states, so each
// is copied before it is written.
func (s *State) Apply(f Fact) {
	if r, ok := FactEntryOf(f); ok && r.fold != nil {
		*s = r.fold(*s, f) // by value: what a function value is handed by address goes to the heap
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
	c.Side = cmp.Or(c.Side, engine.Heroes) // events of older versions name no side
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
		c.Name, c.Owner, c.Hidden, c.Typed, c.Notes = e.Name, e.Owner, e.Hidden, e.Typed, e.Notes
		c.Shown, c.Guard, c.Minion = e.Shown, e.Guard, e.Minion
		c.Side = cmp.Or(e.Side, c.Side) // most edits say nothing of it
	})
}

func (s *State) reorder(who string, to int) {
	if i := s.IndexOf(who); i >= 0 && to >= 0 && to < len(s.Characters) {
		c := s.Characters[i]
		s.Characters = slices.Insert(slices.Delete(slices.Clone(s.Characters), i, i+1), to, c)
	}
}

// IndexOf gives the place of a character among all, those who left included; -1 for none.
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
	r.RollContext = s.KnowingRoll(r)
	left, taken := TakeFollowUp(s.FollowUps, r)
	r.RollContext.Origin, s.FollowUps = taken.Blow, left
	s.Rolls = append(slices.Clip(s.Rolls), r)
}

func (s *State) finish(f Finished) {
	s.dropRoll(f.Roll.ID)
	s.write(f.Roll.Who, f.Roll.System, f.Changes)
	s.Pending = append(slices.Clip(s.Pending), f.Later...)
	for _, x := range f.Follow {
		if s.FollowUps = settled(s.FollowUps, x); !x.Off {
			s.FollowUps = append(s.FollowUps, x)
		}
	}
}

// ChangeRoll changes a roll under way; it does nothing where there is none with that id.
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

// KnowingRoll gives what a roll that begins now may know.
func (s *State) KnowingRoll(r Roll) RollContext {
	who, pages := s.Company(r)
	text, _ := s.texts.present(r.System)
	return RollContext{Sheets: s.Sheets(r), Company: pages, CompanyIDs: who, House: s.House[r.System], Forces: s.ForcesOn(r), Text: text.Hash}
}

// Sheets gives the pages at the seats of a roll.
func (s *State) Sheets(r Roll) map[engine.Seat]engine.Page {
	out := map[engine.Seat]engine.Page{}
	put := func(seat engine.Seat, id string) {
		if i := s.IndexOf(id); i >= 0 && (r.Lasting || !s.Characters[i].Left) {
			c := s.Characters[i]
			if p, ok := c.Pages[r.System]; ok {
				out[seat] = p
			} else if c.Public != nil && c.Plays(r.System) {
				out[seat] = c.Public.Guard[r.System]
			}
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// Company gives the others at the table, and their pages.
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

// move sets the clock. What the moments before called for is gone.
func (s *State) move(c Clock) {
	if c.Moment != s.Clock.Moment || c.Scene != s.Clock.Scene {
		s.FollowUps = nil
	}
	if c.Scene != s.Clock.Scene || c.Began != s.Clock.Began {
		s.scenes = append(slices.Clip(s.scenes), c.Began)
	}
	if c.Scene == s.Clock.Scene && c.Began < s.Clock.Began {
		s.Farthest = 0 // another rulebook's time, in which everything has another number
	}
	s.Clock, s.Farthest = c, max(s.Farthest, c.Moment)
}

func (s *State) dropPending(id string) {
	s.Pending = slices.DeleteFunc(slices.Clone(s.Pending), func(p Pending) bool { return p.ID == id })
}

// settled leaves out what x calls for anew or takes back: the same action of the
// same character, against the same or, called for by the same, as it was. Another
// blow of whoever struck before leaves that one as it is.
func settled(list []FollowUp, x FollowUp) []FollowUp {
	return slices.DeleteFunc(slices.Clone(list), func(y FollowUp) bool {
		switch {
		case !x.Like(y), x.Blow.Who == y.Blow.Who && x.Blow.Roll != y.Blow.Roll && len(x.Against) > 0:
			return false
		case x.Off || len(x.Against) > 0 && len(y.Against) > 0:
			return true
		}
		return x.By == y.By && reflect.DeepEqual(x.Params, y.Params)
	})
}

// TakeFollowUp returns the list without the follow-up that a roll takes up and without
// its alternatives, and the follow-up taken. A roll with other parameters that was not
// called for takes nothing up: an attack is no answer to damage.
func TakeFollowUp(list []FollowUp, r Roll) (left []FollowUp, taken FollowUp) {
	at := CalledForIndex(list, r)
	if at < 0 {
		at = slices.IndexFunc(list, func(y FollowUp) bool { return r.takesUp(y) && !differs(r.Params, y.Params) })
	}
	if at < 0 {
		return list, FollowUp{}
	}
	taken = list[at]
	return slices.DeleteFunc(slices.Delete(slices.Clone(list), at, at+1), taken.AlternativeTo), taken
}

// AlternativeTo reports whether only one of two follow-ups is to be done.
func (x FollowUp) AlternativeTo(y FollowUp) bool {
	return x.Or && y.Or && x.Who == y.Who && x.System == y.System && x.By == y.By && x.Blow == y.Blow && slices.Equal(x.Against, y.Against)
}

// Is reports whether two are the same call.
func (x FollowUp) Is(y FollowUp) bool {
	return x.Like(y) && x.By == y.By && x.Blow == y.Blow && x.Params.Equal(y.Params)
}

// CalledForIndex returns the index of the first follow-up with the action and
// parameters of a roll, or -1.
func CalledForIndex(list []FollowUp, r Roll) int {
	return slices.IndexFunc(list, func(y FollowUp) bool { return r.takesUp(y) && HasParams(r.Params, y.Params) })
}

// takesUp reports whether a roll has the action of a follow-up, with any parameters.
func (r Roll) takesUp(y FollowUp) bool {
	return FollowUp{Who: r.Who, Against: r.Against, System: r.System, Action: r.Action}.Like(y)
}

// differs reports whether p has another word than called in some parameter, and
// nothing in common with it.
func differs(p, called engine.Page) bool {
	other := false
	for _, path := range called.Paths() {
		want, _ := called.Get(path)
		switch v, _ := p.Get(path); {
		case v == want:
			return false
		case want.Kind() == engine.Text:
			other = true
		}
	}
	return other
}

// Like reports whether two calls are for the same action of the same character against
// the same; a call that names nobody is against anybody.
func (x FollowUp) Like(y FollowUp) bool {
	return y.Who == x.Who && y.System == x.System && y.Action == x.Action &&
		(len(x.Against) == 0 || len(y.Against) == 0 || slices.Equal(x.Against, y.Against))
}
