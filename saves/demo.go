package saves

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// The demo's table, and the rulebook it is played by where no other is named.
const (
	demoName   = "The Vault Job"
	demoPlace  = "The roof of the Meridian Bank"
	demoSystem = "supermen"
)

const (
	demoHeroes = 2
	demoFoes   = 6
	demoActs   = 60 // acts and steps of the clock at most before the screen opens
	demoTries  = 30 // fights at most, each with dice of its own, until one is in full swing

	demoSeed = 15 // of forty, the one whose fights are soonest in full swing
)

// Demo makes a table in memory on which two heroes fight six foes by the given rulebook,
// or by Men & Supermen for "". It has to stand before the first frame, and nothing of it is
// kept.
func Demo(index Index, rules model.Rulebooks, deps Deps, system string) (*Live, error) {
	l := newLive(NewMemory(), index, rules, deps)
	d := tellDemo(rules, cmp.Or(system, demoSystem), deps.Now())
	if err := l.log.Append(context.Background(), 0, d.lines); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	l.appended(d)
	l.wrote = false
	return l, l.begin()
}

// tellDemo plays the demo's history, which ended just before now. Not every fight is in
// full swing when its second round begins: the first that is becomes the demo.
func tellDemo(rules model.Rulebooks, system string, now time.Time) *draft {
	if rules[system] == nil {
		system = slices.Min(slices.Collect(maps.Keys(rules)))
	}
	var s *story
	for try := range demoTries {
		at, seeds := now.Add(-2*time.Minute), fmt.Sprint(demoSeed, " ", system, " ", try)
		s = &story{sys: rules[system], struck: map[engine.Side]int{}, acted: map[string]int{}, spends: try%2 == 1, draft: &draft{table: model.New(rules), place: "the demo's own history", deps: Deps{
			Now: func() time.Time { at = at.Add(time.Second); return at },
			Seed: func() [32]byte {
				seed := sha256.Sum256([]byte(seeds))
				seeds += "'"
				return seed
			},
		}}}
		s.gather()
		if s.fight() {
			break
		}
	}
	return s.draft
}

// story tells the demo.
type story struct {
	*draft
	sys    *engine.System
	heroes []string
	struck map[engine.Side]int // how many blows each side has begun
	acted  map[string]int      // the round in which somebody acted last
	spends bool                // see likely
}

// do does what the history has next; false where the rulebook refuses it, which leaves
// it out.
func (s *story) do(c model.Command) bool { return s.draft.do(job{by: program, command: c}).err == nil }

// gather brings the heroes and the foes from the rulebook's templates. A rulebook without
// a template of a foe has its last hero for one.
func (s *story) gather() {
	s.do(model.Make{Name: demoName, System: s.sys.ID})
	var heroes []engine.Template
	var foe *engine.Template
	for i, tpl := range s.sys.Templates {
		switch {
		case tpl.Side == engine.Foes && foe == nil:
			foe = &s.sys.Templates[i]
		case tpl.Side == engine.Heroes && len(heroes) < demoHeroes:
			heroes = append(heroes, tpl)
		}
	}
	join := func(name string, side engine.Side, tpl engine.Template) {
		c := model.FromTemplate(s.sys, tpl)
		c.Name, c.Side = name, side
		s.do(model.Join{Character: c})
	}
	for _, tpl := range heroes {
		join(tpl.Name, engine.Heroes, tpl)
	}
	for _, c := range s.table.Characters() {
		s.heroes = append(s.heroes, c.ID)
	}
	names := footpads
	switch {
	case foe == nil && len(s.sys.Templates) == 0:
		return
	case foe == nil:
		foe = &s.sys.Templates[min(demoHeroes, len(s.sys.Templates)-1)]
	case foe.Name != "Footpad":
		names = func(n int) string { return fmt.Sprintf("%s %d", foe.Name, n+1) }
	}
	for n := range demoFoes {
		join(names(n), engine.Foes, *foe)
	}
}

// footpads names the foes of a rulebook that has no names for them.
func footpads(n int) string {
	if n == 0 {
		return "Footpad"
	}
	return fmt.Sprint("Thug ", n)
}

// fight plays until the first hero may act in the middle of round 2. It reports whether
// the fight is in full swing then.
func (s *story) fight() bool {
	s.do(model.Scene{Place: demoPlace})
	s.do(model.Note{Text: "Nine minutes until the guards change. The skylight is wired."})
	s.do(model.Note{Text: "The alarm goes off."})
	s.do(model.Undo{})
	s.do(model.Note{Text: "The guard's cards: two aces, and a key that fits the cage.", Private: true})
	s.do(model.RollOrder{Quick: true})
	if len(s.heroes) == 0 {
		return true // nobody fights by such a rulebook
	}
	for step := range demoActs {
		if s.inFullSwing() {
			return true
		}
		if slices.ContainsFunc(s.heroes, s.table.IsDown) || s.losing(s.heroes[0]) {
			return false
		}
		switch who := s.next(step); {
		case s.table.Clock.OrderDue:
			s.do(model.RollOrder{Quick: true})
		case who != "":
			s.strike(who, s.facing(who, step))
		case !s.do(model.Next{}):
			return false
		}
		s.settle()
	}
	return false
}

