package act

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

func seen(t testing.TB, g *uitest.Memory, w, h int) pane.Frame {
	t.Helper()
	look := kit.NewLook(lipgloss.NewRenderer(io.Discard), kit.Mono, kit.Unicode)
	return pane.Frame{Table: g.Table, Seat: uitest.GM, Look: look}.Sized(w, h, true)
}

// overlaid returns the overlay that an intent opens; nil for none.
func overlaid(w pane.Intent) pane.Overlay {
	switch w := w.(type) {
	case pane.Push:
		return w.Overlay
	case pane.All:
		for _, one := range w {
			if o := overlaid(one); o != nil {
				return o
			}
		}
	}
	return nil
}

// Every roll of every rulebook ends in a card with its dice and its sentence, at every size,
// and one enter answers each question on the way.
func TestEveryRollIsRevealed(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			rnd, shown := rand.New(rand.NewPCG(3, 4)), 0
			for _, a := range sys.Actions {
				if a.Mode == engine.ByClock {
					continue
				}
				g := uitest.Seated(t, sys)
				all := g.Table.Characters()
				begin := model.Begin{Who: all[0].ID, System: sys.ID, Action: a.ID}
				if a.Need != engine.Alone {
					begin.Against = []string{all[1].ID}
				}
				if _, err := g.Do(uitest.GM, begin); err != nil {
					continue // this one is refused here; others are not
				}
				for range 12 {
					o := overlaid(after(seen(t, g, 84, 20), begin.Who, a.ID))
					drawn(t, g, o, rnd)
					q, open := o.(*rollPage)
					if !open {
						break
					}
					if _, ok := q.answer(); !ok && q.q.Wants != 0 {
						break // enter alone does not make a decision that has no default
					}
					intent := q.send()
					for do, is := intent.(pane.Do); is; do, is = intent.(pane.Do) {
						g.Must(t, do.Command)
						intent = do.Then(seen(t, g, 84, 20))
					}
				}
				if end, over := lastEnd(g.Table); over && scene.Fallen(end.Roll.Tape) {
					intent := after(seen(t, g, 84, 20), begin.Who, a.ID)
					if _, on := intent.(pane.Show); on {
						continue // the question has shown these dice, and what follows comes at once
					}
					o, is := overlaid(intent).(*rollResult)
					if !is {
						t.Errorf("%s is over, and nothing shows it", a.ID)
						continue
					}
					shown++
					text := ansi.Strip(o.About(seen(t, g, 84, 20)).Title + "\n" + strings.Join(o.Draw(seen(t, g, 84, 20)), "\n"))
					sentence, _, _ := strings.Cut(view.FillNames(g.Table, end.Story, end.Roll.Who, end.Roll.Against), "  ")
					if !strings.Contains(text, sentence) || !strings.Contains(text, "╭─") && !strings.Contains(text, "[") {
						t.Errorf("%s: no dice, or not %q:\n%s", a.ID, sentence, text)
					}
				}
			}
			if shown == 0 {
				t.Error("no roll was shown")
			}
		})
	}
}

// drawn fails if an overlay draws lines of a wrong width.
func drawn(t *testing.T, g *uitest.Memory, o pane.Overlay, rnd *rand.Rand) {
	t.Helper()
	if o == nil {
		return
	}
	for _, w := range []int{58, 78, 84, 94, 20 + rnd.IntN(90)} {
		h := 4 + rnd.IntN(24)
		f := seen(t, g, w, h)
		lines := o.Draw(f)
		if len(lines) > h {
			t.Errorf("%T draws %d lines in %d", o, len(lines), h)
		}
		for _, l := range lines {
			if n := kit.Width(l); n != w {
				t.Fatalf("%T draws %d cells in %d: %q", o, n, w, ansi.Strip(l))
			}
		}
	}
}

func lastEnd(t model.Table) (model.Finished, bool) {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if end, ok := f.(model.Finished); ok {
				return end, true
			}
		}
	}
	return model.Finished{}, false
}

// An optional decision is a line of the next question: one enter answers both in order, and
// changing the decision changes the question.
func TestDecisionStandsInTheReveal(t *testing.T) {
	g := uitest.Vault(t)
	who := g.Table.Characters()[0].ID
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return engine.Faces{5, 6}[:d.Missing(nil)] }
	g.Must(t, model.Begin{Who: who, System: "supermen", Action: "move"})
	f := seen(t, g, 84, 20)
	a := overlaid(after(f, who, "move")).(*rollPage)
	text := ansi.Strip(strings.Join(a.Draw(f), "\n"))
	for _, want := range []string{"│  5  │ │  6  │", "11 against 29", "SUCCESS", "Share 18 Quality", "Extra Effort  none"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, k := range []string{"up", "right", "right"} { // to the line of the decision, and 2 points
		a.Update(f, uitest.Key(k))
	}
	text = ansi.Strip(strings.Join(a.Draw(f), "\n"))
	if !strings.Contains(text, "Share 19 Quality") || !a.onFirst {
		t.Errorf("an effort changes nothing:\n%s", text)
	}
	for _, k := range []string{"left", "left"} {
		a.Update(f, uitest.Key(k))
	}
	_, intent := a.Update(f, uitest.Key("enter"))
	for do, is := intent.(pane.Do); is; do, is = intent.(pane.Do) {
		g.Must(t, do.Command)
		intent = do.Then(seen(t, g, 84, 20))
	}
	end, over := lastEnd(g.Table)
	if !over {
		t.Fatal("one enter does not end it")
	}
	var ids []string
	for _, ans := range end.Roll.Tape {
		ids = append(ids, ans.ID)
	}
	if got := strings.Join(ids, " "); got != "dice extra-effort share" {
		t.Errorf("answered: %s", got)
	}
	f.Quiet = true
	f.Table = g.Table
	intent = after(f, who, "move")
	if all, several := intent.(pane.All); several { // and turns to who may act
		intent = all[len(all)-1]
	}
	if _, says := intent.(pane.Say); !says {
		t.Error("it is shown large, though that is switched off")
	}
}

