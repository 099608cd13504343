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
// is: see [Table.Follow].
func (t Table) Apply(e Event) Table {
	if t.part != nil {
		return t
	}
	t.append(e)
	was := t.state
	for _, f := range e.Facts {
		if t.state.apply(f) {
			t.stands = new(standing)
		}
	}
	if !t.asRound(was) {
		t.round = new(standing)
	}
	if oldest := t.mark(e); oldest > 0 {
		t.stands, t.round = new(standing), new(standing)
		t.changed = older(t.changed, oldest)
		t.refold(oldest)
	}
	if e.Undoable() {
		t.push()
	}
	return t
}

func (t *Table) append(e Event) {
	next := &logged{Event: e}
	if t.part == nil && (t.last == nil || e.Seq%keepEvery == 0) {
		s := t.state
		next.before = &s
	}
	t.chain(next)
}

// chain puts an entry on the log.
func (t *Table) chain(next *logged) {
	next.prev = t.last
	if next.prev != nil {
		next.kept = next.prev.kept
		if next.prev.mark {
			next.kept = next.prev
		}
	}
	next.mark = t.last == nil || next.Event.Seq%keepEvery == 0
	t.last = next
}

// apply changes s by one fact; false where the fact only says something. Slices
// and maps are shared with older states, so each is copied before it is written.
func (s *state) apply(f Fact) bool {
	r, ok := rowOf(f)
	if !ok || r.fold == nil {
		return false
	}
	*s = r.fold(*s, f) // by value: what a function value is handed by address goes to the heap
	return true
}

func (s *state) setHouse(system, rule string, v engine.Value) {
	s.House = maps.Clone(s.House)
	if s.House == nil {
		s.House = map[string]engine.Page{}
	}
	s.House[system] = s.House[system].With(rule, v)
}

func (s *state) join(c Character) {
	c.Left, c.stands = false, new(standing)
	c.Side = cmp.Or(c.Side, engine.Heroes) // events of older versions name no side
	s.characters = slices.Clone(s.characters)
	if i := s.index(c.ID); i >= 0 {
		s.characters[i] = &c
		return
	}
	s.characters = append(s.characters, &c)
}

func (s *state) leave(who string) {
	s.characters = slices.Clone(s.characters)
	s.change(who, func(c *Character) { c.Left = true })
	s.Clock.Order = slices.DeleteFunc(slices.Clone(s.Clock.Order), func(id string) bool { return id == who })
}

func (s *state) edit(who string, e Character) {
	s.characters = slices.Clone(s.characters)
	s.change(who, func(c *Character) {
		c.Name, c.Owner, c.Hidden, c.Typed, c.Notes = e.Name, e.Owner, e.Hidden, e.Typed, e.Notes
		c.Shown, c.Guard = e.Shown, e.Guard
	})
}

func (s *state) reorder(who string, to int) {
	if i := s.index(who); i >= 0 && to >= 0 && to < len(s.characters) {
		c := s.characters[i]
		s.characters = slices.Insert(slices.Delete(slices.Clone(s.characters), i, i+1), to, c)
	}
}

func (s *state) index(id string) int {
	return slices.IndexFunc(s.characters, func(c *Character) bool { return c.ID == id })
}

