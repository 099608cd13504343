package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

var pictures = flag.String("pictures", "", "the `FOLDER` into which every golden screen is drawn as a picture, in its colours")

// sizes are a wide screen, a usual one and the smallest.
var sizes = []struct{ w, h int }{{120, 36}, {80, 24}, {60, 20}}

// atSizes runs a test at the sizes at which golden screens are kept. Other sizes
// are covered by TestLayout, and by the tests that press keys at random.
func atSizes(t *testing.T, test func(t *testing.T, w, h int)) {
	for _, size := range sizes[:2] {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) { test(t, size.w, size.h) })
	}
}

// golden compares the screen, as plain text, with the one kept under a name and
// its size. Of a screen with an overlay only the overlay is kept, so that a word
// elsewhere changes few files.
func (s *screen) golden(name string) {
	s.Helper()
	drawn(s, name, s.View(), s.size.w, s.size.h, s.front)
}

// firstPanes has the goldens of a test show the first five panes alone: one that is added
// has goldens of its own, and a tab in those of TestLayout.
func firstPanes(t *testing.T) {
	all := entries
	entries = entries[:5:5]
	t.Cleanup(func() { entries = all })
}

// front is the part of a frame that the overlay on top takes, the whole frame if
// there is none.
func (s *screen) front(lines []string) []string {
	o := s.over.Top()
	if o == nil {
		return lines
	}
	at := s.overlayBox(o, s.plan())
	var card []string
	for _, l := range lines[at.y:][:min(at.h, len(o.Draw(s.overFrame(s.over.Top())))+2)] {
		card = append(card, ansi.Cut(l, at.x, at.x+at.w))
	}
	return card
}

// drawn compares a part of a frame, as plain text, with the golden file of a name
// and a size. It fails too where the frame does not fill the screen exactly.
func drawn(t testing.TB, name, frame string, w, h int, part func([]string) []string) {
	t.Helper()
	uitest.Exact(t, frame, w, h)
	name = fmt.Sprintf("%s-%dx%d", name, w, h)
	drawPicture(t, name, frame, false)
	lines := strings.Split(frame, "\n")
	if part != nil {
		lines = part(lines)
	}
	uitest.Golden(t, name+".golden", uitest.Plain(lines))
}

// drawPicture writes a frame as a picture into the folder of -pictures, if there
// is one: go test ./ui -run Golden -pictures FOLDER, then rsvg-convert.
func drawPicture(t testing.TB, name, frame string, light bool) {
	t.Helper()
	if *pictures == "" {
		return
	}
	if light {
		dark, g, i := sixteen, ground, ink
		sixteen, ground, ink = onLight.sixteen, onLight.ground, onLight.ink
		defer func() { sixteen, ground, ink = dark, g, i }()
	}
	lines := strings.Split(frame, "\n")
	if err := os.WriteFile(filepath.Join(*pictures, name+".svg"), []byte(svg(name, frame, kit.Width(lines[0]), len(lines))), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestGoldenScreens(t *testing.T) {
	firstPanes(t)
	atSizes(t, func(t *testing.T, w, h int) {
		s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, w, h)
		s.golden("table")
		s.press("a")
		s.golden("palette")
		s.press("m", "o", "v", "e", "enter")
		s.golden("form")
		s.press("enter")
		s.golden("share")
		s.press("up", "right")
		s.golden("effort")
		s.press("left", "down", "space", "enter")
		s.golden("told")
		s.press("esc", "?")
		s.golden("help")
	})
}

// TestGoldenThemes keeps one golden file with its colours for each theme: three
// screens on which most colours stand. They are to be looked at with cat, in a
// terminal.
func TestGoldenThemes(t *testing.T) {
	firstPanes(t)
	for _, theme := range kit.Themes {
		t.Run(theme.Name, func(t *testing.T) {
			s := newScreen(t, uitest.Vault(t), theme.Name, kit.Unicode, 120, 36)
			all := ""
			for i, keys := range [][]string{{"a", "m", "o", "v", "e", "enter"}, {"enter"}, {"space", "enter", "esc", "3"}} {
				s.press(keys...)
				drawPicture(t, fmt.Sprintf("theme-%s-%d", theme.Name, i+1), s.View(), !theme.Dark)
				all += s.View() + "\n"
			}
			uitest.Golden(t, "theme-"+theme.Name+".golden", all)
		})
	}
}

// TestLayout draws where the panes stand at every kind of size by their numbers,
// one for five columns of three lines, and names the panes behind each.
func TestLayout(t *testing.T) {
	var b strings.Builder
	for _, size := range []struct{ w, h int }{{40, 20}, {60, 20}, {80, 24}, {100, 32}, {100, 50}, {120, 36}, {200, 60}} {
		for _, seat := range []model.Seat{uitest.GM, {Role: model.Player, Name: "Mira"}} {
			s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, size.w, size.h)
			if seat != uitest.GM {
				s = playerOf(t, uitest.Vault(t), "dark", size.w, size.h)
			}
			s.exact()
			p := s.plan()
			fmt.Fprintf(&b, "%d x %d, %s\n", size.w, size.h, map[model.Role]string{model.GM: "gamemaster", model.Player: "player"}[seat.Role])
			for y := 1; y < size.h-2; y += 3 {
				line := ""
				for x := 2; x < size.w; x += 5 {
					letter := "."
					for i, box := range p.panes {
						if box.holds(x, y) {
							letter = fmt.Sprint(i + 1)
						}
					}
					line += letter
				}
				fmt.Fprintln(&b, line)
			}
			for i, box := range p.panes {
				if tabs := strings.Join(s.tabs(i, p), tabGap); tabs != "" && !box.empty() && strings.Contains(s.plain(), tabs) {
					fmt.Fprintf(&b, "behind %d: %s\n", i+1, tabs)
				}
			}
			fmt.Fprintln(&b)
		}
	}
	uitest.Golden(t, "layout"+".golden", b.String())
}
