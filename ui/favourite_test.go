package ui

import (
	"testing"

	"example.org/fray/ui/kit"
)

func TestFavouriteStandsFirst(t *testing.T) {
	s := newScreen(t, vault(t), "dark", kit.Unicode, 120, 36)
	kept := 0
	s.cfg.Keep = func(Place) { kept++ }
	s.press("a", "m", "o", "v", "e", "enter", "down", "3", "f3", "end")
	for range len("Move") {
		s.press("backspace")
	}
	s.press("d", "a", "s", "h", "enter", "esc", "esc")
	s.press("a")
	s.shows("1 dash (Move)")
	s.press("1")
	f, ok := s.top().(*form)
	if !ok {
		t.Fatalf("no form is open:\n%s", s.plain())
	}
	if v, _ := f.form.Get("pool"); v.Int() != 3 {
		t.Errorf("the favourite's pool is %v, want 3", v)
	}
	s.press("esc", "a", "delete")
	if p := s.top().(*palette); p.actions[0].name != "" {
		t.Error("the favourite still stands after del")
	}
	if kept != 2 {
		t.Errorf("the place was kept %d times, want 2", kept)
	}
}
