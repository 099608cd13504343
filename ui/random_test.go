package ui

import (
	"errors"
	"example.org/fray/ui/start"
	"example.org/fray/ui/uitest"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// hostile are names that people, or somebody over a wire, might bring.
var hostile = []string{
	"سيرافيم الحارسة", "सेराफ़ रक्षक", "세라프 수호자", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🤷🏽‍♀️", strings.Repeat("ellipsis", 25),
	"\x1b]0;title\x07\x1b[2J", "\u202eright to left", "e\u0301\u0301\u0301\u0301", "a\tb\nc\rd", "\xff\xfe", "\u200b\u200d\ufeff",
}

func hostileTable(tb testing.TB) *uitest.Memory {
	g := uitest.New()
	do := func(c model.Command) {
		if _, err := g.Do(uitest.GM, c); err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
	}
	do(model.Make{Name: hostile[3], System: "supermen"})
	fill(tb, g, supermen.System)
	return g
}

// fill brings characters of a rulebook with hostile names to a table.
func fill(tb testing.TB, g *uitest.Memory, s *engine.System) {
	for i, name := range hostile {
		page := s.Templates[i%len(s.Templates)].Page
		for _, c := range []model.Command{
			model.Join{Character: model.Character{Name: "n" + name, Notes: name, Pages: map[string]engine.Page{s.ID: page}}},
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
	"0 1 2 3 4 5 6 7 8 9 r n N g u u U + - p h o x R / : ? w H z T O D y E e c home end pgup pgdown delete t s v m q")

// stranger plays random keys, pastes and sizes on a table: every frame is as
// large as the screen, and harmless.
func (s *screen) stranger(r *rand.Rand, steps int) {
	s.Helper()
	for range steps {
		switch r.IntN(16) {
		case 0:
			s.Update(tea.WindowSizeMsg{Width: 1 + r.IntN(300), Height: 1 + r.IntN(100)})
		case 1:
			s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(hostile[r.IntN(len(hostile))]), Paste: true})
		case 2:
			s.Update(tea.MouseMsg{X: r.IntN(120), Y: r.IntN(36), Action: tea.MouseActionPress,
				Button: []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}[r.IntN(3)]})
		default:
			if key := keysToTry[r.IntN(len(keysToTry))]; key != "q" || s.over.top() != nil {
				s.typed(key)
			}
		}
		harmless(s, s.exact())
	}
}

// TestAnyKeyInAnyRulebook has all templates of all rulebooks at tables of
// their own, with hostile names, and nobody's sheet ends up beyond its rules.
func TestAnyKeyInAnyRulebook(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			g := uitest.New()
			g.Table = model.New(uitest.AllRules())
			if _, err := g.Do(uitest.GM, model.Make{Name: hostile[5], System: sys.ID}); err != nil {
				t.Fatal(err)
			}
			fill(t, g, sys)
			r := rand.New(rand.NewPCG(uint64(i), 3))
			s := newScreen(t, g, []string{"dark", "mono"}[i%2], []*kit.Glyphs{kit.Unicode, kit.ASCII}[i/2%2], 120, 36)
			s.preferences.Mouse = true
			s.stranger(r, often(200, 500))
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
			rack := newRack(t)
			rack.spines = hostileSpines()
			s.cfg.Tables.Shelf = rack.shelf()
			r := rand.New(rand.NewPCG(uint64(i), 4))
			for range often(4, 8) {
				if opens == "tour" {
					s.over = nil
					s.settle(startTour(s.Model))
				} else {
					s.typed("esc", "esc", "esc", opens)
				}
				s.stranger(r, 12)
			}
		})
	}
}

func hostileSpines() []start.Spine {
	var out []start.Spine
	for i, name := range hostile {
		s := start.Spine{Path: fmt.Sprint("/t/", i), Name: name, System: name, Characters: hostile, Events: uint64(i), Played: time.Unix(int64(i), 0)}
		if i%4 == 3 {
			s.Wrong = name
		}
		out = append(out, s)
	}
	return out
}

// TestStartScreenIsWhole does the same to the start screen, with no table, one
// and many on the shelf.
func TestStartScreenIsWhole(t *testing.T) {
	keys := strings.Fields("up down home end n i x y esc enter tab left right backspace a é")
	for i, spines := range [][]start.Spine{nil, hostileSpines()[:1], slices.Repeat(hostileSpines(), 4)} {
		n := newNight(t, "", 80, 24)
		n.spines, n.fail = spines, errors.New(hostile[6])
		n.settle(n.Init())
		n.fail = nil
		n.settle(n.Init())
		n.fail = errors.New(hostile[5])
		r := rand.New(rand.NewPCG(uint64(i), 5))
		w, h := 80, 24
		for range often(100, 300) {
			switch r.IntN(8) {
			case 0:
				w, h = 1+r.IntN(200), 1+r.IntN(60)
				n.Update(tea.WindowSizeMsg{Width: w, Height: h})
			case 1:
				n.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(hostile[r.IntN(len(hostile))]), Paste: true})
			default:
				if key := keys[r.IntN(len(keys))]; key != "esc" || strings.Contains(n.View(), "enter done") {
					n.press(key)
				}
			}
			exact(t, n.View(), w, h)
			harmless(t, n.View())
		}
	}
}

// harmless fails when a frame has anything but text, line ends and colours.
func harmless(tb testing.TB, frame string) {
	tb.Helper()
	text := ansi.Strip(frame)
	if i := strings.IndexFunc(text, func(c rune) bool { return c < ' ' && c != '\n' || c == 0x7f || c >= 0x80 && c < 0xa0 }); i >= 0 {
		tb.Fatalf("a frame has the control character %q", text[i])
	}
	for rest := frame; ; {
		i := strings.IndexByte(rest, 0x1b)
		if i < 0 {
			return
		}
		end := strings.IndexByte(rest[i:], 'm')
		if !strings.HasPrefix(rest[i:], "\x1b[") || end < 0 || strings.Trim(rest[i+2:i+end], "0123456789;") != "" {
			tb.Fatalf("a frame has an escape that is no colour: %q", rest[i:min(len(rest), i+12)])
		}
		rest = rest[i+end:]
	}
}
