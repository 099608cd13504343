package pane

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// keyNames are the keys that are called by a word.
var keyNames = strings.Fields(`enter esc tab shift+tab backspace delete insert up down left right home end pgup pgdown
	shift+up shift+down shift+left shift+right shift+home shift+end f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12`)

// IsInMenu reports whether a key is one of a menu, after the key that opens it.
func IsInMenu(key string) bool { return strings.HasPrefix(key, menuKey) }

// ParseKey reads a key as config.toml writes it and gives its name. It is a
// letter or sign, as in "a" and "?", a word such as enter, pgup, space or f5,
// or ctrl+ or alt+ and a letter. "P n" is n in the menu that P opens.
func ParseKey(text string) (string, error) {
	if key, in := strings.CutPrefix(text, menuKey); in {
		key, err := ParseKey(key)
		return menuKey + key, err
	}
	rest, alt := strings.CutPrefix(text, "alt+")
	letter, ctrl := strings.CutPrefix(rest, "ctrl+")
	switch {
	case rest == "space" && !alt:
		return " ", nil
	case rest == KeyWord("delete"): // as the screen has it
		return strings.TrimSuffix(text, rest) + "delete", nil
	case ctrl && slices.Contains([]string{"h", "i", "m"}, letter):
		return "", fmt.Errorf("terminals send %s as backspace, tab or enter: choose another key", text)
	case ctrl && len(letter) == 1 && letter[0] >= 'a' && letter[0] <= 'z':
		return text, nil
	case ctrl:
		return "", fmt.Errorf("%q is not a key: after ctrl+ comes a letter from a to z", text)
	case slices.Contains(keyNames, rest):
		return text, nil
	case len([]rune(rest)) == 1 && rest != " " && kit.Clean(rest) == rest:
		return text, nil
	}
	return "", fmt.Errorf("%q is not a key: write a single character, a name such as enter, space, pgup or f5, or ctrl+ and a letter", text)
}

// Stroke is the key of that name, as the terminal would send it.
func Stroke(name string) tea.KeyMsg {
	name, alt := strings.CutPrefix(name, "alt+")
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}
	}
	for t := tea.KeyType(-100); t < 128; t++ {
		if t != tea.KeyRunes && t != tea.KeySpace && t.String() == name {
			return tea.KeyMsg{Type: t, Alt: alt}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name), Alt: alt}
}