// A follow-up that is no longer needed, as after a dodge, is not announced.
func TestWhatIsCalledForNoMore(t *testing.T) {
	g := uitest.Vault(t)
	who := g.Table.Characters()[0].ID
	l := landed(pane.Frame{Table: g.Table}, model.Finished{Follow: []model.FollowUp{{Who: who, System: "supermen", Action: "combat"}, {Who: who, System: "supermen", Action: "combat", Withdrawn: true}}})
	if len(l.lines) != 1 {
		t.Errorf("called for: %q", l.lines)
	}
}

// The dice of the other side are labelled as the reader's own where they are.
func TestWhoseDice(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[1], "Mira"))
	roll := model.Roll{Who: all[0].ID, Against: []string{all[1].ID}, Tape: []engine.Answer{{ID: "other.wild", Dice: "1d6", Faces: engine.Faces{4}}}}
	for seat, want := range map[model.Seat]string{{Role: model.Player, Name: "Mira"}: "your wild", {Role: model.Player, Name: "Tom"}: "their wild", uitest.GM: "their wild"} {
		if got := throwsOf(pane.Frame{Table: g.Table, Seat: seat}, roll, nil); got[0].Label != want {
			t.Errorf("to %v they are %q, want %q", seat, got[0].Label, want)
		}
	}
}

// A player hurt by a character known by name only sees the harm beside the dice, since the
// sentence of the roll is not shown to them.
func TestHurtIsRevealedToWhoIsHurt(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "20D")})
	g.ThrowAll(t)
	o := toldOf(pane.Frame{Table: view.SeenBy(g.Table, mira), Seat: mira})
	if o == nil || len(o.landings) != 1 || !slices.ContainsFunc(o.landings[0].lines, func(s string) bool { return strings.Contains(s, "Wounds unhurt→dead") }) {
		t.Errorf("told is %+v", o)
	}
	g.Must(t, model.Undo{Act: true}, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "6D")})
	g.ThrowAll(t)
	o = toldOf(pane.Frame{Table: view.SeenBy(g.Table, mira), Seat: mira})
	if said := strings.Join(o.landings[0].lines, "|"); strings.Count(said, "Hang on") != 1 {
		t.Errorf("what is to come is told as %q", said)
	}
}

// A change that puts somebody out of action says so beside the pool, before and after it
// happens.
func TestFallSaysWhoIsDown(t *testing.T) {
	for _, x := range []struct{ system, action, points, want string }{
		{"trip", "damage", "points", "down"},
		{"supermen", "hurt", "damage", "unconscious"},
	} {
		g := uitest.Seated(t, uitest.AllRules()[x.system])
		before, who := g.Table, g.Table.Characters()[0].ID
		g.Must(t, model.Begin{Who: who, System: x.system, Action: x.action, Params: engine.PageOf(x.points, 60)})
		end, over := lastEnd(g.Table)
		if !over {
			t.Fatal(x.system, " it goes on")
		}
		for when, table := range map[string]model.Table{"before": before, "after": g.Table} {
			falls := fallsOf(table, end.Changes, "")
			if i := slices.IndexFunc(falls, func(x poolChange) bool { return x.meter.Kind == "life" }); i < 0 || falls[i].down != x.want {
				t.Errorf("%s, %s: %+v, not %q", x.system, when, falls, x.want)
			}
		}
	}
}

// A number that nothing was measured against has no verdict; a tie is undecided.
func TestANumberHasNoVerdict(t *testing.T) {
	for _, o := range []engine.Outcome{
		{Grade: engine.Undecided, Total: 14, NoTarget: true},
		{Grade: engine.Undecided, Total: 14, Target: 14},
	} {
		l := resultView{outcome: &o, throws: []engine.Thrown{{Label: "wild"}}}
		if v, want := l.verdict(), map[bool]string{true: "", false: "UNDECIDED"}[o.NoTarget]; v.Word != want || len(v.Notes) == 0 {
			t.Errorf("%+v: the verdict is %q with %v, not %q", o, v.Word, v.Notes, want)
		}
	}
}
