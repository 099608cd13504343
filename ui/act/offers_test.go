package act

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/turn"
	"example.org/fray/ui/uitest"
)

// What a player can do is worked out once, and again after an act.
func TestOffersAfterAWound(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c := g.Table.Characters()[0]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	m := NewMemory(nil)
	var seen model.Table
	frame := func() pane.Frame {
		seen = view.Follow(seen, g.Table, seat)
		return pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen"}
	}
	work, ok := m.Offer(frame()).(pane.Fetch)
	if !ok {
		t.Fatal("nothing is worked out")
	}
	work.Then(frame(), work.Run())
	if w := m.Offer(frame()); w != nil || len(m.offered.list) == 0 {
		t.Errorf("without a change: %T, %d offers", w, len(m.offered.list))
	}
	g.Must(t, model.Write{Who: c.ID, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}})
	if w := m.Offer(frame()); w == nil {
		t.Error("after a wound nothing is worked out")
	}
}

// What was rolled for the order of a round is not the first thing that is offered in
// it again.
func TestOrderIsOfferedLast(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	c := g.Table.Characters()[0]
	m := NewMemory(nil)
	order, _ := d6.System.Action("initiative")
	m.keep(Draft{Who: c.ID, System: "d6", Action: order.ID}, order)
	places := func() (first, last string) {
		all := m.wanted(pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: "d6"}, c, d6.System)
		return all[0].action.ID, all[len(all)-1].action.ID
	}
	if first, _ := places(); first != order.ID {
		t.Errorf("what was done last is not first, but %s", first)
	}
	g.Must(t, model.RollOrder{Quick: true})
	if first, last := places(); first == order.ID || last != order.ID {
		t.Errorf("the order is rolled: %s is offered first, %s last", first, last)
	}
}

// happens does one thing at the table, which may be refused.
func happens(g *uitest.Memory, r *rand.Rand, s *engine.System, everybody []*model.Character) {
	all := g.Table.Characters()
	who, foe := all[r.IntN(len(all))], all[r.IntN(len(all))]
	page := who.Pages[s.ID]
	var paths []string
	for _, sp := range s.Sheet.Fields() {
		paths = append(paths, sp.ID)
	}
	paths = append(paths, page.Paths()...)
	path := paths[r.IntN(len(paths))]
	sp, _ := s.Sheet.Field(path)
	now := s.Sheet.Read(page).Value(path)
	to := now
	switch {
	case sp.Kind == engine.Int:
		to = engine.ValueOf(min(sp.Most, max(sp.Least, now.Int()+r.IntN(9)-4)))
	case sp.Kind == engine.Bool:
		to = engine.ValueOf(!now.Bool())
	case sp.Options != nil:
		to = engine.ValueOf(sp.Options[r.IntN(len(sp.Options))])
	}
	write := model.Write{Who: who.ID, System: s.ID, Set: []model.Change{{Field: path, To: to}}}
	edit := *who
	edit.Name, edit.Guard, edit.Notes = who.Name+"x", r.IntN(2) == 0, "seen"
	if r.IntN(2) == 0 {
		edit.Shown = []string{"", "open", "met"}[r.IntN(3)]
	}
	a := s.Actions[r.IntN(len(s.Actions))]
	begin := model.Begin{Who: who.ID, System: s.ID, Action: a.ID}
	if a.Need != engine.Alone && foe != who {
		begin.Against = []string{foe.ID}
	}
	cmds := []model.Command{write, write, write, write, write, begin, begin, begin, model.Next{}, model.Undo{}, model.Redo{}, model.Scene{}, model.Note{Text: "so"},
		model.Edit{Who: who.ID, Character: edit},
		model.Return{Who: everybody[r.IntN(len(everybody))].ID}}
	if len(all) > 2 {
		cmds = append(cmds, model.Leave{Who: who.ID})
	}
	if rules := s.House.Fields(); len(rules) > 0 {
		sp := rules[r.IntN(len(rules))]
		if all := ruleValues(sp); all != nil {
			cmds = append(cmds, model.SetHouse{System: s.ID, Rule: sp.ID, Value: all[r.IntN(len(all))]})
		}
	}
	if _, ok := s.Modifiable(path); ok {
		cmds = append(cmds, model.AddEffect{Who: who.ID, Words: "bane", Until: model.ByMoment, Rounds: 1, Adds: []model.Add{{System: s.ID, Field: path, N: 2}}})
	}
	_, _ = g.Do(uitest.GM, cmds[r.IntN(len(cmds))])
	for _, roll := range g.Table.Rolls() {
		if step, err := g.Table.Step(roll); err == nil && step.Open != nil && r.IntN(3) > 0 {
			if a, ok := step.Open.Nothing(); ok {
				_, _ = g.Do(uitest.GM, model.Answer{Roll: roll.ID, At: len(roll.Tape), Answer: a})
			}
		}
	}
}

// Whatever happens at a table, what was kept of a player's offers is what they
// would be if all of them were worked out now.
func TestOffersAreNeverOld(t *testing.T) {
	for i, s := range systems.All() {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 61))
			g := uitest.Seated(t, s)
			all := g.Table.Characters()
			g.Must(t, decide.AssignOwner(all[0], "Mira"), decide.AssignOwner(all[1], "Ben"))
			memories, seen := []*Memory{NewMemory(nil), NewMemory(nil)}, make([]model.Table, 2)
			stood, worked, counted := 0, 0, 0
			steps := 50
			if *long {
				steps = 120
			}
			for range steps {
				happens(g, r, s, all)
				for n, m := range memories {
					seat := model.Seat{Role: model.Player, Name: []string{"Mira", "Ben"}[n]}
					seen[n] = view.Follow(seen[n], g.Table, seat)
					f := pane.Frame{Table: seen[n], Seat: seat, Selected: all[n].ID, System: s.ID}
					c := f.Here()
					if c == nil {
						continue
					}
					if r.IntN(9) == 0 {
						a := s.Actions[r.IntN(len(s.Actions))]
						d := Draft{Who: c.ID, System: s.ID, Action: a.ID}
						d.Against = m.foes(f.Table, c, d)
						m.keep(d, a)
					}
					if work, ok := m.Offer(f).(pane.Fetch); ok {
						worked++
						work.Then(f, work.Run())
					} else {
						stood++
					}
					fresh := *m
					fresh.offered = offered{}
					now := fresh.offersNow(f, c, s)
					want := turn.Behind(now)
					for k, x := range want.all {
						if m.offered.who != c.ID || k >= len(m.offered.all) {
							t.Fatalf("%d offers are kept, and there are %d", len(m.offered.all), len(want.all))
						}
						y := m.offered.all[k]
						if y.label() != x.label() || y.price != x.price || y.whyNot != x.whyNot || y.there != x.there || !slices.Equal(y.against, x.against) || !y.params.Equal(x.params) {
							t.Fatalf("%s at %v is kept as %q %q, and is %q %q", y.label(), y.against, y.price, y.whyNot, x.price, x.whyNot)
						}
						counted++
					}
					if x := m.offered; x.system != want.system || x.unable != want.unable || x.whyNot != want.whyNot || len(x.list) != len(want.list) {
						t.Fatal("what is offered is not what was worked out")
					}
				}
			}
			if stood == 0 || worked < 20 || counted < steps*len(s.ActionIDs()) { // each action is offered
				t.Errorf("%d times it stood, %d times it was worked out, %d offers", stood, worked, counted)
			}
		})
	}
}
