package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// click presses the mouse on the first place where words stand, so many cells
// into them.
func (s *screen) click(words string, into int) {
	s.Helper()
	for y, l := range strings.Split(s.plain(), "\n") {
		if i := strings.Index(l, words); i >= 0 {
			s.mouse(kit.Width(l[:i])+into, y, tea.MouseButtonLeft)
			return
		}
	}
	s.Fatalf("%q is not on the screen:\n%s", words, s.plain())
}

func (s *screen) mouse(x, y int, b tea.MouseButton) {
	_, cmd := s.Update(tea.MouseMsg{X: x, Y: y, Button: b, Action: tea.MouseActionPress})
	s.settle(cmd)
}

// A whole action by mouse alone: footer, palette, form, share, what came of it.
func TestMouseActs(t *testing.T) {
	for _, size := range sizes {
		s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, size.w, size.h)
		s.preferences.Mouse = true
		s.click("a act", 0)
		s.shows("what now?")
		s.click("Move   ", 2)
		s.shows("▌") // the cursor is there
		s.click("Move   ", 2)
		s.shows("Seraph: Move", "Slow down by")
		s.click("tab next field", 0)
		s.click("Situation", 1)
		s.shows("▌Situation")
		s.click("◂0▸", 2)
		s.shows("◂1▸")
		s.click("◂1▸", 0)
		s.shows("◂0▸")
		s.click("enter throw", 8)
		s.shows("Share", "▌Speed")
		s.click("Defense  ", 1)
		s.shows("▌Defense")
		s.click("Speed", 1)
		if s.shows("▌Speed"); len(s.table.Rolls()) != 1 {
			t.Fatal("a press on a use takes the share")
		}
		s.click("enter accept", 0)
		if s.shows("esc close"); len(s.table.Rolls()) > 0 {
			t.Fatalf("the footer does not take the share:\n%s", s.plain())
		}
		s.mouse(2, size.h/2, tea.MouseButtonWheelDown)
		s.shows("esc close")
		s.click("esc close", 0)
		if s.over.Top() != nil {
			t.Errorf("a press on the footer does not go on:\n%s", s.plain())
		}
	}
}

// A press far down a list that scrolls leads there; one on a heading leads
// nowhere.
func TestMouseInLists(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.preferences.Mouse = true
	s.press("?")
	for range 9 {
		s.mouse(9, 9, tea.MouseButtonWheelDown)
	}
	at := func() int { return s.over.Top().(help).list.Cursor() }
	top := s.over.TopID()
	if at() != 9 {
		t.Errorf("nine turns of the wheel lead to %d", at())
	}
	for _, y := range []int{15, 6} {
		want := overLines(s.Model)[y-3].name
		s.mouse(9, y, tea.MouseButtonLeft)
		on := slices.ContainsFunc(strings.Split(s.plain(), "\n"), func(l string) bool { return strings.Contains(l, "▌") && strings.Contains(l, want) })
		if s.over.TopID() != top || !on {
			t.Errorf("a press on %q leads to %d:\n%s", want, at(), s.plain())
		}
	}
	s.press("esc", "T")
	s.click("mono", 1)
	if s.look.Theme.Name != "mono" {
		t.Errorf("a press on mono shows %s", s.look.Theme.Name)
	}
	s.click("mono", 1)
	if s.preferences.Theme != "mono" || s.over.Top() != nil {
		t.Errorf("a second press keeps %s", s.preferences.Theme)
	}
	s.click("5 time", 3)
	if s.at.Focus != paneOf("timeline") {
		t.Error("the other pane's name does not bring it")
	}
	s.press("a", "end")
	s.click("not now", 2)
	s.shows("not now")
	s.press("esc", "m", "a")
	s.click("2 ", 1)
	s.shows("▌1 ")
}
