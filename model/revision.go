package model

import (
	"maps"
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// Revision tells one state of a table from another: the same as long as nothing but words came to
// its log.
type Revision byte

// StandsAs reports that a table is what it was before but for its log, in which
// nothing stands since but what was said and written. False tells nothing.
func (t Table) StandsAs(before Table) bool { return t.Revision == before.Revision }

// asRound reports whether nothing that rulebooks go by beside the sheets is otherwise
// than it was.
func (s *State) asRound(was State) bool {
	return s.System == was.System && s.OddsOpen == was.OddsOpen && same(s.Effects, was.Effects) && sameMap(s.House, was.House) && s.Clock.is(was.Clock)
}

// StandsFor reports the same of what there is to be told of one character: the
// sheet, what holds and is pending, the time, what others are called. False tells
// nothing.
func (t Table) StandsFor(before Table, who string) bool {
	if t.Seq()/lately != before.Seq()/lately {
		return false // a purse looks no further back
	}
	if t.StandsAs(before) {
		return true
	}
	c, there := t.Character(who)
	was, _ := before.Character(who)
	return there && c == was && t.standsRound(before)
}

// standsRound reports the same of what there is beside the sheets, in the time that
// somebody looks back.
func (t Table) standsRound(before Table) bool {
	return t.Clock.is(before.Clock) && same(t.State.Pending, before.State.Pending) && same(t.State.Effects, before.State.Effects) &&
		sameMap(t.House, before.House) && slices.EqualFunc(t.State.Characters, before.State.Characters, func(a, b *Character) bool {
		return a == b || a.ID == b.ID && a.Name == b.Name
	})
}

// StandsToAct reports the same of what somebody who acts goes by, and those it is
// done to: but for what others at the table have to do with it.
func (t Table) StandsToAct(before Table, who string, against []string) bool {
	return same(t.State.Rolls, before.State.Rolls) && same(t.State.FollowUps, before.State.FollowUps) && t.StandsFor(before, who) &&
		!slices.ContainsFunc(against, func(id string) bool { return !t.StandsFor(before, id) })
}

func (c Clock) is(other Clock) bool {
	return c.Scene == other.Scene && c.Place == other.Place && c.Began == other.Began && c.Moment == other.Moment &&
		c.Turn == other.Turn && c.Anew == other.Anew && slices.Equal(c.Order, other.Order) && slices.Equal(c.Scores, other.Scores) &&
		slices.Equal(c.Declared, other.Declared) && slices.Equal(c.Waiting, other.Waiting)
}

// StandsButSheets is [Table.StandsToAct] but for what is written on the sheets of
// those who act and to whom it is done.
func (t Table) StandsButSheets(before Table, who string, against []string) bool {
	alike := func(id string) bool {
		c, there := t.Character(id)
		was, _ := before.Character(id)
		return there && (c == was || was != nil && c.alikeButSheets(was))
	}
	return t.standsRound(before) && same(t.State.Rolls, before.State.Rolls) && same(t.State.FollowUps, before.State.FollowUps) && alike(who) &&
		!slices.ContainsFunc(against, func(id string) bool { return !alike(id) })
}

// alikeButSheets reports whether two are one character, both of them seen whole,
// who is written in the same rulebooks.
func (c *Character) alikeButSheets(was *Character) bool {
	if c.Public != nil || was.Public != nil || len(c.Pages) != len(was.Pages) {
		return false
	}
	for system := range c.Pages {
		if _, ok := was.Pages[system]; !ok {
			return false
		}
	}
	return c.besides(was)
}

// besides reports whether two are one character but for the pages.
func (c *Character) besides(was *Character) bool {
	if c.Pages == nil && was.Pages == nil {
		return reflect.DeepEqual(c, was)
	}
	x, y := *c, *was
	x.Pages, y.Pages = nil, nil
	return reflect.DeepEqual(&x, &y)
}

// alike reports whether two are one character. Pages are large, and not compared
// field by field by reflection.
func (c *Character) alike(was *Character) bool {
	return c == was || maps.EqualFunc(c.Pages, was.Pages, engine.Page.Equal) && c.besides(was)
}

// SheetsAt gives the pages of a rulebook that a roll would have at its seats.
func (t Table) SheetsAt(who string, against []string, system string) map[engine.Seat]engine.Page {
	return t.Sheets(Roll{Who: who, Against: against, System: system})
}

// TellsAs reports that of what stands in its log a table tells what it told before:
// everybody and everything is called the same, and scenes and rolls under way are
// the same. False tells nothing.
func (t Table) TellsAs(before Table) bool {
	return t.StandsAs(before) || same(t.State.Rolls, before.State.Rolls) && t.namesAs(before)
}

// namesAs reports that everybody and everything is called the same, and scenes begin
// where they did.
func (t Table) namesAs(before Table) bool {
	return t.System == before.System && same(t.scenes, before.scenes) && slices.Equal(t.seats, before.seats) &&
		slices.EqualFunc(t.State.Characters, before.State.Characters, func(a, b *Character) bool { return a == b || a.calledAs(b) })
}

// GrewFrom reports that the log of a table is that of one before with more behind it:
// nothing in it was taken back, brought back or set right since, and everybody and
// everything is called the same. False tells nothing.
func (t Table) GrewFrom(before Table) bool {
	if before.Newest == nil || t.Seq() < before.Seq() {
		return false
	}
	e := t.EntryAt(before.Seq())
	return e != nil && e.Event.Seq == before.Seq() && same(e.Event.Facts, before.Newest.Event.Facts) &&
		sameMap(t.UndoneEvents, before.UndoneEvents) && same(t.Amendments, before.Amendments) && t.namesAs(before)
}

// calledAs reports whether somebody, and all that is written in lists, has the name
// that it had.
func (c *Character) calledAs(was *Character) bool {
	if c.ID != was.ID || c.Name != was.Name || c.Owner != was.Owner || len(c.Pages) != len(was.Pages) {
		return false
	}
	for system, p := range c.Pages {
		if before, ok := was.Pages[system]; !ok || !p.SameRowNames(before) {
			return false
		}
	}
	return true
}

// same reports whether two lists are the very same: what is otherwise is always
// another.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func sameMap[K comparable, V any](a, b map[K]V) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

// ReuseFrom is what a seat sees of a table, made of what it saw before as far as
// that is still so; and whether all of it is.
func (s State) ReuseFrom(was State) (out State, all bool) {
	all = reflect.DeepEqual(s.listless(), was.listless()) && len(s.Characters) == len(was.Characters)
	for i, c := range s.Characters {
		if j := was.IndexOf(c.ID); j >= 0 && c.alike(was.Characters[j]) {
			s.Characters[i] = was.Characters[j]
		}
		all = all && i < len(was.Characters) && s.Characters[i] == was.Characters[i]
	}
	s.Pending, all = like(s.Pending, was.Pending, all)
	s.Rolls, all = like(s.Rolls, was.Rolls, all)
	s.Effects, all = like(s.Effects, was.Effects, all)
	s.FollowUps, all = like(s.FollowUps, was.FollowUps, all)
	s.Requests, all = like(s.Requests, was.Requests, all)
	return s, all
}

// listless is s without the lists in it.
func (s State) listless() State {
	s.Characters, s.Pending, s.Rolls, s.Effects, s.FollowUps, s.Requests = nil, nil, nil, nil, nil, nil
	return s
}

func like[T any](list, was []T, all bool) ([]T, bool) {
	if len(list) == len(was) && reflect.DeepEqual(list, was) {
		return was, all
	}
	return list, false
}
