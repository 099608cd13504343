package ui

import (
	"strings"
	"testing"

	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// News is read to its end on the smallest screen, and goes with the next key: none
// stands on beside what is done then.
func TestNewsIsReadWholeAndGoes(t *testing.T) {
	s := gamemaster(t, uitest.Vault(t), 60, 20)
	const last = "U redoes it"
	for words, lines := range map[string]int{last: 1, "what nobody could read to its end where there are sixty columns; " + last: 2} {
		s.settle(s.obey(pane.Say{Words: words}))
		s.shows(last)
		uitest.Exact(t, s.View(), 60, 20)
		if n := len(s.news()); n != lines {
			t.Errorf("%q takes %d lines", words, n)
		}
		s.press("j")
		if strings.Contains(s.plain(), last) {
			t.Errorf("it stands on after a key:\n%s", s.plain())
		}
		if n := len(s.news()); n != 1 {
			t.Errorf("nothing takes %d lines", n)
		}
	}
}
