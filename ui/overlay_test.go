package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	tty "example.org/fray/ui/screen"
	"example.org/fray/ui/uitest"
)

// Every cell of a frame has a ground of the theme, with each overlay at each size; and
// around an overlay everything is dimmed: no pane is torn by it.
func TestOverlaysAreWhole(t *testing.T) {
	g := demo(t, "supermen")
	dim := kit.Dark.Grounds[kit.OnBehind].TrueColor
	for _, size := range []struct{ w, h int }{{40, 20}, {60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
		for _, x := range pictured {
			if x.empty || x.player {
				continue
			}
			keys := x.keys
			s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, "dark", kit.Unicode, size.w, size.h)
			s.press("home")
			x.open(s)
			name := fmt.Sprintf("%dx%d [%s]", size.w, size.h, keys)
			lines := s.Lines()
			o := s.over.Top()
			for y, l := range lines {
				grounds := groundsOf(l)
				if len(grounds) != size.w {
					t.Fatalf("%s: line %d has %d cells", name, y, len(grounds))
				}
				for at, g := range grounds {
					if g == "" && x.name != "themes" { // that card shows a theme without grounds, too
						t.Fatalf("%s: the cell at %d, %d has no ground:\n%s", name, at, y, s.plain())
					}
				}
				if o == nil || y >= s.plan().tour.y {
					continue
				}
				at := s.overlayBox(o, s.plan())
				for x, g := range grounds {
					if (x < at.x || x >= at.x+at.w || y < at.y) && g != dim {
						t.Fatalf("%s: beside what lies on top the cell at %d, %d is not dimmed:\n%s", name, x, y, s.plain())
					}
				}
			}
		}
	}
}

// Where panes have no grounds of their own, each card has a frame that is closed.
func TestCardsAreClosed(t *testing.T) {
	g := demo(t, "supermen")
	for _, size := range []struct{ w, h int }{{40, 20}, {60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, x := range pictured {
			if x.empty || x.player {
				continue
			}
			s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, "mono", kit.Unicode, size.w, size.h)
			s.press("home")
			x.open(s)
			o := s.over.Top()
			if o == nil {
				continue
			}
			at, lines := s.overlayBox(o, s.plan()), s.Lines()
			inside := func(y int) string { return ansi.Strip(ansi.Cut(lines[y], at.x, at.x+at.w)) }
			b, end := kit.Unicode.Box, at.y+1
			for end < at.y+at.h-1 && !strings.HasPrefix(inside(end), b.BottomLeft) {
				if l := inside(end); !strings.HasPrefix(l, b.Down) || !strings.HasSuffix(l, b.Down) {
					t.Fatalf("%dx%d [%s]: line %d of the card is open: %q\n%s", size.w, size.h, x.name, end, l, s.plain())
				}
				end++
			}
			if top, bottom := inside(at.y), inside(end); !strings.HasPrefix(top, b.TopLeft) || !strings.HasSuffix(top, b.TopRight) || !strings.HasPrefix(bottom, b.BottomLeft) || !strings.HasSuffix(bottom, b.BottomRight) {
				t.Fatalf("%dx%d [%s]: the card is not closed:\n%s", size.w, size.h, x.name, s.plain())
			}
		}
	}
}

// A page is at most 14,000 bytes to a terminal, whatever lies on top, and a key at most 600
// for each row that it changes.
func TestFramesAreSmall(t *testing.T) {
	const page, row, w, h = 14_000, 600, 120, 36
	g := demo(t, "supermen")
	for _, theme := range kit.Themes {
		for _, x := range pictured {
			s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, theme.Name, kit.Unicode, w, h)
			s.press("home")
			x.open(s)
			var p tty.Painter
			before := s.Lines()
			if n := len(p.Frame(before, w, h)); n > page {
				t.Errorf("%s, %s: a page has %d bytes, want at most %d", theme.Name, x.name, n, page)
			}
			for _, key := range []string{"down", "up"} {
				s.press(key)
				changed, now := 0, s.Lines()
				for y := range now {
					if now[y] != before[y] {
						changed++
					}
				}
				if n := len(p.Frame(now, w, h)); n > row*max(changed, 1) {
					t.Errorf("%s, %s: %s sends %d bytes for %d rows", theme.Name, x.name, key, n, changed)
				}
				before = now
			}
		}
	}
}

// groundsOf are the colours behind the cells of a line, "" for none.
func groundsOf(line string) []string {
	var out []string
	p := pen{}
	for line != "" {
		if rest, is := strings.CutPrefix(line, "\x1b["); is {
			numbers, after, _ := strings.Cut(rest, "m")
			p, line = p.sgr(numbers), after
			continue
		}
		n := strings.IndexByte(line, '\x1b')
		if n < 0 {
			n = len(line)
		}
		for range ansi.StringWidth(line[:n]) {
			back := p.back
			if p.reverse {
				back = "reversed"
			}
			out = append(out, back)
		}
		line = line[n:]
	}
	return out
}

// TestAlwaysWork checks that the keys which work wherever one is do so over whatever lies on
// top, too: drawing the screen anew and suspending change nothing of it.
func TestAlwaysWork(t *testing.T) {
	g := demo(t, "supermen")
	for _, x := range pictured {
		if x.empty || x.player {
			continue
		}
		s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, "dark", kit.Unicode, 80, 24)
		s.press("home")
		x.open(s)
		before := s.View()
		for key, want := range map[tea.KeyType]tea.Msg{tea.KeyCtrlL: tea.ClearScreen(), tea.KeyCtrlZ: tea.SuspendMsg{}} {
			_, cmd := s.Update(tea.KeyMsg{Type: key})
			came := false
			if carry(cmd, func(msg tea.Msg) { came = came || msg == want }); !came {
				t.Errorf("%s [%s]: %s does nothing", x.name, x.keys, tea.KeyMsg{Type: key})
			}
		}
		if now := s.View(); now != before {
			t.Errorf("%s [%s]: it looks otherwise:\n%s", x.name, x.keys, s.plain())
		}
	}
}
