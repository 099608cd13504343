package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// Every cell of a frame has a ground of the theme, with each overlay at each size; and
// around an overlay everything is dimmed: no pane is torn by it.
func TestOverlaysAreWhole(t *testing.T) {
	g := fight(t)
	dim := kit.Dark.Grounds[kit.OnBehind].TrueColor
	for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
		for _, keys := range []string{"", "a", "a enter", "a enter enter", "?", ":", "T", "i", "c", "H", "P", "x", "/", "+"} {
			s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, "dark", kit.Unicode, size.w, size.h)
			s.press("home")
			s.press(strings.Fields(keys)...)
			name := fmt.Sprintf("%dx%d [%s]", size.w, size.h, keys)
			lines := s.Lines()
			o := s.over.Top()
			for y, l := range lines {
				grounds := groundsOf(l)
				if len(grounds) != size.w {
					t.Fatalf("%s: line %d has %d cells", name, y, len(grounds))
				}
				for x, g := range grounds {
					if g == "" {
						t.Fatalf("%s: the cell at %d, %d has no ground:\n%s", name, x, y, s.plain())
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
