package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/model/decide"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// holding are the effects on the selected one that a hand can end.
func (s *screen) holding() []model.ActiveEffect {
	return slices.DeleteFunc(s.table.ActiveEffects(), func(r model.ActiveEffect) bool { return r.Who != s.at.Selected || r.Effect == "" })
}

// doing is how far somebody has come with an action.
func (s *screen) doing() pane.Progress {
	if o := s.over.Top(); o != nil {
		return o.About(s.frame()).Progress
	}
	return pane.Progress{}
}

// A condition is typed for, its figure chosen, its end taken from a list; the
// number says what is in force on it, and one key ends it.
func TestConditionIsAddedAndEnded(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("f", "b", "l", "i", "enter", "-", "9", "enter", "enter")
	if n := len(s.holding()); n != 1 {
		t.Fatalf("%d effects hold, want 1:\n%s", n, s.plain())
	}
	s.shows("In force")
	s.shows("Sight modifier -9, for this scene")
	s.press("2", "z")
	s.shows("Combat pool 1 -9")
	s.press("z", "1")
	s.press("F")
	if n := len(s.holding()); n != 0 {
		t.Fatalf("%d effects hold after its end", n)
	}
	s.press("u")
	if n := len(s.holding()); n != 1 {
		t.Errorf("%d effects hold after undo, want 1", n)
	}
}

// Something of one's own adds to a number that is typed for, and ends on
// somebody's turn; the form is worked out with it.
func TestOwnEffectCountsInTheForm(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("f", "d", "r", "u", "g", "enter")
	s.press("e", "v", "e", "r", "y", " ", "a", "c", "t", "i", "o", "n", "enter", "-", "3", "enter")
	s.press("t", "u", "r", "n", " ", "s", "p", "h", "i", "n", "x", "enter")
	held := s.holding()
	if len(held) != 1 || held[0].Until != model.ByTurn || s.table.NameOf(held[0].Of) != "Sphinx" {
		t.Fatalf("it holds %+v:\n%s", held, s.plain())
	}
	s.shows("drug Every Action Roll -3 until the next turn of Sphinx")
	s.press("2", "z")
	s.shows("Combat Roll 14 -3")
	s.press("z", "1")
	s.press("a", "m", "o", "v", "e", "enter")
	s.shows("drug 3")
}

func TestWaitAndStepIn(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("W", "d", "o", "o", "r", "enter")
	if w, ok := decide.WaitingFor(s.table, s.at.Selected); !ok || w != "door" {
		t.Fatalf("nobody waits for the door: %+v", w)
	}
	s.shows("waits: door")
	s.press("W")
	if _, ok := decide.WaitingFor(s.table, s.at.Selected); ok {
		t.Error("still waiting after stepping in")
	}
	if s.table.Clock.Turn != s.at.Selected {
		t.Error("whoever steps in does not have the turn")
	}
	if s.doing().Stage != pane.Choosing {
		t.Error("the palette is not open for whoever steps in")
	}
}

func TestTurnsAreMoved(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	first := s.at.Selected
	s.press(">")
	if got := decide.Turns(s.table); got[1] != first {
		t.Errorf("the order is %v, want %s second", got, first)
	}
	s.press("<", "t")
	if got := decide.Turns(s.table); got[0] != first || s.table.Clock.Turn != first {
		t.Errorf("the order is %v with the turn at %q, want %s first and acting", got, s.table.Clock.Turn, first)
	}
}

func TestClockGoesBackByItsStep(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("n", "n")
	if s.table.Clock.Moment == 0 {
		t.Fatal("n did nothing")
	}
	s.press("B")
	if m := s.table.Clock.Moment; m != 0 {
		t.Errorf("the clock stands at %d after going back", m)
	}
}

func TestEveryoneRests(t *testing.T) {
	g := uitest.Vault(t)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	for _, c := range s.table.Characters() {
		if _, err := g.Do(uitest.GM, model.Write{Who: c.ID, System: "supermen", Set: lost(10)}); err != nil {
			t.Fatal(err)
		}
	}
	s.see(g.Now())
	s.press("Z")
	s.shows("by the round, hour, day, month;")
	s.press("enter")
	for _, c := range s.table.Characters() {
		if v, _ := c.Pages["supermen"].Get("ep_lost_round"); v.Int() >= 10 {
			t.Errorf("%s has %d EP lost after a round of rest", c.Name, v.Int())
		}
	}
}

