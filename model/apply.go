package model

import (
	"maps"
	"slices"

	"example.org/fray/engine"
)

// keepEvery is after how many events the state is kept for undo.
const keepEvery = 32

// Apply folds one event into the table.
func (t Table) Apply(e Event) Table {
	t.append(e)
	for _, f := range e.Facts {
		t.state.apply(f)
	}
	t.takeBack(e)
	if undoable(e) {
		t.takes, t.redos = &take{e, t.takes}, nil
	}
	return t
}

func (t *Table) append(e Event) {
	entry := &Entry{Event: e, prev: t.last}
	if entry.prev != nil {
		entry.kept = entry.prev.kept
		if entry.prev.before != nil {
			entry.kept = entry.prev
		}
	}
	if t.last == nil || e.Seq%keepEvery == 0 {
		s := t.state
		entry.before = &s
	}
	t.last = entry
}

// apply changes s by one fact. Slices and maps are shared with older states,
// so each is copied before it is written.
func (s *state) apply(f Fact) {
	switch f := f.(type) {
	case Made:
		s.Name, s.System = f.Name, f.System
	case Named:
		s.Name, s.System = f.Name, f.System
	case Joined, Left, Edited, Reordered:
		s.applyRoster(f)
	case Written:
		s.write(f.Who, f.System, f.Changes)
	case Paged:
		s.page(f.Who, f.System, f.Page)
	case HouseSet:
		s.House = maps.Clone(s.House)
		if s.House == nil {
			s.House = map[string]engine.Page{}
		}
		s.House[f.System] = s.House[f.System].With(f.Rule, f.Value)
	case Opened, Answered, Finished, Dropped, Parked:
		s.applyRoll(f)
	case Paid:
		s.write(f.Who, f.System, f.Changes)
	case Ran, EffectBegan, EffectEnded:
		s.applyEffect(f)
	case EveningBegan:
		s.Evening, s.Open = s.Evening+1, true
	case EveningEnded:
		s.Open = false
	default:
		s.applyClock(f)
	}
}

func (s *state) applyRoster(f Fact) {
	s.characters = slices.Clone(s.characters)
	switch f := f.(type) {
	case Joined:
		c := f.Character
		c.Left = false
		if i := s.index(c.ID); i >= 0 {
			s.characters[i] = &c
			return
		}
		s.characters = append(s.characters, &c)
	case Left:
		s.change(f.Who, func(c *Character) { c.Left = true })
		s.Clock.Order = without(s.Clock.Order, f.Who)
	case Edited:
		s.change(f.Who, func(c *Character) {
			e := f.Character
			c.Name, c.Owner, c.Hidden, c.Typed, c.Notes = e.Name, e.Owner, e.Hidden, e.Typed, e.Notes
		})
	case Reordered:
		if i := s.index(f.Who); i >= 0 && f.To >= 0 && f.To < len(s.characters) {
			c := s.characters[i]
			s.characters = slices.Insert(slices.Delete(s.characters, i, i+1), f.To, c)
		}
	}
}

func (s *state) index(id string) int {
	return slices.IndexFunc(s.characters, func(c *Character) bool { return c.ID == id })
}

// change replaces a character by a changed copy. The slice must be s's own.
func (s *state) change(id string, how func(*Character)) {
	if i := s.index(id); i >= 0 {
		c := *s.characters[i]
		how(&c)
		s.characters[i] = &c
	}
}

