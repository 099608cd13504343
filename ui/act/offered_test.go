package act

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

var fights = flag.Int("fights", 1, "how many random fights each rulebook has, looked at after every step if there are several")

// Whatever a screen offers can be done: an entry of a list, a question about an attack, a
// follow-up to which it goes on. It is begun as a dry run at the whole table, in random
// positions of fights in all rulebooks; what it would call off is said beside it.
func TestWhatIsOfferedCanBeDone(t *testing.T) {
	offered, called, attacked, gave := 0, 0, 0, 0
	defer func() {
		t.Logf("%d actions, %d follow-ups and %d defences were offered, and %d gave something up", offered, called, attacked, gave)
	}()
	for _, s := range uitest.Books() {
		for seed := range uint64(*fights) {
			step := 0
			uitest.Fight(t, s, seed, 30, func(g *uitest.Memory) {
				step++
				for i, seat := range []model.Seat{uitest.Mira, uitest.Tom, uitest.GM} {
					f := pane.Frame{Table: view.SeenBy(g.Table, seat), Seat: seat, Look: uitest.Look(kit.Mono), System: s.ID}
					if *fights == 1 && step%6 != 2*i && len(scene.CalledDefences(f.Table, seat)) == 0 { // the long form looks at all
						continue
					}
					m := NewMemory(nil)
					allowed := func(what, words string, d scene.Draft) {
						t.Helper()
						facts, err := decide.Decide(g.Table, seat, d.Command(), nil)
						if err != nil && !strings.Contains(err.Error(), "only the gamemaster knows") {
							t.Errorf("%s: %s %q is offered to %s, and refused: %v", s.ID, what, words, seat.Name, err)
						}
						for _, x := range facts {
							if off, ok := x.(model.Cancelled); ok && d.Abort {
								if gave++; !strings.Contains(words, "calls off") || !strings.Contains(words, g.Table.ActionName(off.Pending.System, off.Pending.Of)) {
									t.Errorf("%s: %s %q does not say that it calls off %s", s.ID, what, words, off.Pending.Of)
								}
							}
						}
					}
					for _, c := range f.Table.Characters() {
						if !seat.Owns(c) || seat == uitest.GM && c.Owner != "" {
							continue
						}
						all := m.all(f, m.Listed(f.Table, f.Seat), c, s, nil)
						for _, o := range all {
							if o.WhyNot == "" {
								offered++
								allowed("action", o.Label(), o.Draft)
							}
						}
					}
					for _, a := range scene.CalledDefences(f.Table, seat) {
						attacked++
						none, defences := scene.DefencesAgainst(f.Table, a)
						if len(defences) == 0 {
							t.Errorf("%s: %s is asked though nothing can be chosen", s.ID, seat.Name)
						}
						for _, u := range slices.Concat(none, defences) {
							x := scene.CalledOf(f.Table, seat, u)
							allowed("defence", view.ChoiceName(f.Table, u, defences)+" "+x.Gives, x.Draft)
						}
						if words := scene.AttackWords(f.Table, a); !strings.Contains(words, " attacks ") {
							t.Errorf("%s: %q names no attacker", s.ID, words)
						}
						if _, err := decide.Decide(g.Table, seat, scene.NoDefence(a), nil); err != nil {
							t.Errorf("%s: doing nothing is offered, and refused: %v", s.ID, err)
						}
					}
					if all := follows(f); len(all) > 0 && goesOn(f) {
						called++
						if x := scene.CalledOf(f.Table, seat, all[0]); !scene.PreviewOf(f.Table, seat, x.Draft).Lacks {
							allowed("follow-up", x.Gives, x.Draft)
						}
					}
				}
			})
		}
	}
	if offered < 500 || called < 5 || gave == 0 {
		t.Error("too little was offered")
	}
}

// A hero of Mira's who has acted in this segment is attacked in it: the rules refuse every
// defence, so nobody is asked and nothing waits. In a later segment, with a blow of the
// hero's own under way, the question says on all ways what is given up for it, and against
// whom it defends; once it has ended, its form does nothing.
func TestNobodyIsAskedForARefusedDefence(t *testing.T) {
	g := uitest.Seated(t, supermen.System)
	for _, c := range g.Table.HostingRules() {
		g.Must(t, c)
	}
	all := g.Table.Characters()
	hero, first, second := all[0], all[1], all[2]
	g.Must(t, decide.AssignOwner(hero, "Mira"))
	strike := func(who, whom *model.Character) {
		g.Must(t, model.Begin{Who: who.ID, Against: []string{whom.ID}, System: "supermen", Action: "combat", Params: engine.PageOf("situation", 9)})
		g.ThrowAll(t)
	}
	mira := uitest.Mira
	asked := func() (model.Table, []decide.Attack) {
		seen := view.SeenBy(g.Table, mira)
		return seen, scene.CalledDefences(seen, mira)
	}
	strike(hero, second)
	strike(first, hero)
	if seen, now := asked(); len(now) != 0 || len(decide.Attacks(g.Table)) != 0 || len(seen.FollowUps()) != 0 || scene.WaitedFor(g.Table, nil, nil)[mira] != "" {
		t.Errorf("asked for a defence that is refused: %+v, %+v, waits for %v", now, seen.FollowUps(), scene.WaitedFor(g.Table, nil, nil))
	}
	g.Must(t, model.Go{Moment: g.Table.Clock.Moment + 1})
	strike(second, hero)
	seen, now := asked()
	if len(now) != 1 || scene.WaitedFor(g.Table, nil, nil)[mira] != "to defend" {
		t.Fatalf("asked are %+v", now)
	}
	_, defences := scene.DefencesAgainst(seen, now[0])
	x := scene.CalledOf(seen, mira, defences[0])
	if !strings.HasPrefix(x.Gives, "calls off your Combat Roll at segment ") || x.Chance == "" || !slices.Equal(x.Draft.Against, []string{second.ID}) {
		t.Errorf("offered is %+v", x)
	}
	if got, want := scene.AttackWords(seen, now[0]), second.Name+" attacks "+hero.Name; got != want {
		t.Errorf("the attack is told as %q, not %q", got, want)
	}
	f := pane.Frame{Table: seen, Seat: mira, Look: uitest.Look(kit.Mono), System: "supermen"}
	f.W, f.H = 90, 30
	o, _ := newForm(seen, x.Draft)
	o.begin(f)
	if text := uitest.Plain(o.Draw(f)); !strings.Contains(text, "calls off your Combat Roll") || !strings.HasPrefix(o.About(f).Title, second.Name+" attacks "+hero.Name) {
		t.Errorf("the form does not say what is given up, or who attacks: %s\n%s", o.About(f).Title, text)
	}
	if err := decideAs(g, mira, scene.NoDefence(now[0])); err != nil {
		t.Fatal(err)
	}
	f.Table = view.SeenBy(g.Table, mira)
	if words, over := Settled(f, o, ""); !over || !strings.Contains(words, "no longer needed") {
		t.Errorf("the form stays open: %q, %v", words, over)
	}
	before := len(g.Table.Pending())
	if err := decideAs(g, mira, x.Draft.Command()); err == nil || len(g.Table.Pending()) != before {
		t.Errorf("an answer to a question that has ended is carried out: %v", err)
	}
}

func decideAs(g *uitest.Memory, seat model.Seat, c model.Command) error {
	_, err := g.Do(seat, c)
	return err
}
