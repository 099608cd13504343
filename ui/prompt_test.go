package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// typeInPrompt opens the prompt and types a line.
func (s *screen) typeInPrompt(text string) {
	s.Helper()
	s.over.Clear()
	s.press(":")
	for _, r := range text {
		k := string(r)
		if k == " " {
			k = "space"
		}
		s.press(k)
	}
}

// laid are the lines of what lies on top.
func (s *screen) laid() []string {
	var out []string
	for _, l := range s.over.Top().Draw(s.overFrame(s.over.Top())) {
		out = append(out, strings.TrimSpace(ansi.Strip(l)))
	}
	for len(out) < 5 {
		out = append(out, "")
	}
	return out
}

// Each of the words of gamers does the right thing in the prompt, too.
func TestThePromptKnowsGamersWords(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	labels := map[string]string{}
	for _, b := range s.keys.all(s.frame()) {
		if labels[b.Name()] == "" {
			labels[b.Name()] = b.Text(s.frame())
		}
	}
	for _, x := range gamers {
		s.typeInPrompt(x.word)
		if live := strings.Join(s.laid()[1:3], "\n"); !strings.Contains(live, labels[x.finds]) {
			t.Errorf("%q does not do %q first:\n%s", x.word, labels[x.finds], strings.Join(s.laid(), "\n"))
		}
	}
}

// What the line says is done by the key that does it.
func TestSaid(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	do := func(line string, shows ...string) {
		t.Helper()
		s.typeInPrompt(line)
		s.press("enter")
		s.shows(shows...)
	}
	do("d20+5 vs 12", "d20+5 vs 12 ")
	s.over.Clear()
	do("5 dmg vp \"fell off\"", "38", "fell off")
	do("6 footpads", "Footpad 6")
	do("note the alarm goes off", "Note: the alarm goes off")
	do("sphinx attacks seraph", "Sphinx")
	if n := len(s.table.Rolls()); n != 1 && s.over.Top() == nil {
		t.Errorf("nothing was begun:\n%s", s.plain())
	}
	for s.over.Top() != nil {
		s.press("esc")
	}
	do("zzyzx", "nothing matches")
}

func TestUndoByWords(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for _, line := range []string{"d20 vs 12", "3d6", "2d8"} {
		s.typeInPrompt(line)
		s.press("enter")
		s.over.Clear()
	}
	before := s.table.Seq()
	s.typeInPrompt("undo 3d6")
	s.shows("undo 2 acts, back to before: 3d6")
	s.press("enter")
	held := 0
	for l := range s.table.Log() {
		if !l.Undone && l.Event.Seq <= before {
			for _, f := range l.Event.Facts {
				if f.Kind() == "roll-finished" {
					held++
				}
			}
		}
	}
	if held != 1 {
		t.Errorf("%d rolls hold, not the first alone:\n%s", held, s.plain())
	}
}