func (s *state) write(who, system string, changes []Change) {
	if len(changes) == 0 {
		return
	}
	s.characters = slices.Clone(s.characters)
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

func (s *state) page(who, system string, p *engine.Page) {
	s.characters = slices.Clone(s.characters)
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

func (s *state) applyRoll(f Fact) {
	switch f := f.(type) {
	case Opened:
		r := f.Roll
		r.known = s.knowing(r)
		s.rolls = append(slices.Clip(s.rolls), r)
		s.follow = slices.DeleteFunc(slices.Clone(s.follow), func(x FollowUp) bool { return x.Who == r.Who && x.Action == r.Action })
	case Answered:
		s.changeRoll(f.Roll, func(r *Roll) { r.Tape = append(slices.Clip(r.Tape), f.Answer) })
	case Parked:
		s.changeRoll(f.Roll, func(r *Roll) { r.Parked = f.Why })
	case Dropped:
		s.dropRoll(f.Roll)
	case Finished:
		s.dropRoll(f.Roll.ID)
		s.write(f.Roll.Who, f.Roll.System, f.Changes)
		s.pending = append(slices.Clip(s.pending), f.Later...)
		s.follow = append(slices.Clip(s.follow), f.Follow...)
	}
}

func (s *state) changeRoll(id string, how func(*Roll)) {
	s.rolls = slices.Clone(s.rolls)
	for i := range s.rolls {
		if s.rolls[i].ID == id {
			how(&s.rolls[i])
		}
	}
}

func (s *state) dropRoll(id string) {
	s.rolls = slices.DeleteFunc(slices.Clone(s.rolls), func(r Roll) bool { return r.ID == id })
}

// knowing gives what a roll that begins now may know.
func (s *state) knowing(r Roll) known {
	return known{s.sheets(r), s.company(r), s.House[r.System]}
}

// sheets gives the pages at the seats of a roll.
func (s *state) sheets(r Roll) map[engine.Seat]engine.Page {
	out := map[engine.Seat]engine.Page{}
	put := func(seat engine.Seat, id string) {
		if i := s.index(id); i >= 0 && (r.Lasting || !s.characters[i].Left) {
			if p, ok := s.characters[i].Pages[r.System]; ok {
				out[seat] = p
			}
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// company gives the pages of the others at the table.
func (s *state) company(r Roll) []engine.Page {
	var out []engine.Page
	for _, c := range s.characters {
		if p, ok := c.Pages[r.System]; ok && c.ID != r.Who && !c.Left {
			out = append(out, p)
		}
	}
	return out
}

func (s *state) applyClock(f Fact) {
	switch f := f.(type) {
	case Moved:
		s.move(f.Clock)
	case Done:
		s.dropPending(f.Pending.ID)
	case Cancelled:
		s.dropPending(f.Pending.ID)
	case Delayed:
		s.pending = slices.Clone(s.pending)
		for i := range s.pending {
			if s.pending[i].ID == f.Pending.ID {
				s.pending[i].Due = f.Due
			}
		}
	}
}

// move sets the clock. What the moments before called for is gone.
func (s *state) move(c Clock) {
	if c.Moment != s.Clock.Moment {
		s.follow = nil
	}
	if c.Scene != s.Clock.Scene || c.Began != s.Clock.Began {
		s.scenes = append(slices.Clip(s.scenes), c.Began)
	}
	if c.Scene == s.Clock.Scene && c.Began < s.Clock.Began {
		s.farthest = 0 // another rulebook's time, in which everything has another number
	}
	s.Clock, s.farthest = c, max(s.farthest, c.Moment)
}

func (s *state) applyEffect(f Fact) {
	switch f := f.(type) {
	case Ran:
		s.write(f.Who, f.System, f.Changes)
		s.pending = append(slices.Clip(s.pending), f.Later...)
	case EffectBegan:
		s.write(f.Effect.Who, "", f.Changes)
		s.effects = append(slices.Clip(s.effects), f.Effect)
	case EffectEnded:
		s.write(f.Effect.Who, "", f.Changes)
		s.effects = slices.DeleteFunc(slices.Clone(s.effects), func(e Effect) bool { return e.ID == f.Effect.ID })
	}
}

func (s *state) dropPending(id string) {
	s.pending = slices.DeleteFunc(slices.Clone(s.pending), func(p Pending) bool { return p.ID == id })
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return x == s })
}
