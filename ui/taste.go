package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// Settings are what people have made their own.
type Settings struct {
	Keys    map[string][]string // the keys of bindings, by name; see Keys
	Themes  []string            // what the theme key goes through; nil: those built in
	Mouse   bool
	Trouble string      // what is wrong with them: it stays on the screen
	Crashes string      // the file a crash is written to; "": a new one in the system's folder
	Keep    func(Taste) // keeps what was changed at the screen; may be nil
}

// Taste is what is changed at the screen and kept for all tables.
type Taste struct {
	Theme string `json:"theme"`
	Mouse bool   `json:"mouse"`
}

// themes are the names the theme key goes through.
func (s Settings) themes() []string {
	if s.Themes != nil {
		return s.Themes
	}
	var out []string
	for _, t := range kit.Themes {
		out = append(out, t.Name)
	}
	return out
}

// nextTheme shows the next theme and keeps it.
func nextTheme(m *Model) tea.Cmd {
	names := m.cfg.Settings.themes()
	m.taste.Theme = names[(slices.Index(names, m.taste.Theme)+1)%len(names)]
	m.look = m.cfg.Look(m.taste.Theme)
	keepTaste(m)
	return m.say("theme: " + m.taste.Theme)
}

// switchMouse lets the terminal have the mouse, or fray.
func switchMouse(m *Model) tea.Cmd {
	m.taste.Mouse = !m.taste.Mouse
	keepTaste(m)
	if m.taste.Mouse {
		return tea.Batch(m.say("mouse: on"), tea.EnableMouseCellMotion)
	}
	return tea.Batch(m.say("mouse: off, the terminal selects text with it"), tea.DisableMouse)
}

func mouseWords(m *Model) string {
	if m.taste.Mouse {
		return "mouse off"
	}
	return "mouse on"
}

func keepTaste(m *Model) {
	if m.cfg.Settings.Keep != nil {
		m.cfg.Settings.Keep(m.taste)
	}
}
