package model

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
)

// Free gives those who may begin something now, in the order of the roster:
// in the middle of nothing, neither before nor behind their turn, with actions
// left of those declared, and kept from it by nothing that holds for them. Who rests
// may break that off, and is not waited for.
func (t Table) Free() []string {
	out := make([]string, 0, len(t.characters))
	for _, c := range t.characters {
		if !c.Left && !t.busy(c.ID) && !t.rests(c) && t.inTurn(c) && t.able(c, t.Clock.Moment) {
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
	return slices.DeleteFunc(t.idle(), func(c *Character) bool {
		return t.able(c, now) || t.rests(c) || !t.able(c, now+1)
	})
}

// rests reports whether somebody has lain down to rest.
func (t Table) rests(c *Character) bool {
	return slices.ContainsFunc(t.pending, func(p Pending) bool {
		return p.Who == c.ID && slices.ContainsFunc(t.Rests(p.System), func(r engine.Rest) bool { return r.Action == p.Of })
	})
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
	return t.onTurn(c)
}

// onTurn is inTurn whatever somebody has done already.
func (t Table) onTurn(c *Character) bool {
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
	return once(t.could.begin, chance{c.ID, "", m}, c, func() bool { return t.begins(c, m) })
}

// begins is able, worked out. What somebody was able to begin last is tried first:
// most others may want something of the form.
func (t Table) begins(c *Character, m int) bool {
	for _, sys := range c.Systems() {
		s, ok := t.rules[sys]
		if !ok || down(t.marks(c, s, sys)) {
			continue
		}
		last := ""
		if t.could != nil {
			last = t.could.began[sys]
		}
		if last != "" && t.mayBegin(c, sys, last, m) {
			return true
		}
		for _, a := range s.Actions {
			if a.Mode != engine.Active || a.ID == last || !t.mayBegin(c, sys, a.ID, m) {
				continue
			}
			if t.could != nil {
				t.could.began[sys] = a.ID
			}
			return true
		}
	}
	return false
}

// mayBegin reports whether somebody could begin an action at a moment, with nothing
// in its form.
func (t Table) mayBegin(c *Character, system, action string, m int) bool {
	r := Roll{Who: c.ID, System: system, Action: action, manner: manner{ByPlayer: t.part != nil}, Moment: m}
	r.known = known{sheets: t.sheets(r), house: t.House[system], force: t.forces(r)}
	in, err := t.InputsOf(r)
	return err == nil && in.Begins()
}

// Brief is what the roster shows of a character by a rulebook of this version, and
// the states that it marks.
func (t Table) Brief(c *Character, system string) ([]engine.Block, []engine.Mark) {
	x := t.told(c, t.rules[system], system)
	return x.brief, x.marks
}

// told is what a rulebook says of a character at once, and which of those states
// end.
type told struct {
	brief []engine.Block
	marks []engine.Mark
	ends  []Running
}

func (t Table) told(c *Character, s *engine.System, system string) told {
	work := func() told {
		v := t.View(c, system)
		out := told{marks: s.Marked(v), brief: s.Brief(v)}
		out.ends = t.ending(c, system, out.marks)
		return out
	}
	if t.could == nil {
		return work()
	}
	t.could.at(t)
	return once(t.could.told, chance{c.ID, system, t.Clock.Moment}, c, work)
}

// marks are the states that a rulebook marks.
func (t Table) marks(c *Character, s *engine.System, system string) []engine.Mark {
	if t.could == nil {
		return s.Marked(t.View(c, system))
	}
	return t.told(c, s, system).marks
}

// Recalling is the table with what was worked out for one before it, and is for
// this one, of who may begin something, what everybody pays, what the roster shows
// of them and what ends: it takes a rule for each action of everybody. It is for one
// goroutine, as the one before must have been.
func (t Table) Recalling(before Table) Table {
	if t.could = before.could; t.could == nil {
		t.could = &could{}
	}
	return t
}

// could is who was able to begin something, what a payment came to, and what is
// told of whom.
type could struct {
	begin map[chance]recalled[bool]
	pay   map[chance]recalled[paying]
	told  map[chance]recalled[told]
	began map[string]string // by rulebook, the action that somebody was able to begin last
	was   state             // what else it was worked out from
}

type chance struct {
	who    string
	system string // "" for all of them
	moment int
}

// recalled is what was worked out for a character.
type recalled[V any] struct {
	of *Character
	is V
}

// paying is a payment that is coming, if there is anything to pay.
type paying struct {
	Coming
	ok bool
}

// at forgets what may be otherwise at a table.
func (x *could) at(t Table) {
	if !same(t.effects, x.was.effects) || !sameMap(t.House, x.was.House) || t.Clock.Scene != x.was.Clock.Scene || t.Clock.Began != x.was.Clock.Began ||
		!slices.Equal(t.Clock.Declared, x.was.Clock.Declared) || t.System != x.was.System || len(x.begin)+len(x.pay)+len(x.told) > 12*len(t.characters) {
		x.begin, x.pay, x.told = map[chance]recalled[bool]{}, map[chance]recalled[paying]{}, map[chance]recalled[told]{}
		x.began = map[string]string{}
	}
	x.was = state{effects: t.effects, House: t.House, Clock: t.Clock, System: t.System}
}

// once works something out of a character, unless that is known.
func once[V any](known map[chance]recalled[V], of chance, c *Character, work func() V) V {
	v, ok := known[of]
	if !ok || v.of != c {
		v = recalled[V]{c, work()}
		known[of] = v
	}
	return v.is
}

// down reports whether a rulebook marks somebody gravely: unconscious, dying.
func down(marks []engine.Mark) bool {
	return slices.ContainsFunc(marks, func(m engine.Mark) bool { return m.Grave })
}

// Falls is the moment at which a pending action will happen: when it is due
// or, where its rule puts it off then, later.
func (t Table) Falls(p Pending) int { return p.Due + t.putOff(p, max(p.Due, t.Clock.Moment)) }

// wears lists what a rulebook lets end for characters after now: surprise, a
// power that runs out.
func (t Table) wears() []Running {
	var out []Running
	for c := range t.here() {
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
