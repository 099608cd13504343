package ui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.org/fray/ui/start"
	"example.org/fray/ui/uitest"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

func hostileTable(tb testing.TB) *uitest.Memory {
	g := uitest.New()
	do := func(c model.Command) {
		if _, err := g.Do(uitest.GM, c); err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
	}
	do(model.Make{Name: fits(uitest.HostileNames[3]), System: "supermen"})
	fill(tb, g, supermen.System)
	return g
}

// fits cuts a name to what a name may have: a longer one is refused.
func fits(name string) string {
	if _, err := model.CleanWithin("the name", name, model.LongestName); err != nil {
		return model.Clean(name, model.LongestName)
	}
	return name
}

// fill brings characters of a rulebook with hostile names to a table.
func fill(tb testing.TB, g *uitest.Memory, s *engine.System) {
	for i, name := range uitest.HostileNames {
		page := s.Templates[i%len(s.Templates)].Page
		for _, c := range []model.Command{
			model.Join{Character: model.Character{Name: fits("n" + name), Notes: name, Pages: map[string]engine.Page{s.ID: page}}},
			model.Note{Text: name + "."},
		} {
			if _, err := g.Do(uitest.GM, c); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

// keysToTry are the keys of the random test, the likely ones several times.
var keysToTry = strings.Fields("a a a enter enter enter enter esc up down left right tab shift+tab space backspace " +
	"0 1 2 3 4 5 6 7 8 9 r n N g u u U + - p h o x R / : ? w H z T O D y E e c home end pgup pgdown delete t s v m q f2 f5 f6 f7")

// pressAtRandom plays random keys, pastes and sizes on a table: every frame is as
// large as the screen, and harmless.
func (s *screen) pressAtRandom(r *rand.Rand, steps int) {
	s.Helper()
	for range steps {
		switch r.IntN(16) {
		case 0:
			s.Update(tea.WindowSizeMsg{Width: 1 + r.IntN(300), Height: 1 + r.IntN(100)})
		case 1:
			s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(uitest.HostileNames[r.IntN(len(uitest.HostileNames))]), Paste: true})
		case 2:
			s.Update(tea.MouseMsg{X: r.IntN(120), Y: r.IntN(36), Action: tea.MouseActionPress,
				Button: []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}[r.IntN(3)]})
		default:
			if key := keysToTry[r.IntN(len(keysToTry))]; key != "q" || s.over.Top() != nil {
				s.typed(key)
			}
		}
		uitest.Harmless(s, s.exact())
	}
}

// TestAnyKeyInAnyRulebook has all templates of all rulebooks at tables of
// their own, with hostile names, and nobody's sheet ends up beyond its rules.
func TestAnyKeyInAnyRulebook(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			g := uitest.New()
			g.Table = model.New(uitest.AllRules())
			if _, err := g.Do(uitest.GM, model.Make{Name: uitest.HostileNames[5], System: sys.ID}); err != nil {
				t.Fatal(err)
			}
			fill(t, g, sys)
			r := rand.New(rand.NewPCG(uint64(i), 3))
			s := newScreen(t, g, []string{"dark", "mono"}[i%2], []*kit.Glyphs{kit.Unicode, kit.ASCII}[i/2%2], 120, 36)
			s.preferences.Mouse = true
			s.pressAtRandom(r, often(100, 500))
			for _, c := range g.Table.Characters() {
				for id, page := range c.Pages {
					if err := g.Table.Rulebooks[id].Sheet.Check(page); err != nil {
						t.Errorf("%s: %v", c.Name, err)
					}
				}
			}
		})
	}
}

// TestAnyKeyOnAnyOverlay opens what lies over the panes, with hostile names
// everywhere, and types into it at all sizes.
func TestAnyKeyOnAnyOverlay(t *testing.T) {
	for i, opens := range []string{"S", "c", "e", "i", "H", "P", "?", "a", "/", "tour"} {
		t.Run(opens, func(t *testing.T) {
			s := newScreen(t, hostileTable(t), "dark", kit.Unicode, 120, 36)
			rack := newMemoryShelf(t)
			rack.spines = hostileSpines()
			s.cfg.Tables.Shelf = rack.shelf()
			r := rand.New(rand.NewPCG(uint64(i), 4))
			for range often(2, 8) {
				if opens == "tour" {
					s.over.Clear()
					s.settle(startTour(s.Model))
				} else {
					s.typed("esc", "esc", "esc", opens)
				}
				s.pressAtRandom(r, 12)
			}
		})
	}
}

func hostileSpines() []start.TableInfo {
	var out []start.TableInfo
	for i, name := range uitest.HostileNames {
		s := start.TableInfo{Path: fmt.Sprint("/t/", i), Name: name, System: name, Characters: uitest.HostileNames, Events: uint64(i), Played: time.Unix(int64(i), 0)}
		if i%4 == 3 {
			s.Problem = name
		}
		out = append(out, s)
	}
	return out
}
