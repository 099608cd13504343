package lines

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// seatedAt returns a console of a seat at a table as it is now.
func seatedAt(g *uitest.Memory, seat model.Seat, out io.Writer) *console {
	return &console{game: g, seat: seat, table: view.SeenBy(g.Table, seat), memory: scene.NewMemory(nil), out: bufio.NewWriter(out), now: time.Now}
}

// Whatever stands with a number in a list of lines can be done, or says what has still to be
// said, and says what it would call off.
func TestWhatIsListedCanBeDone(t *testing.T) {
	listed, gave := 0, 0
	for _, s := range uitest.Books() {
		step := 0
		uitest.Fight(t, s, 2, 20, func(g *uitest.Memory) {
			step++
			seat := []model.Seat{uitest.Mira, uitest.Tom}[step/5%2]
			p := seatedAt(g, seat, io.Discard)
			if step%5 != 0 && len(scene.CalledDefences(p.table, seat)) == 0 {
				return
			}
			allowed := func(o offer) {
				listed++
				facts, err := decide.Decide(g.Table, seat, o.draft.Command(), nil)
				if err != nil && !strings.Contains(o.words, "still to say") && !strings.Contains(err.Error(), "only the gamemaster knows") {
					t.Errorf("%s: %q is listed, and refused: %v", s.ID, o.words, err)
				}
				for _, f := range facts {
					if _, off := f.(model.Cancelled); off && o.draft.Abort {
						if gave++; !strings.Contains(o.words, "calls off") {
							t.Errorf("%s: %q does not say what it calls off", s.ID, o.words)
						}
					}
				}
			}
			for _, c := range p.table.Characters() {
				if !seat.Owns(c) {
					continue
				}
				can, _ := p.offers(c, s)
				for _, o := range can {
					allowed(o)
				}
			}
			for _, of := range view.Choices(p.table.FollowUps()) {
				if c, ok := p.table.Character(of[0].Who); ok && seat.Owns(c) {
					can, _ := p.followUps(of)
					for _, o := range can {
						allowed(o)
					}
				}
			}
			p.newAttack()
		})
	}
	if listed < 200 || gave == 0 {
		t.Errorf("only %d were listed, and %d gave something up", listed, gave)
	}
}

// struck is a table at which a foe's blow at Mira's hero is on its way, while the hero's own
// is.
func struck(t *testing.T) (g *uitest.Memory, hero, foe *model.Character) {
	g = uitest.Seated(t, supermen.System)
	for _, c := range g.Table.HostingRules() {
		g.Must(t, c)
	}
	all := g.Table.Characters()
	hero, foe = all[0], all[1]
	g.Must(t, decide.AssignOwner(hero, "Mira"))
	strike := func(who, whom *model.Character) {
		g.Must(t, model.Begin{Who: who.ID, Against: []string{whom.ID}, System: "supermen", Action: "combat", Params: engine.PageOf("situation", 9)})
		g.ThrowAll(t)
	}
	strike(hero, foe)
	g.Must(t, model.Go{Moment: g.Table.Clock.Moment + 1})
	strike(foe, hero)
	return g, hero, foe
}

// An attack is told with the choices and what they give up; while the form is open and the
// time ends, the form ends, and a line that was meant for it does nothing else.
func TestPlainDefence(t *testing.T) {
	g, hero, foe := struck(t)
	got := talkAs(t, g, uitest.Mira, "follow", "1", "back")
	for _, want := range []string{foe.Name + " attacks " + hero.Name, "1. Combat Roll", "calls off your Combat Roll at segment", "no: no defence", "This calls off your Combat Roll at segment"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}

	var out strings.Builder
	p := seatedAt(g, uitest.Mira, &out)
	times := []time.Duration{0, restAfter / 2, 2 * restAfter} // when the question ends, and each line comes
	p.now = func() time.Time {
		at := time.Unix(0, 0).Add(times[0])
		times = times[1:]
		return at
	}
	changed := make(chan struct{}, 1)
	p.changed = changed
	p.input = input{want: make(chan struct{}, 8), line: make(chan string, 2)}
	of := view.Choices(p.table.FollowUps())[0]
	p.settled = func() bool { return !slices.ContainsFunc(p.table.FollowUps(), of[0].Equal) }
	if _, err := g.Do(uitest.GM, model.NoDefence{Roll: of[0].Origin.Roll, Who: hero.ID}); err != nil {
		t.Fatal(err)
	}
	changed <- struct{}{}
	if text, _ := p.nextLine("which"); text != "" {
		t.Errorf("a question that has ended is answered with %q", text)
	}
	p.settled = nil
	p.input.line <- "1" // meant for the question
	p.input.line <- "2"
	if text, _ := p.nextLine("table"); text != "2" {
		t.Errorf("taken is %q, which was meant for a question that had ended", text)
	}
	_ = p.out.Flush()
	for _, want := range []string{"This is no longer asked.", `when you typed "1", and nothing was done`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not said:\n%s", want, out.String())
		}
	}
}

// In a form SETTING VALUE sets, also where a command has the name of the setting.
func TestSettingsGoBeforeCommands(t *testing.T) {
	for _, s := range uitest.Books() {
		for _, a := range s.Actions {
			for _, sp := range a.ParamsAgainst(1) {
				d := scene.Draft{System: s.ID, Action: a.ID, Against: []string{"x"}}
				if !isSetting(a, d, sp.ID+" 1") || !isSetting(a, d, sp.ID+"=1") {
					t.Errorf("%s, %s: %q is not taken as a setting", s.ID, a.ID, sp.ID)
				}
			}
		}
	}
	got := talk(t, uitest.Seated(t, easiness.System), "1", "pool", "dice 12", "dice", "back")
	if strings.Contains(got, "The dice of this session") || !strings.Contains(got, "12") || strings.Count(got, "Roll against") < 2 && strings.Count(got, "\nRoll") < 2 {
		t.Errorf("dice 12 does not set the dice of the form:\n%s", got)
	}
}

// A list whose rules take long is not waited for: what was not reached stands in it with a number
// all the same, and says so.
func TestSlowListSaysWhatWasNotTried(t *testing.T) {
	const many = 200
	g, s := uitest.Slow(t, "runs", many)
	p := seatedAt(g, uitest.GM, io.Discard)
	can, cannot := p.offers(p.table.Characters()[0], s)
	left := slices.DeleteFunc(slices.Clone(can), func(o offer) bool { return !strings.HasSuffix(o.words, ", "+scene.NotTried) })
	if len(can) != many || len(cannot) > 0 || len(left) == 0 || len(left) == many {
		t.Errorf("%d actions are listed, %d are refused, %d were not tried", len(can), len(cannot), len(left))
	}
}