// Who moves cannot rest with the others, and is named.
func TestNotEveryoneRests(t *testing.T) {
	g := uitest.Vault(t)
	first := g.Table.Characters()[0].ID
	set := append(lost(10), model.Change{Field: "speed_q", To: engine.ValueOf(9)}, model.Change{Field: "moving", To: engine.ValueOf(true)})
	if _, err := g.Do(uitest.GM, model.Write{Who: first, System: "supermen", Set: set}); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("Z", "enter")
	s.shows("rested; not Seraph: moving")
}

func lost(n int) []model.Change {
	return []model.Change{{Field: "ep_lost_round", To: engine.ValueOf(n)}}
}

func TestWhatIsCalledFor(t *testing.T) {
	g := uitest.Vault(t)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("V")
	s.shows("there are no follow-ups")
	all := s.table.Characters()
	strike := engine.PageOf("damage", 60)
	if _, err := g.Do(uitest.GM, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat", Params: strike}); err != nil {
		t.Fatal(err)
	}
	s.see(g.Now())
	s.press("O", "space", "enter", "n", "n")
	s.shows("HIT", "43 → 0")
	if len(s.table.FollowUps()) == 0 {
		t.Fatalf("the blow missed:\n%s", s.plain())
	}
	s.shows("resolve Seraph: Throwback")
	s.press("V")
	if d := s.doing(); d.Stage != pane.Setting || d.Action != "throwback" || d.Who != all[0].ID {
		t.Errorf("V does not open the throwback of whoever was hit:\n%s", s.plain())
	}
}

// n asks before it goes on past somebody who is free; a second press goes.
func TestNextAsksWhereSomebodyIsFree(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("n")
	s.shows("On to segment 50?", "Seraph, Sphinx and Sun-Ruler are free now.")
	if m := s.table.Clock.Moment; m != 0 {
		t.Fatalf("the clock stands at %d before the answer", m)
	}
	s.press("n")
	if m := s.table.Clock.Moment; m != 50 {
		t.Errorf("the clock stands at %d, want 50", m)
	}
	s.press("N")
	s.shows("On to segment 100?")
	s.press("esc")
	if m := s.table.Clock.Moment; m != 50 {
		t.Errorf("the clock stands at %d after stepping back", m)
	}
	s.press("g", "6", "0", "enter")
	s.shows("On to segment 60?")
	s.press("enter")
	if m := s.table.Clock.Moment; m != 60 || s.over.Top() != nil {
		t.Errorf("the clock stands at %d, want 60:\n%s", m, s.plain())
	}
}

// What follows of a blow is not lost unasked: n, N and g ask, enter takes it
// up, and the key again lets it go.
func TestTimeAsksBeforeWhatFollowsIsLost(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat", Params: engine.PageOf("damage", 60)})
	settled(t, g)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("n", "n")
	hit, follow := s.table.Clock.Moment, s.table.FollowUps()
	if len(follow) == 0 {
		t.Fatalf("there are no follow-ups of the blow:\n%s", s.plain())
	}
	stays := func(after string) {
		t.Helper()
		if s.table.Clock.Moment != hit || len(s.table.FollowUps()) != len(follow) {
			t.Fatalf("after %s the clock stands at %d, want %d, and %d things follow", after, s.table.Clock.Moment, hit, len(s.table.FollowUps()))
		}
	}
	for _, keys := range [][]string{{"n"}, {"N"}, {"g", "9", "0", "enter"}} {
		if s.over.Top() != nil {
			s.press("esc") // what was told
		}
		s.press(keys...)
		s.shows("Not resolved yet, and lost if time passes: Seraph: Throwback", "resolve it", "cancel")
		stays(keys[0])
		s.press("enter")
		if d := s.doing(); d.Stage != pane.Setting || d.Action != "throwback" || d.Who != all[0].ID {
			t.Fatalf("enter does not resolve follow-ups:\n%s", s.plain())
		}
		for s.over.Top() != nil {
			s.press("esc")
		}
		stays("esc")
	}
	g.Must(t, model.Note{Text: "the dust settles"})
	s.see(g.Now())
	s.press("n", "n")
	if s.table.Clock.Moment == hit || len(s.table.FollowUps()) > 0 {
		t.Errorf("the second n does not let time pass:\n%s", s.plain())
	}
}