// next is who acts next: one of those who may and have not yet done so in this round, the
// first foe before all others; "" for nobody. Foes strike hardly oftener than heroes: two
// against six would not see round 2 otherwise.
func (s *story) next(step int) string {
	free := slices.DeleteFunc(s.free(), func(id string) bool {
		return s.acted[id] == s.round() || s.isFoe(id) && id != s.leader() && s.struck[engine.Foes] > s.struck[engine.Heroes]
	})
	switch {
	case len(free) == 0:
		return ""
	case slices.Contains(free, s.leader()):
		return s.leader()
	}
	return free[step%len(free)]
}

func (s *story) round() int {
	round, _ := s.table.Round(s.table.Clock.Moment)
	return round
}

// leader is the first foe.
func (s *story) leader() string { return s.table.Characters()[len(s.heroes)].ID }

func (s *story) isFoe(who string) bool { return !slices.Contains(s.heroes, who) }

// inFullSwing reports whether the first hero may act in round 2. Where acts take time, a
// blow of the first foe is on its way to that hero and the other hero is at work.
func (s *story) inFullSwing() bool {
	free := s.free()
	began := s.round() >= 2 || !s.takesTime() && !s.takesTurns() && s.struck[engine.Foes] > demoHeroes
	if !began || s.table.Clock.OrderDue || !slices.Contains(free, s.heroes[0]) {
		return false
	}
	threatened := slices.ContainsFunc(s.table.Pending(), func(p model.Pending) bool {
		return p.Who == s.leader() && slices.Contains(p.Against, s.heroes[0])
	})
	return !s.takesTime() || threatened && !slices.Contains(free, s.heroes[len(s.heroes)-1])
}

// free are who may act now: whose turn it is, or all who are free where nobody has turns.
func (s *story) free() []string {
	free := decide.Free(s.table)
	if turn := s.table.Clock.Turn; s.takesTurns() && (turn != "" || decide.NextDue(s.table).Turn != "") {
		free = slices.DeleteFunc(free, func(id string) bool { return id != turn })
	}
	return free
}

// losing reports whether a hero has lost more than half of their life.
func (s *story) losing(hero string) bool {
	c, _ := s.table.Character(hero)
	sheet := s.sys.Sheet.Read(c.Pages[s.sys.ID])
	return slices.ContainsFunc(s.sys.Pools, func(p engine.Pool) bool {
		return p.Kind == "life" && 2*p.Now(sheet) < p.Full.Of(sheet)
	})
}

// takesTurns reports whether one acts after the other in a round.
func (s *story) takesTurns() bool { return !s.takesTime() && s.sys.Time.Round != "scene" }

// takesTime reports whether acts take time by the rulebook's clock.
func (s *story) takesTime() bool { return s.sys.Time.PerRound > 0 && !s.sys.Time.Down }

// facing is whom somebody goes for: one of the other side who can still act. In round 2
// the first foe goes for the first hero.
func (s *story) facing(who string, step int) string {
	if who == s.leader() && s.round() == 2 {
		return s.heroes[0]
	}
	var of []string
	for _, c := range s.table.Characters() {
		if s.isFoe(c.ID) != s.isFoe(who) && !s.table.IsDown(c.ID) {
			of = append(of, c.ID)
		}
	}
	if len(of) == 0 {
		return ""
	}
	return of[step%len(of)]
}

// strike lets somebody make their first attack.
func (s *story) strike(who, whom string) {
	s.acted[who] = s.round()
	me, _ := s.table.Character(who)
	all := s.sys.Attacks(me.Pages[s.sys.ID])
	if len(all) > 0 && whom != "" {
		s.struck[me.Side]++
		s.begin(model.Begin{Who: who, Against: []string{whom}, System: s.sys.ID, Action: all[0].Action.ID, Params: all[0].Params})
	}
}

// settle does what earlier acts have called for.
func (s *story) settle() {
	for _, f := range s.table.FollowUps() {
		s.begin(model.Begin{Who: f.Who, Against: f.Against, System: f.System, Action: f.Action, Params: f.Params})
	}
	s.finish()
}

func (s *story) begin(c model.Begin) {
	if s.do(c) {
		s.finish()
	}
}

// finish answers what open rolls ask.
func (s *story) finish() {
	for len(s.table.Rolls()) > 0 {
		r := s.table.Rolls()[0]
		step, err := s.table.Step(r)
		if err != nil || step.Done() || !s.do(model.Answer{Roll: r.ID, Question: r.Question, Answer: s.likely(*step.Open)}) {
			s.do(model.Drop{Roll: r.ID})
			return
		}
	}
}

// likely is what somebody might answer: Quality is divided between attack and defence, and
// the rest is as the form proposes it. Who spends takes the last of several options, which
// is where harm goes into boxes and wounds instead of ending the fight.
func (s *story) likely(q engine.Question) engine.Answer {
	if half := q.Given(engine.Shares{"attack": q.Total - q.Total/2, "defense": q.Total / 2}); q.Wants == engine.Sharing && q.Check(half) == nil {
		return half
	}
	for _, o := range slices.Backward(q.Options) {
		if s.spends && o.WhyNot == "" {
			return q.Picked(o.ID)
		}
	}
	return q.Offered()
}
