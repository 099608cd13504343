package ui

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestPreferences(t *testing.T) {
	r := newMemoryShelf(t)
	cfg := r.config("/t/vault.fray")
	var kept []Preferences
	cfg.Settings.Themes = []string{"dark", "mono"}
	cfg.Settings.Keep = func(t Preferences) { kept = append(kept, t) }
	s := &screen{TB: t, Model: New(cfg)}
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.press("T", "down")
	if s.shows("Themes", "badly hurt"); s.look.Theme.Name != "mono" || len(kept) > 0 {
		t.Errorf("the preview shows %s and keeps %v", s.look.Theme.Name, kept)
	}
	s.press("esc")
	if s.look.Theme.Name != "dark" || len(kept) > 0 {
		t.Errorf("esc leaves %s and keeps %v", s.look.Theme.Name, kept)
	}
	s.press("T", "down", "enter")
	s.shows("theme: mono")
	s.press("T", "up", "enter", "m")
	want := []Preferences{{Theme: "mono", Mouse: true}, {Theme: "dark", Mouse: true}, {Theme: "dark"}}
	if !slices.EqualFunc(kept, want, Preferences.Same) {
		t.Errorf("kept %v, want %v", kept, want)
	}
	at := s.at
	s.Update(tea.MouseMsg{X: 2, Y: 5, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if s.at.Selected != at.Selected || s.at.Focus != at.Focus {
		t.Error("the mouse is off, and selects")
	}
	s.press("m")
	s.Update(tea.MouseMsg{X: 2, Y: 4, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if s.at.Selected == at.Selected {
		t.Error("the mouse is on, and does not select")
	}
}

// Keys that were changed run what they are for, and everything that names a
// key names the new one.
func TestOwnKeys(t *testing.T) {
	cfg := newMemoryShelf(t).config("/t/vault.fray")
	cfg.Settings.Keys = map[string][]string{"act": {"f2"}, "undo": {}, "house": {"f3"}}
	cfg.Settings.Trouble = "config.toml, line 3: something"
	s := &screen{TB: t, Model: New(cfg)}
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("config.toml, line 3")
	s.press("tab") // any key takes the words away
	s.shows("f2 act")
	s.press("a", "u", "H")
	if s.over.Top() != nil {
		t.Error("the usual keys still work")
	}
	s.Update(tea.KeyMsg{Type: tea.KeyF3})
	s.shows("House rules")
	s.press("esc", "?", "u", "n", "d", "o")
	s.shows("undo")
}

// A key is changed at the screen: at once, unless something else has it there, and it
// is kept.
func TestChangesAKey(t *testing.T) {
	cfg := newMemoryShelf(t).config("/t/vault.fray")
	var kept Preferences
	cfg.Settings.Keep = func(p Preferences) { kept = p }
	s := &screen{TB: t, Model: New(cfg)}
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.typed("?", "'undo", "f4")
	s.shows("Another key for", "It has u now", "Press the key")
	s.typed("a")
	s.shows("a is the key for: act")
	s.typed("f5")
	s.shows("is f5 now")
	if got := kept.Keys["undo"]; !slices.Equal(got, []string{"f5"}) {
		t.Errorf("kept %v", kept)
	}
	s.typed("?", "'undo", "f4", "backspace")
	s.shows("has its usual keys again")
	if len(kept.Keys) != 0 {
		t.Errorf("the usual key is kept as %v", kept)
	}
}
