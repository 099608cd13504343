package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

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
func (m *Model) nextTheme() tea.Cmd {
	names := m.cfg.Settings.themes()
	m.taste.Theme = names[(slices.Index(names, m.taste.Theme)+1)%len(names)]
	m.look = m.cfg.Look(m.taste.Theme)
	m.keepTaste()
	return m.say("theme: " + m.taste.Theme)
}

// switchMouse lets the terminal have the mouse, or fray.
func (m *Model) switchMouse() tea.Cmd {
	m.taste.Mouse = !m.taste.Mouse
	m.keepTaste()
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

func (m *Model) keepTaste() {
	if m.cfg.Settings.Keep != nil {
		m.cfg.Settings.Keep(m.taste)
	}
}

// Key is what config.toml may say of one thing that keys do.
type Key struct {
	ID, Label, Group string
	Keys             []string
}

// Keys lists everything that keys do, with the keys it begins with.
func Keys() []Key {
	var out []Key
	for _, b := range bindings() {
		out = append(out, Key{b.id, b.label, b.group, b.keys})
	}
	return out
}

// rebound is the list of keys with some of them changed, by id.
func rebound(keys map[string][]string) []binding {
	out := bindings()
	for i, b := range out {
		if own, ok := keys[b.id]; ok {
			out[i].keys = own
		}
	}
	return out
}

// keyOf is the first key of a binding, as people call it; where it has none,
// the way to it.
func (m *Model) keyOf(id string) string {
	for _, b := range m.keys {
		if b.id == id && len(b.keys) > 0 {
			return keyWord(b.keys[0])
		}
	}
	return "(: " + id + ")"
}

// isKey reports whether a key is one of a binding's.
func (m *Model) isKey(id, key string) bool {
	return slices.ContainsFunc(m.keys, func(b binding) bool { return b.id == id && slices.Contains(b.keys, key) })
}

// keyWord is what people call a key.
func keyWord(key string) string {
	if key == " " {
		return "space"
	}
	return key
}

// keyNames are the keys that are called by a word.
var keyNames = strings.Fields(`enter esc tab shift+tab backspace delete insert up down left right home end pgup pgdown
	shift+up shift+down shift+left shift+right shift+home shift+end f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12`)

// inMenu stands before the keys of the menu of people.
const inMenu = "P "

// InMenu reports whether a key is one of a menu, after the key that opens it.
func InMenu(key string) bool { return strings.HasPrefix(key, inMenu) }

// ParseKey reads a key as config.toml writes it and gives its name. It is a
// letter or sign, as in "a" and "?", a word such as enter, pgup, space or f5,
// or ctrl+ or alt+ and a letter. "P n" is n in the menu that P opens.
func ParseKey(text string) (string, error) {
	if key, in := strings.CutPrefix(text, inMenu); in {
		key, err := ParseKey(key)
		return inMenu + key, err
	}
	rest, alt := strings.CutPrefix(text, "alt+")
	letter, ctrl := strings.CutPrefix(rest, "ctrl+")
	switch {
	case rest == "space" && !alt:
		return " ", nil
	case ctrl && slices.Contains([]string{"h", "i", "m"}, letter):
		return "", fmt.Errorf("terminals send %s as backspace, tab or enter: take another letter", text)
	case ctrl && len(letter) == 1 && letter[0] >= 'a' && letter[0] <= 'z':
		return text, nil
	case ctrl:
		return "", fmt.Errorf("%q is no key: after ctrl+ stands a letter from a to z", text)
	case slices.Contains(keyNames, rest):
		return text, nil
	case len([]rune(rest)) == 1 && rest != " " && kit.Clean(rest) == rest:
		return text, nil
	}
	return "", fmt.Errorf("%q is no key: it is a letter or sign, a word such as enter, space, pgup or f5, or ctrl+ and a letter", text)
}
