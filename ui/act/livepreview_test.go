package act

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

var sightKeys = strings.Fields("up down down home end ctrl+u ctrl+r - shift+right tab left right left right tab space 0 1 2 5 backspace delete pgup pgdown o")

// Whatever is typed, and in whatever order counts arrive, the form ends up showing what
// counting at once would show.
func TestFormShowsWhatStands(t *testing.T) {
	theme, _ := kit.FindTheme("dark")
	look := kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode)
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 23))
			g := uitest.Seated(t, sys)
			all, dropped := g.Table.Characters(), 0
			for n := range 24 {
				c := all[n%len(all)]
				f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: sys.ID, Look: look}.Sized([]int{94, 58}[n%2], 20, true)
				m := NewMemory(nil)
				offers := m.Wanted(g.Table, uitest.GM, c, sys)
				o := offers[r.IntN(len(offers))]
				d := scene.Draft{Who: c.ID, System: sys.ID, Action: o.Action, Row: o.Row, Params: o.Params}
				d.Against = m.Foes(g.Table, c, d)
				x := m.form(f, d).(pane.Push).Overlay.(*actionForm)
				var late []pane.Fetch
				for range 20 {
					_, intent := x.Update(f, uitest.Key(sightKeys[r.IntN(len(sightKeys))]))
					together, _ := intent.(pane.All)
					for _, one := range append(together, intent) {
						if w, ok := one.(pane.Fetch); ok {
							late = append(late, w)
						}
					}
					if len(x.Draw(f)) > f.H {
						t.Fatal("it is drawn too high")
					}
					if len(late) > 0 && r.IntN(3) == 0 {
						at := r.IntN(len(late))
						late[at].Then(f, late[at].Run())
						late = slices.Delete(late, at, at+1)
					}
				}
				dropped += len(late)
				for _, w := range late {
					w.Then(f, w.Run())
				}
				count(x)
				want := m.form(f, x.Draft).(pane.Push).Overlay.(*actionForm)
				want.Form, want.chart = x.Form, x.chart
				want.refresh(f)
				count(want)
				if got, at := strings.Join(x.Draw(f), "\n"), strings.Join(want.Draw(f), "\n"); got != at {
					t.Fatalf("%s: the form shows\n%s\nand counted at once\n%s", d.Action, got, at)
				}
				if a := scene.PreviewOf(g.Table, uitest.GM, x.Draft).Counted(nil); a.WhyNot != x.preview.WhyNot || !alikeOdds(a.Odds, x.preview.Odds) {
					t.Fatalf("%s: success %v %s, counted at once %v %s", d.Action, x.preview.Odds.Success, x.preview.WhyNot, a.Odds.Success, a.WhyNot)
				}
			}
			if dropped < 5 {
				t.Errorf("%d counts came late: too few to show anything", dropped)
			}
		})
	}
}

// The previous odds stay in place, dim, until the next ones are counted. Enter does not wait
// for them.
func TestOddsOfBeforeStandDim(t *testing.T) {
	g, f := seat(t, "d6", "Rook")
	theme, _ := kit.FindTheme("dark")
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI)
	f.Look = kit.NewLook(r, theme, kit.Unicode)
	foe := at(t, g, "d6", "Dunstan Bricker").Selected
	w := NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "d6", Action: "attack", Params: engine.PageOf("weapon", "Throwing knife"), Against: []string{foe}})
	o := w.(pane.Push).Overlay.(*actionForm)
	for _, size := range [][2]int{{94, 24}, {58, 17}, {62, 34}} {
		f = f.Sized(size[0], size[1], true)
		high := 0
		shows := func(when string, bright, dim string) {
			t.Helper()
			drawn := o.Draw(f)
			text := strings.Join(drawn, "\n")
			if high == 0 {
				high = len(drawn)
			}
			lit := func(s string) bool {
				return strings.Contains(text, strings.TrimSuffix(f.Look.Paint(kit.Filled(kit.Good), " "+s), "\x1b[0m"))
			}
			if len(drawn) != high || bright != "" && !lit(bright) ||
				dim != "" && (!strings.Contains(ansi.Strip(text), dim) || lit(dim)) {
				t.Errorf("%s it has %d lines of %d, and not %s, or not dim %s:\n%s", when, len(drawn), high, bright, dim, ansi.Strip(text))
			}
		}
		o.livePreview = livePreview{}
		o.refresh(f)
		shows("at first", "", "10 to hit")
		if _, begins := o.throw(f).(pane.Do); !begins {
			t.Error("enter waits for the odds")
		}
		count(o)
		shows("counted", "74 %", "")
		o.Put(o.Page.With("aim", engine.ValueOf(2)))
		o.refresh(f)
		shows("turned", "", "74 %")
		count(o)
		shows("counted again", "96 %", "")
		o.Put(o.Page.With("aim", engine.ValueOf(0)))
		o.refresh(f)
	}
}
