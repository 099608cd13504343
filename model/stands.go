package model

import (
	"maps"
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// standing is how a table stands: the same as long as nothing but words came to
// its log.
type standing byte

// StandsAs reports that a table is what it was before but for its log, in which
// nothing stands since but what was said and written. False tells nothing.
func (t Table) StandsAs(before Table) bool { return t.stands == before.stands }

// asRound reports whether nothing that rulebooks go by beside the sheets is otherwise
// than it was.
func (s *state) asRound(was state) bool {
	return s.System == was.System && s.guards == was.guards && same(s.effects, was.effects) && sameMap(s.House, was.House) && s.Clock.is(was.Clock)
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
	return t.Clock.is(before.Clock) && same(t.pending, before.pending) && same(t.effects, before.effects) &&
		sameMap(t.House, before.House) && slices.EqualFunc(t.characters, before.characters, func(a, b *Character) bool {
		return a == b || a.ID == b.ID && a.Name == b.Name
	})
}

// StandsToAct reports the same of what somebody who acts goes by, and those it is
// done to: but for what others at the table have to do with it.
func (t Table) StandsToAct(before Table, who string, against []string) bool {
	return same(t.rolls, before.rolls) && same(t.follow, before.follow) && t.StandsFor(before, who) &&
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
	return t.standsRound(before) && same(t.rolls, before.rolls) && same(t.follow, before.follow) && alike(who) &&
		!slices.ContainsFunc(against, func(id string) bool { return !alike(id) })
}

// alikeButSheets reports whether two are one character, both of them seen whole,
// who is written in the same rulebooks.
func (c *Character) alikeButSheets(was *Character) bool {
	if c.glimpse != nil || was.glimpse != nil || len(c.Pages) != len(was.Pages) {
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
	return t.sheets(Roll{Who: who, Against: against, System: system})
}

// TellsAs reports that of what stands in its log a table tells what it told before:
// everybody and everything is called the same, and scenes and rolls under way are
// the same. False tells nothing.
func (t Table) TellsAs(before Table) bool {
	return t.StandsAs(before) || same(t.rolls, before.rolls) && t.namesAs(before)
}

// namesAs reports that everybody and everything is called the same, and scenes begin
// where they did.
func (t Table) namesAs(before Table) bool {
	return t.System == before.System && same(t.scenes, before.scenes) && slices.Equal(t.seats, before.seats) &&
		slices.EqualFunc(t.characters, before.characters, func(a, b *Character) bool { return a == b || a.calledAs(b) })
}

// GrewFrom reports that the log of a table is that of one before with more behind it:
// nothing in it was taken back, brought back or set right since, and everybody and
// everything is called the same. False tells nothing.
func (t Table) GrewFrom(before Table) bool {
	if before.last == nil || t.Seq() < before.Seq() {
		return false
	}
	e := t.entryAt(before.Seq())
	return e != nil && e.Event.Seq == before.Seq() && same(e.Event.Facts, before.last.Event.Facts) &&
		sameMap(t.undone, before.undone) && same(t.rights, before.rights) && t.namesAs(before)
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

// likened is what a seat sees of a table, made of what it saw before as far as
// that is still so; and whether all of it is.
func (s state) likened(was state) (out state, all bool) {
	all = reflect.DeepEqual(s.listless(), was.listless()) && len(s.characters) == len(was.characters)
	for i, c := range s.characters {
		if j := was.index(c.ID); j >= 0 && c.alike(was.characters[j]) {
			s.characters[i] = was.characters[j]
		}
		all = all && i < len(was.characters) && s.characters[i] == was.characters[i]
	}
	s.pending, all = like(s.pending, was.pending, all)
	s.rolls, all = like(s.rolls, was.rolls, all)
	s.effects, all = like(s.effects, was.effects, all)
	s.follow, all = like(s.follow, was.follow, all)
	s.asks, all = like(s.asks, was.asks, all)
	return s, all
}

// listless is s without the lists in it.
func (s state) listless() state {
	s.characters, s.pending, s.rolls, s.effects, s.follow, s.asks = nil, nil, nil, nil, nil, nil
	return s
}

func like[T any](list, was []T, all bool) ([]T, bool) {
	if len(list) == len(was) && reflect.DeepEqual(list, was) {
		return was, all
	}
	return list, false
}