// change replaces a character by a changed copy. The slice must be s's own.
func (s *state) change(id string, how func(*Character)) {
	if i := s.index(id); i >= 0 {
		c := *s.characters[i]
		c.stands = new(standing)
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

func (s *state) open(r Roll) {
	r.known = s.knowing(r)
	left, taken := takenUp(s.follow, r)
	r.of, s.follow = taken.Blow, left
	s.rolls = append(slices.Clip(s.rolls), r)
}

func (s *state) finish(f Finished) {
	s.dropRoll(f.Roll.ID)
	s.write(f.Roll.Who, f.Roll.System, f.Changes)
	s.pending = append(slices.Clip(s.pending), f.Later...)
	for _, x := range f.Follow {
		if s.follow = settled(s.follow, x); !x.Off {
			s.follow = append(s.follow, x)
		}
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
	who, pages := s.company(r)
	return known{sheets: s.sheets(r), company: pages, with: who, house: s.House[r.System], force: s.forces(r)}
}

// sheets gives the pages at the seats of a roll.
func (s *state) sheets(r Roll) map[engine.Seat]engine.Page {
	out := map[engine.Seat]engine.Page{}
	put := func(seat engine.Seat, id string) {
		if i := s.index(id); i >= 0 && (r.Lasting || !s.characters[i].Left) {
			c := s.characters[i]
			if p, ok := c.Pages[r.System]; ok {
				out[seat] = p
			} else if c.glimpse != nil && c.Plays(r.System) {
				out[seat] = c.glimpse.guard[r.System]
			}
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// company gives the others at the table, and their pages.
func (s *state) company(r Roll) (who []string, pages []engine.Page) {
	who, pages = make([]string, 0, len(s.characters)), make([]engine.Page, 0, len(s.characters))
	for _, c := range s.characters {
		if p, ok := c.Pages[r.System]; ok && c.ID != r.Who && !c.Left {
			who, pages = append(who, c.ID), append(pages, p)
		}
	}
	return who, pages
}

func (s *state) delay(id string, due int) {
	s.pending = slices.Clone(s.pending)
	for i := range s.pending {
		if s.pending[i].ID == id {
			s.pending[i].Due = due
		}
	}
}

// move sets the clock. What the moments before called for is gone.
func (s *state) move(c Clock) {
	if c.Moment != s.Clock.Moment || c.Scene != s.Clock.Scene {
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

func (s *state) dropPending(id string) {
	s.pending = slices.DeleteFunc(slices.Clone(s.pending), func(p Pending) bool { return p.ID == id })
}

// settled leaves out what x calls for anew or takes back: the same action of the
// same character, against the same or, called for by the same, as it was. Another
// blow of whoever struck before leaves that one as it is.
func settled(list []FollowUp, x FollowUp) []FollowUp {
	return slices.DeleteFunc(slices.Clone(list), func(y FollowUp) bool {
		switch {
		case !x.like(y), x.Blow.Who == y.Blow.Who && x.Blow.Roll != y.Blow.Roll && len(x.Against) > 0:
			return false
		case x.Off || len(x.Against) > 0 && len(y.Against) > 0:
			return true
		}
		return x.By == y.By && reflect.DeepEqual(x.Params, y.Params)
	})
}

// takenUp leaves out what a roll takes up, and what else could have been done in
// its place. What is done with something else, and for nothing that was called for,
// takes nothing up: an attack is no answer to damage.
func takenUp(list []FollowUp, r Roll) (left []FollowUp, taken FollowUp) {
	at := just(list, r)
	if at < 0 {
		at = slices.IndexFunc(list, func(y FollowUp) bool { return r.calls(y) && !elsewise(r.Params, y.Params) })
	}
	if at < 0 {
		return list, FollowUp{}
	}
	taken = list[at]
	return slices.DeleteFunc(slices.Delete(slices.Clone(list), at, at+1), taken.Instead), taken
}

// Instead reports whether only one of two is done, the other of which is then
// called for no more.
func (x FollowUp) Instead(y FollowUp) bool {
	return x.Or && y.Or && x.Who == y.Who && x.System == y.System && x.By == y.By && x.Blow == y.Blow && slices.Equal(x.Against, y.Against)
}

// Is reports whether two are the same call.
func (x FollowUp) Is(y FollowUp) bool {
	return x.like(y) && x.By == y.By && x.Blow == y.Blow && x.Params.Equal(y.Params)
}

// roll is what begins, as far as it may be called for.
func (c Begin) roll() Roll {
	return Roll{Who: c.Who, Against: c.Against, System: c.System, Action: c.Action, Params: c.Params}
}

// just gives the place of the first call for just what a roll does, with the same
// parameters; -1 for none.
func just(list []FollowUp, r Roll) int {
	return slices.IndexFunc(list, func(y FollowUp) bool { return r.calls(y) && carries(r.Params, y.Params) })
}

// calls reports whether a roll is of what is called for, with whatever parameters.
func (r Roll) calls(y FollowUp) bool {
	return FollowUp{Who: r.Who, Against: r.Against, System: r.System, Action: r.Action}.like(y)
}

// elsewise reports whether p names something else than called does, and has
// nothing of the rest of it.
func elsewise(p, called engine.Page) bool {
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

func (x FollowUp) like(y FollowUp) bool {
	return y.Who == x.Who && y.System == x.System && y.Action == x.Action &&
		(len(x.Against) == 0 || len(y.Against) == 0 || slices.Equal(x.Against, y.Against))
}
