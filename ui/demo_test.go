package ui

import (
	"strings"
	"testing"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// Nothing is saved in the demo, and nothing on its screen says anything else: the header, the
// first words, the keys, the prompt, the tour.
func TestTheDemoTellsTheTruth(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	cfg := s.cfg
	cfg.Demo, cfg.Welcome = true, true
	s.Model = New(cfg)
	s.size.w, s.size.h = 120, 36
	truthful := func(where string) {
		t.Helper()
		for line := range strings.SplitSeq(s.exact(), "\n") {
			words := strings.NewReplacer("not saved", "", "saved nowhere", "", "nothing is saved", "", "Nothing of it is saved", "").Replace(line)
			if strings.Contains(words, "saved") {
				t.Errorf("%s: %q", where, line)
			}
		}
	}
	s.shows("demo, not saved", "q to quit: nothing is saved in the demo")
	truthful("the first screen")
	s.press("?", "q", "u", "i", "t")
	s.shows("quit: nothing is saved in the demo")
	truthful("the keys")
	s.press("esc", "esc")
	for _, line := range []string{"save", "take home"} {
		s.press(":")
		for _, r := range line {
			s.press(map[rune]string{' ': "space"}[r] + strings.TrimSpace(string(r)))
		}
		truthful(line)
		s.press("enter")
		truthful(line + ", done")
		s.press("esc", "esc")
	}
	last := lessons[len(lessons)-1].words(&guided{tour: &tour{}, Frame: s.frame()})
	if !strings.Contains(last, "Nothing of it is saved: q ") {
		t.Errorf("the tour ends with %q", last)
	}
}
