package pane_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// The story tells a roll in one sentence, payments as one, and what was taken
// back in one line, wherever it is told.
func TestStory(t *testing.T) {
	g := uitest.Vault(t)
	who := g.Table.Characters()[0].ID
	g.Must(t, model.Begin{Who: who, System: "supermen", Action: "move"})
	for _, r := range g.Table.Rolls() {
		for range 2 {
			step, err := g.Table.Step(r)
			if err != nil || step.Done() {
				break
			}
			nothing, _ := step.Open.Nothing()
			g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: nothing})
			r, _ = g.Table.Roll(r.ID)
		}
	}
	g.Must(t, model.Note{Text: "The alarm"}, model.Undo{}, model.Go{Moment: 50})
	var heads, below []string
	for l, said := range view.LogText(g.Table, false) {
		for _, s := range said {
			switch {
			case !s.Head:
				below = append(below, s.Text)
			case l.Undone:
				heads = append(heads, "("+s.Text+")")
			default:
				heads = append(heads, s.Text)
			}
		}
	}
	slices.Reverse(heads)
	told := strings.Join(heads, "\n")
	for _, want := range []string{"Seraph moves  ", "(Note: The alarm)"} {
		if strings.Count(told, want) != 1 {
			t.Errorf("%q is not told once:\n%s", want, told)
		}
	}
	for _, step := range []string{"throws", "Extra Effort", "Share", "begins\n", "Undone"} {
		if i := strings.Index(told, "Seraph moves"); strings.Contains(told[i:], step) {
			t.Errorf("a step is told, %q:\n%s", step, told)
		}
	}
	if !slices.ContainsFunc(below, func(s string) bool { return strings.Contains(s, " against ") }) {
		t.Errorf("no working: %q", below)
	}
}

// Who has scrolled away is told how much is new.
func TestLogAnnouncesWhatIsNew(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[0].look).Sized(48, 14, true)
	p, _ := press(t, pane.Log{}, f, "down")
	if got := p.(pane.Log).Aside(f); got != "newest first" {
		t.Errorf("nothing is new, and it says %q", got)
	}
	for range 3 {
		e.do(model.Note{Text: "something else"})
	}
	f.Table = e.t
	if got := p.(pane.Log).Aside(f); !strings.HasPrefix(got, "3 new") {
		t.Errorf("3 are new, and it says %q", got)
	}
	p, _ = press(t, p, f, "home")
	if got := p.(pane.Log).Aside(f); got != "newest first" {
		t.Errorf("the cursor is on the newest, and it says %q", got)
	}
}

// The log is what happened: that the evening ended is no line of it, but stands
// in the last thing that did, for whoever opens it or looks for it.
func TestEveningsAreBookKeeping(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.Note{Text: "The alarm"})
	last := g.Table.Seq()
	g.Must(t, model.EndSession{})
	f := frame(g.Table, looks[len(looks)-1].look).Sized(60, 20, true)
	drawn := func(p pane.Log) string { return strings.Join(p.Draw(f), "\n") }
	if got := drawn(pane.Log{}); strings.Contains(got, "session ends") || !strings.Contains(strings.SplitN(got, "\n", 2)[0], "The alarm") {
		t.Errorf("the newest line is book-keeping:\n%s", got)
	}
	if got := drawn(pane.Log{Open: []uint64{last}}); !strings.Contains(got, "The session ends") {
		t.Errorf("opened, the entry doesn't tell that the session ended:\n%s", got)
	}
	f.Filter = pane.Filter{Text: "session"}
	if got := drawn(pane.Log{}); !strings.Contains(got, " ends") {
		t.Errorf("it isn't found:\n%s", got)
	}
	for _, books := range []bool{false, true} {
		told := false
		for _, said := range view.LogText(g.Table, books) {
			told = told || strings.Contains(said[0].Text, "session ends")
		}
		if told != books {
			t.Errorf("told with the books %t: %t", books, told)
		}
	}
}

// The order of turns goes on below while there is room there, and then only is cut;
// a click finds its bar whatever stands above.
func TestTurnsGoOnBelow(t *testing.T) {
	e := vault(t, turnsOnly)
	for range 8 {
		e.do(model.Join{Character: model.Character{Name: "Somebody of the guard"}})
	}
	var all []string
	for _, c := range e.t.Characters() {
		all = append(all, c.ID)
	}
	e.do(model.SetOrder{Order: all, Turn: all[0]})
	count := func(h int) (names int, cut bool) {
		f := frame(e.t, looks[len(looks)-1].look).Sized(60, h, false)
		lines := pane.Timeline{}.Draw(f)
		if len(lines) != h {
			t.Errorf("%d lines, not %d", len(lines), h)
		}
		turns := strings.SplitN(strings.Join(lines, "\n"), "free", 2)[0]
		return strings.Count(turns, "of the guard"), strings.Contains(turns, f.Look.More)
	}
	if n, cut := count(30); n != 8 || cut {
		t.Errorf("with room below %d are shown, cut %t", n, cut)
	}
	if n, cut := count(6); n >= 8 || !cut {
		t.Errorf("without room %d are shown, cut %t", n, cut)
	}
}

// What is taken back because a player had asked for it is told in the line that
// says so, and by what is struck through.
func TestStoryOfWhatWasAskedBack(t *testing.T) {
	g := uitest.Vault(t)
	mira, who := model.Seat{Role: model.Player, Name: "Mira"}, g.Table.Characters()[0].ID
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], mira.Name))
	if _, err := g.Do(mira, model.Begin{Who: who, System: "supermen", Action: "discern"}); err != nil {
		t.Fatal(err)
	}
	for len(g.Table.Rolls()) > 0 {
		r := g.Table.Rolls()[0]
		step, err := g.Table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		a, ok := step.Open.Nothing()
		g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !ok})
	}
	if _, err := g.Do(mira, model.Undo{Act: true}); err != nil || len(g.Table.Requests) != 1 {
		t.Fatalf("%d asks, %v", len(g.Table.Requests), err)
	}
	g.Must(t, model.SettleRequest{ID: g.Table.Requests[0].ID})
	for _, said := range view.LogText(g.Table, true) {
		if len(said) != 1 || !strings.HasPrefix(said[0].Text, "Mira's request is granted: to undo Seraph") {
			t.Errorf("it is told as %v", said)
		}
		break
	}
}

// That somebody has acted in their turn is told by what they did, and not by the
// clock too.
func TestStoryOfATurn(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	settle := func() {
		t.Helper()
		for len(g.Table.Rolls()) > 0 {
			r := g.Table.Rolls()[0]
			step, err := g.Table.Step(r)
			if err != nil {
				t.Fatal(err)
			}
			a, ok := step.Open.Nothing()
			g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !ok})
		}
	}
	g.Must(t, model.RollOrder{})
	settle()
	for n := 0; g.Table.Clock.Turn == ""; n++ {
		if n > 9 {
			t.Fatal("nobody's turn comes")
		}
		g.Must(t, model.Next{})
	}
	g.Must(t, model.Begin{Who: g.Table.Clock.Turn, System: "trip", Action: "trip", Params: engine.PageOf("target", 2)})
	settle()
	var told []string
	for _, said := range view.LogText(g.Table, true) {
		told = append(told, said[0].Text)
	}
	if len(told) < 2 || !strings.Contains(told[0], "rolls the Trip roll") || !strings.HasPrefix(told[1], "It is the turn of ") {
		t.Errorf("a turn is told as %q", told[:min(len(told), 3)])
	}
}
