package pane_test

import (
	"testing"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

func TestKeyNames(t *testing.T) {
	for text, want := range map[string]string{"a": "a", "?": "?", "é": "é", "space": " ", "f5": "f5", "ctrl+k": "ctrl+k", "alt+x": "alt+x", "P n": "P n", "shift+up": "shift+up"} {
		if got, err := pane.ParseKey(text); err != nil || got != want {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", " ", "ab", "ctrl+", "ctrl+i", "ctrl+1", "ctrl+xy", "\x1b", "P ", "f13", "alt+"} {
		if got, err := pane.ParseKey(text); err == nil {
			t.Errorf("%q is the key %q", text, got)
		}
	}
	if w := kit.Width(pane.KeyWord(" ")); w != 5 {
		t.Error("space has no word")
	}
}
