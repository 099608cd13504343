package model

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
)

// Free gives those who may begin something now, in the order of the roster:
// in the middle of nothing, neither before nor behind their turn, with actions
// left of those declared, and kept from it by nothing that holds for them.
func (t Table) Free() []string {
	var out []string
	for _, c := range t.idle() {
		if t.able(c, t.Clock.Moment) {
			out = append(out, c.ID)
		}
	}
	return out
}

// idle are those whom neither an action nor the order of turns keeps.
func (t Table) idle() []*Character {
	return slices.DeleteFunc(t.Characters(), func(c *Character) bool { return t.busy(c.ID) || !t.inTurn(c) })
}

// frees gives those who can begin nothing now and can a moment later: what is
// started keeps from another start for a moment.
func (t Table) frees() []*Character {
	now := t.Clock.Moment
	return slices.DeleteFunc(t.idle(), func(c *Character) bool { return t.able(c, now) || !t.able(c, now+1) })
}

// busy reports whether somebody is in the middle of something now.
func (t Table) busy(who string) bool {
	return slices.ContainsFunc(t.pending, func(p Pending) bool { return p.Who == who && !p.Passive && p.Due > t.Clock.Moment }) ||
		slices.ContainsFunc(t.rolls, func(r Roll) bool { return r.Who == who && r.Parked == "" })
}

// inTurn reports whether the order of turns lets somebody act now: it is their
// turn, they wait for something, or there is no order for them.
func (t Table) inTurn(c *Character) bool {
	if x, ok := t.Declared(c.ID); ok && x.Done >= x.Actions {
		return false
	}
	if _, waits := t.Waits(c.ID); waits || t.Clock.Turn == c.ID {
		return true
	}
	if t.Time().PerRound == 0 {
		return t.Clock.Turn == ""
	}
	_, rolled := t.Score(c.ID)
	if c.glimpse != nil {
		rolled = slices.Contains(t.Clock.Order, c.ID)
	}
	return !rolled
}

// able reports whether any of the active actions of somebody could begin at a
// moment, if all stays as it is. Nobody expects it of who is down.
func (t Table) able(c *Character, m int) bool {
	if c.glimpse != nil {
		return !c.glimpse.down // nothing else is known of it
	}
	if t.could == nil {
		return t.begins(c, m)
	}
	t.could.at(t)
	return once(t.could.begin, chance{c, "", m}, func() bool { return t.begins(c, m) })
}

// begins is able, worked out.
func (t Table) begins(c *Character, m int) bool {
	for _, sys := range c.Systems() {
		s, ok := t.rules[sys]
		if !ok || down(s, t.View(c, sys)) {
			continue
		}
		for _, a := range s.Actions {
			if a.Mode != engine.Active {
				continue
			}
			r := Roll{Who: c.ID, System: sys, Action: a.ID, manner: manner{ByPlayer: t.part != nil}, Moment: m}
			r.known = known{sheets: t.sheets(r), house: t.House[sys], force: t.forces(r)}
			if in, err := t.InputsOf(r); err == nil && in.WhyNot() == "" {
				return true
			}
		}
	}
	return false
}

// Recalling is the table with what was worked out for one before it, and is for
// this one, of who may begin something, what everybody pays and what ends: it
// takes a rule for each action of everybody. It is for one goroutine, as the one before must
// have been.
func (t Table) Recalling(before Table) Table {
	if t.could = before.could; t.could == nil {
		t.could = &could{}
	}
	return t
}

// could is who was able to begin something, what a payment came to, and which
// states of whom end.
type could struct {
	begin map[chance]bool
	pay   map[chance]paying
	mark  map[chance][]Running
	was   state // what else it was worked out from
}

type chance struct {
	who    *Character
	system string // "" for all of them
	moment int
}

// paying is a payment that is coming, if there is anything to pay.
type paying struct {
	Coming
	ok bool
}

// at forgets what may be otherwise at a table.
func (x *could) at(t Table) {
	if !same(t.effects, x.was.effects) || !sameMap(t.House, x.was.House) || t.Clock.Scene != x.was.Clock.Scene || t.Clock.Began != x.was.Clock.Began ||
		!slices.Equal(t.Clock.Declared, x.was.Clock.Declared) || t.System != x.was.System || len(x.begin)+len(x.pay)+len(x.mark) > 12*len(t.characters) {
		x.begin, x.pay, x.mark = map[chance]bool{}, map[chance]paying{}, map[chance][]Running{}
	}
	x.was = state{effects: t.effects, House: t.House, Clock: t.Clock, System: t.System}
}

// once works something out, unless that is known.
func once[V any](known map[chance]V, of chance, work func() V) V {
	v, ok := known[of]
	if !ok {
		v = work()
		known[of] = v
	}
	return v
}

// down reports whether a rulebook marks somebody gravely: unconscious, dying.
func down(s *engine.System, v engine.View) bool {
	return s.Marks != nil && slices.ContainsFunc(s.Marks(v), func(m engine.Mark) bool { return m.Grave })
}

// Falls is the moment at which a pending action will happen: when it is due
// or, where its rule puts it off then, later.
func (t Table) Falls(p Pending) int { return p.Due + t.putOff(p, max(p.Due, t.Clock.Moment)) }

// wears lists what a rulebook lets end for characters after now: surprise, a
// power that runs out.
func (t Table) wears() []Running {
	var out []Running
	for _, c := range t.Characters() {
		for _, sys := range c.Systems() {
			out = append(out, t.marked(c, sys)...)
		}
	}
	return slices.DeleteFunc(out, func(r Running) bool { return r.At <= t.Clock.Moment })
}

// Before lists what comes until moment m, m included, that somebody could act
// on: pending actions, and what ends. Payments are left out, and turns of those
// who have acted or are down.
func (t Table) Before(m int) []Coming {
	var out []Coming
	for _, p := range t.Pending() {
		if at := t.Falls(p); at <= m && !t.passesOver(p) {
			if c, ok := t.coming(happening{Moment: at, Pending: &p, Who: p.Who, System: p.System}); ok {
				out = append(out, c)
			}
		}
	}
	for _, e := range t.effects {
		if (e.Until == ByMoment || e.Until == ByTime) && e.At <= m {
			out = append(out, Coming{Moment: e.At, Who: e.Who, Words: e.Words, Ends: true})
		}
	}
	for _, r := range t.wears() {
		if r.At <= m {
			out = append(out, Coming{Moment: r.At, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	slices.SortStableFunc(out, func(a, b Coming) int { return cmp.Compare(a.Moment, b.Moment) })
	return out
}
