package uitest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Mira and Tom are the players of a [Fight].
var (
	Mira = model.Seat{Role: model.Player, Name: "Mira"}
	Tom  = model.Seat{Role: model.Player, Name: "Tom"}
)

// Fight is a fight at a table with the rules of hosting: heroes of two players against foes
// whom they know by name only. In each step random people do random things, and see is
// called after it.
func Fight(tb testing.TB, s *engine.System, seed uint64, steps int, see func(g *Memory)) {
	tb.Helper()
	g := New()
	rules := AllRules()
	rules[s.ID] = s
	g.Table = model.New(rules)
	rnd := rand.New(rand.NewPCG(seed, 11))
	g.Throw = func(d engine.Dice, _ bool) engine.Faces {
		var faces engine.Faces
		for d.Missing(faces) > 0 {
			faces = append(faces, d.Low+rnd.IntN(d.High-d.Low+1))
		}
		return faces
	}
	g.Must(tb, model.Make{Name: s.Name, System: s.ID})
	for _, c := range g.Table.HostingRules() {
		g.Must(tb, c)
	}
	for i := range max(4, min(6, len(s.Templates))) {
		tpl := Template(s, i)
		c := model.Character{Name: tpl.Name, Pages: map[string]engine.Page{s.ID: tpl.Page}, Side: engine.Foes, Shown: model.ShownNameOnly}
		if i%2 == 0 {
			c.Owner, c.Side, c.Shown = []string{"Mira", "Tom"}[i/2%2], engine.Heroes, model.ShownOpen
		}
		if i >= len(s.Templates) {
			c.Name += " 2"
		}
		g.Must(tb, model.Join{Character: c})
	}
	for range steps {
		g.step(rnd, s)
		see(g)
	}
}

// step does one random thing, of which much is refused: an open question is answered, a
// follow-up is taken up, somebody acts, or time passes.
func (g *Memory) step(rnd *rand.Rand, s *engine.System) {
	if rolls := g.Table.Rolls(); len(rolls) > 0 && rnd.IntN(3) > 0 {
		g.answers(rnd, rolls[rnd.IntN(len(rolls))])
		return
	}
	if all := g.Table.FollowUps(); len(all) > 0 && rnd.IntN(3) == 0 {
		u := all[rnd.IntN(len(all))]
		_, _ = g.Do(GM, decide.TakesUp(g.Table, u))
		return
	}
	if rnd.IntN(5) == 0 {
		_, _ = g.Do(GM, model.Next{})
		return
	}
	attacks := slices.DeleteFunc(slices.Clone(s.Actions), func(a *engine.Action) bool { return !a.Attack() })
	if len(attacks) > 0 && rnd.IntN(4) > 0 && g.interrupts(rnd, s, attacks) {
		return
	}
	all := g.Table.Characters()
	for range 8 { // until something is not refused
		who, a := all[rnd.IntN(len(all))], s.Actions[rnd.IntN(len(s.Actions))]
		if len(attacks) > 0 && rnd.IntN(2) == 0 {
			a = attacks[rnd.IntN(len(attacks))]
		}
		c := model.Begin{Who: who.ID, System: s.ID, Action: a.ID}
		if a.Need != engine.Alone {
			for _, o := range rnd.Perm(len(all)) {
				if who.Opposes(all[o]) {
					c.Against = []string{all[o].ID}
				}
			}
		}
		if _, err := g.Do(GM, c); err == nil {
			return
		}
	}
}

// interrupts has a character of a player attacked who has something under way, a moment after
// they began it: they may then give it up for a defence. It returns false if there is nobody
// of whom the rules allow it.
func (g *Memory) interrupts(rnd *rand.Rand, s *engine.System, attacks []*engine.Action) bool {
	for _, p := range g.Table.Pending() {
		whom, ok := g.Table.Character(p.Who)
		if !ok || whom.Owner == "" || p.Passive || p.Due <= g.Table.Clock.Moment+1 {
			continue
		}
		if p.Start >= g.Table.Clock.Moment {
			_, _ = g.Do(GM, model.Go{Moment: g.Table.Clock.Moment + 1})
		}
		for _, o := range g.Table.Characters() {
			for _, i := range rnd.Perm(len(attacks)) {
				if !o.Opposes(whom) {
					break
				}
				if _, err := g.Do(GM, model.Begin{Who: o.ID, Against: []string{p.Who}, System: s.ID, Action: attacks[i].ID}); err != nil {
					continue
				}
				for range 20 { // until the attack is on its way
					if rolls := g.Table.Rolls(); len(rolls) > 0 && rolls[len(rolls)-1].Who == o.ID {
						g.answers(rnd, rolls[len(rolls)-1])
					}
				}
				return true
			}
		}
	}
	return false
}

// answers answers the open question of a roll at random, as the gamemaster.
func (g *Memory) answers(rnd *rand.Rand, r model.Roll) {
	step, err := g.Table.Step(r)
	if err != nil || step.Open == nil {
		return
	}
	a, ok := step.Open.Nothing()
	if step.Open.Wants == engine.Picking && rnd.IntN(2) == 0 {
		a, ok = step.Open.Picked(step.Open.Options[rnd.IntN(len(step.Open.Options))].ID), true
	}
	_, _ = g.Do(GM, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !ok})
}
