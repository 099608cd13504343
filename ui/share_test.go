package ui

import (
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// A share starts from what the rulebook offers: enter takes it, a 0 empties
// it, and what is not decided on takes nothing.
func TestShareStartsFromAPreset(t *testing.T) {
	for _, x := range []struct {
		keys []string
		give int
	}{{[]string{"enter"}, 29 - 11}, {[]string{"0", "enter"}, 0}, {[]string{"left", "0", "enter"}, 0}, {[]string{"3", "enter"}, 3}} {
		s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
		s.press("p", "a", "m", "o", "v", "e", "enter", "enter", "5", "6")
		s.shows("Share 18 Quality", "0 clears it")
		s.press(x.keys...)
		if got := sharedLast(s.table)["speed"]; got != x.give || len(s.table.Rolls()) > 0 {
			t.Errorf("%s gives speed %d, not %d", strings.Join(x.keys, " "), got, x.give)
		}
	}
}

func sharedLast(t model.Table) map[string]int {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if a, ok := f.(model.Answered); ok && a.Answer.ID == "share" {
				return a.Answer.Give
			}
		}
	}
	return nil
}
