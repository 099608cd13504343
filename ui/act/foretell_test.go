package act

import (
	"io"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/simulate"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/replay"
	"example.org/fray/ui/uitest"
)

// The page first says that it is counting, then shows the first fights, and beside them the
// fights with one change.
func TestForetoldPage(t *testing.T) {
	g := uitest.Vault(t)
	foe := *g.Table.Characters()[1]
	foe.Side, foe.Pages = engine.Foes, nil
	g.Must(t, model.Edit{Who: foe.ID, Character: foe})
	f := pane.Frame{Table: g.Table, Seat: model.Seat{Role: model.GM}, System: "supermen", W: 90, H: 60, Look: kit.NewLook(lipgloss.NewRenderer(io.Discard), kit.Themes[0], kit.Unicode)}
	o := Foretell(f).(pane.Push).Overlay
	shown := func() string { return ansi.Strip(strings.Join(o.Draw(f), "\n")) }
	next := func(does pane.Intent) {
		t.Helper()
		fetch, ok := does.(pane.Fetch)
		if !ok {
			t.Fatalf("asked for is %T", does)
		}
		o, _ = o.Update(f, fetch.Run())
	}
	o, does := o.Update(f, pane.Changed{})
	if !strings.Contains(shown(), "fighting on") {
		t.Errorf("at first it says\n%s", shown())
	}
	if again := o.(*forecastPage).play(); again != nil {
		t.Error("the same fights are played twice")
	}
	next(does)
	for _, words := range []string{"heroes", "foes", "Rounds", "Sphinx", "down"} {
		if !strings.Contains(shown(), words) {
			t.Errorf("%q is not in\n%s", words, shown())
		}
	}
	var asked pane.Intent
	o, asked = o.Update(f, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("s")})
	if written, ok := asked.(pane.Push); !ok || !strings.Contains(ansi.Strip(strings.Join(written.Overlay.Draw(f), "\n")), "heroes: win") {
		t.Errorf("shown to everybody is %v", asked)
	}
	_, asked = o.Update(f, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("p")})
	if list, ok := asked.(pane.Push); !ok || !strings.Contains(ansi.Strip(strings.Join(list.Overlay.Draw(f), "\n")), "Sphinx: ") {
		t.Errorf("the policies to choose from are %v", asked)
	}
	page := o.(*forecastPage)
	page.running = false
	var all []string
	for _, c := range changes(g.Table) {
		all = append(all, c.words)
	}
	for _, words := range []string{"foes were surprised: each begins with Surprise", "Sphinx were not there", "Sphinx fought with Throw"} {
		if !slices.Contains(all, words) {
			t.Errorf("%q is not among the changes:\n%s", words, strings.Join(all, "\n"))
		}
	}
	page.whatIf = changes(g.Table)[slices.Index(all, "heroes were surprised: each begins with Surprise")]
	next(page.play())
	for _, size := range [][2]int{{56, 60}, {74, 60}, {100, 60}} {
		f.W, f.H = size[0], size[1]
		beside := 0
		for _, l := range o.Draw(f) {
			l = ansi.Strip(l)
			for _, words := range []string{"heroes  ", "Who  ", "Sphinx  ", "Rounds"} {
				if strings.Count(l, words) == 2 {
					beside++
				}
			}
			if kit.Width(l) != f.W {
				t.Errorf("a row of %d is %d wide: %q", f.W, kit.Width(l), l)
			}
		}
		if beside != 4 || !strings.Contains(shown(), "As it is") || !strings.Contains(shown(), "give or take") {
			t.Errorf("both forecasts are not beside one another at %d:\n%s", f.W, shown())
		}
	}
	if page.then == nil || page.then.whyNot == "" && page.then.forecast.Fights != replay.ForecastBatch {
		t.Errorf("with a change it says\n%s", shown())
	}
	if page.now.forecast.Fights != 2*replay.ForecastBatch {
		t.Errorf("%d fights are played", page.now.forecast.Fights)
	}

	seat := model.Seat{Role: model.Player, Name: "Mira"}
	f.Table, f.Seat = view.SeenBy(g.Table, seat), seat
	if WhyNotForetold(f) == "" {
		t.Error("a player who knows others by name only can foretell the fight")
	}
	if _, err := simulate.New(f.Table, simulate.Plan{Sides: map[engine.Side]simulate.Policy{}}); err == nil || !strings.Contains(err.Error(), "too little of") {
		t.Errorf("the fight is foretold from what a player knows: %v", err)
	}
}

// What the gamemaster shows of a forecast names nobody who is hidden, and has no figures of
// those whom players know by name only. A seat that knows everybody can foretell, and change,
// the fight with the characters it knows.
func TestForecastsForOthers(t *testing.T) {
	g := uitest.Vault(t)
	hidden, known := *g.Table.Characters()[1], *g.Table.Characters()[2]
	hidden.Side, hidden.Hidden, hidden.Pages = engine.Foes, true, nil
	known.Side, known.Shown, known.Pages = engine.Foes, model.ShownOpen, nil
	g.Must(t, model.Edit{Who: hidden.ID, Character: hidden}, model.Edit{Who: known.ID, Character: known})
	x, err := simulate.New(g.Table, simulate.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	f := x.None()
	x.Play(t.Context(), f, 0, 4)
	all, shown := strings.Join(scene.ForecastLines(g.Table, f), "\n"), scene.ForecastForAll(g.Table, f)
	if !strings.Contains(all, hidden.Name) || strings.Contains(shown, hidden.Name) || !strings.Contains(shown, known.Name) || !strings.Contains(shown, "give or take") {
		t.Errorf("of\n%s\nis shown\n%s", all, shown)
	}

	seen := view.SeenBy(g.Table, model.Seat{Role: model.Player, Name: "Mira"})
	for _, c := range changes(seen) {
		a := c.ask(seen, simulate.Plan{})
		if strings.Contains(c.words, hidden.Name) {
			t.Errorf("a player is asked what if %s", c.words)
		}
		if a.whyNot != "" && !strings.Contains(a.whyNot, "are left") && !strings.Contains(a.whyNot, "too little") {
			t.Errorf("what if %s: %s", c.words, a.whyNot)
		}
		if a.forecast == nil {
			continue
		}
		for id := range c.with {
			if !slices.ContainsFunc(a.forecast.People, func(p simulate.PersonForecast) bool { return p.ID == id }) {
				t.Errorf("what if %s: nobody in the fight is called %s", c.words, id)
			}
		}
	}
}
