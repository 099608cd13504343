package ui

import (
	"testing"

	"example.org/fray/ui/uitest"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	tty "example.org/fray/ui/screen"
)

// TestBackground tells the screen of the terminal's background: only what has
// no theme of its own is drawn otherwise.
func TestBackground(t *testing.T) {
	size := tea.WindowSizeMsg{Width: 120, Height: 36}
	for _, path := range []string{"", "/t/vault.fray"} {
		cfg := newMemoryShelf(t).config(path)
		view := func(theme string, say ...tea.Msg) string {
			cfg.Theme = theme
			e := newApp(cfg)
			for _, msg := range append([]tea.Msg{size}, say...) {
				e.Update(msg)
			}
			return e.View()
		}
		dark, light := view(kit.Dark.Name), view(kit.Light.Name)
		for name, c := range map[string]struct{ got, want string }{
			"nothing is known":  {view(""), dark},
			"dark":              {view("", tty.Background{Dark: true}), dark},
			"light":             {view("", tty.Background{}), light},
			"a theme was given": {view(kit.Dark.Name, tty.Background{}), dark},
		} {
			if c.got != c.want {
				t.Errorf("%q, %s: the wrong theme", path, name)
			}
		}
	}
}

// TestClosing keeps where the screen stands when the terminal is closed.
func TestClosing(t *testing.T) {
	cfg := newMemoryShelf(t).config("/t/vault.fray")
	var kept *Place
	cfg.Keep = func(p Place) { kept = &p }
	e := newApp(cfg)
	e.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	e.Update(uitest.Key("3"))
	e.Update(tty.Closing{})
	if kept == nil || kept.Focus != paneOf("log") {
		t.Errorf("kept %+v", kept)
	}
}
