package ui

import (
	"strings"
	"testing"

	"example.org/fray/ui/uitest"

	"example.org/fray/ui/kit"
)

func TestFavouriteStandsFirst(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	kept := 0
	s.cfg.Keep = func(Place) { kept++ }
	s.press("a", "m", "o", "v", "e", "enter", "tab", "3", "f3", "end")
	for range len("Move") {
		s.press("backspace")
	}
	s.press("d", "a", "s", "h", "enter", "esc", "esc")
	s.press("a")
	s.shows("1 dash (Move)")
	s.press("1")
	s.shows("pool", "  3 ")
	s.press("esc", "a", "delete")
	if strings.Contains(s.plain(), "dash (Move)") {
		t.Error("the favourite still stands after del")
	}
	if kept != 2 {
		t.Errorf("the place was kept %d times, want 2", kept)
	}
}
