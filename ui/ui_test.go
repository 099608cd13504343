package ui

import (
	"strings"
	"testing"
	"time"

	"example.org/fray/ui/uitest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"example.org/fray/ui/kit"
)

// screen is a Model in a test, driven by keys.
type screen struct {
	testing.TB
	*Model
	game *uitest.Memory
}

func newScreen(tb testing.TB, g *uitest.Memory, theme string, glyphs *kit.Glyphs, w, h int) *screen {
	look := func(name string) *kit.Look {
		r := lipgloss.NewRenderer(nil)
		r.SetColorProfile(termenv.TrueColor)
		t, ok := kit.FindTheme(name)
		if !ok {
			tb.Fatalf("no theme %q", name)
		}
		return kit.NewLook(r, t, glyphs)
	}
	s := &screen{TB: tb, game: g, Model: New(Config{Game: g, Seat: uitest.GM, Look: look, Theme: theme, After: noClock})}
	_, cmd := s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	s.settle(cmd)
	return s
}

// noClock ends no toast: goldens show them, and no test waits.
func noClock(time.Duration, tea.Msg) tea.Cmd { return nil }

// press types keys, and carries out what each of them sets going.
func (s *screen) press(names ...string) {
	s.Helper()
	for _, n := range names {
		_, cmd := s.Update(uitest.Key(n))
		s.settle(cmd)
	}
}

// settle runs commands as Bubble Tea would.
func (s *screen) settle(cmd tea.Cmd) {
	carry(cmd, func(msg tea.Msg) {
		_, next := s.Update(msg)
		s.settle(next)
	})
}

// carry runs a command, and hands over what it brings.
func carry(cmd tea.Cmd, take func(tea.Msg)) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, one := range msg {
			carry(one, take)
		}
	default:
		take(msg)
	}
}

func (s *screen) plain() string { return ansi.Strip(s.View()) }

func (s *screen) shows(words ...string) {
	s.Helper()
	for _, w := range words {
		if !strings.Contains(s.plain(), w) {
			s.Fatalf("the screen does not show %q:\n%s", w, s.plain())
		}
	}
}

// exact returns the frame, and fails unless every line of it is as wide as the screen,
// and there are as many as it has. With -long it also fails where any part of the frame
// is out of date; in the usual run TestFramesAreNeverOld holds that.
func (s *screen) exact() string {
	s.Helper()
	frame := s.View()
	if *long {
		s.newest()
	}
	uitest.Exact(s, frame, s.size.w, s.size.h)
	return frame
}

// newest returns the frame, and fails unless the same is drawn with an empty cache.
func (s *screen) newest() string {
	s.Helper()
	kept := s.View()
	s.cache, s.upcoming = make(cache, len(entries)), nil
	if now := s.View(); now != kept {
		s.Fatalf("the screen shows\n%s\nand should show\n%s", ansi.Strip(kept), ansi.Strip(now))
	}
	return kept
}

func TestTooSmall(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 39, 20)
	s.shows("39 x 20", "needs 40 x")
	s.exact()
	s.press("a") // does nothing
	s.Update(tea.WindowSizeMsg{Width: 40, Height: 20})
	s.shows("Roster")
}

// TestKeysTypedAhead types faster than the disk writes: no key is lost, and none
// answers a question that it was not typed for.
func TestKeysTypedAhead(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("p", "a", "m", "o", "v", "e", "enter")
	_, cmd := s.Update(uitest.Key("enter"))
	for _, k := range []string{"5", "6", "space", "enter", "enter", "tab"} { // dice, all on speed and no effort, on
		s.Update(uitest.Key(k))
	}
	s.settle(cmd)
	if len(s.table.Rolls()) > 0 || s.over.Top() != nil || s.at.Focus != paneOf("sheet") {
		t.Fatalf("the roll is not over:\n%s", s.plain())
	}
	s.shows("Seraph moves 11 dm a segment", "11 against 29, by 18")
}