// n says who may act now and what comes next, and the footer what it will do.
func TestNextSaysWhoIsFree(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat"})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("O", "enter", "enter")
	s.shows("n 15: Sphinx strikes Seraph", "u undo Sphinx's Combat Roll")
	s.press("n")
	s.shows("On to segment 15?", "Seraph and Sun-Ruler are free now.")
	if m := s.table.Clock.Moment; m != 0 {
		t.Fatalf("the clock stands at %d, past those who are free", m)
	}
	s.press("n")
	s.shows("Seraph, Sphinx and Sun-Ruler are free")
	if m := s.table.Clock.Moment; m != 15 || s.at.Selected != all[1].ID {
		t.Errorf("the clock stands at %d and %s is selected: Sphinx strikes and is free at 15", m, s.table.NameOf(s.at.Selected))
	}
}

// settled answers every open question with nothing.
func settled(t *testing.T, g *uitest.Memory) {
	t.Helper()
	for len(g.Table.Rolls()) > 0 {
		r := g.Table.Rolls()[0]
		step, err := g.Table.Step(r)
		if err != nil || step.Open == nil {
			t.Fatalf("%s is stuck: %v", r.Action, err)
		}
		a, ok := step.Open.Nothing()
		g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !ok})
	}
}

// A blow that a passive action puts off stands where it will fall, and n goes
// there.
func TestTimelineShowsWhatIsPutOff(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat"})
	settled(t, g)
	g.Must(t, model.Go{Moment: 3}, model.Begin{Who: all[1].ID, System: "supermen", Action: "move"})
	settled(t, g)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.shows("▶ strikes Seraph")
	s.press("n", "n", "n", "n")
	if m := s.table.Clock.Moment; m != 16 {
		t.Errorf("the clock stands at %d, want 16:\n%s", m, s.plain())
	}
}

// The log follows what happens though an older entry was looked at, unless
// somebody is still there.
func TestLogFollowsAgain(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	on := func() string { return s.panes[paneOf("log")].Place().On }
	s.press("3", "down", "down")
	if on() == "" {
		t.Fatal("no older entry is selected")
	}
	s.press("w", "h", "o", "enter")
	if on() == "" {
		t.Error("the cursor was taken away from who reads the log")
	}
	s.press("1", "w", "h", "i", "enter")
	if on() != "" {
		t.Errorf("the log stands at event %s and not at the newest", on())
	}
	s.shows("Note: ho", "Note: hi")
}

// Where the rulebook rolls for the order of turns, n asks for it before the
// first turn, and only then.
func TestOrderIsAskedFor(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, d6.System), "dark", kit.Unicode, 120, 36)
	s.press("n")
	s.shows("Who acts first?", "roll for turn order", "in the order of the roster")
	s.press("enter")
	for range 12 { // what the rolls ask
		if s.over.Top() != nil {
			s.press("enter")
		}
	}
	if len(s.table.Clock.Scores) == 0 {
		t.Fatalf("no order was rolled:\n%s", s.plain())
	}
	s.press("n")
	if s.over.Top() != nil && strings.Contains(s.plain(), "Who acts first?") {
		t.Error("it is asked twice")
	}
}

// Where time is counted down the first round has its order too, as each after it has.
func TestFirstRoundHasItsOrder(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, trip.System), "dark", kit.Unicode, 120, 36)
	s.shows("n roll turn order")
	s.press("n")
	s.shows("Who acts first?", "no order: just go on")
	s.press("enter")
	if _, rolled := decide.Score(s.table, s.table.Characters()[0].ID); !rolled || s.table.Clock.Moment != 0 {
		t.Errorf("no order was rolled:\n%s", s.plain())
	}
}
