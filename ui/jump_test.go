package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// A field of the sheet is gone to by its name; the cursor follows while one
// types, and goes back where nothing is chosen.
func TestJumpToAField(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.press("2", "down")
	before := s.panes[paneOf("sheet")].Place().On
	s.press("/")
	s.press(strings.Split("willp", "")...)
	s.shows("Willpower", "Go to which field?")
	if on := s.panes[paneOf("sheet")].Place().On; !strings.Contains(strings.ToLower(on), "willpower") {
		t.Errorf("the cursor is on %q", on)
	}
	s.press("esc")
	if on := s.panes[paneOf("sheet")].Place().On; on != before {
		t.Errorf("the cursor is left on %q, not %q", on, before)
	}
	s.press("/")
	s.press(strings.Split("agility", "")...)
	s.press("enter")
	if on := s.panes[paneOf("sheet")].Place().On; !strings.Contains(strings.ToLower(on), "agility") || s.over.Top() != nil {
		t.Errorf("the cursor is on %q", on)
	}
	s.press("/")
	s.press(strings.Split("xyzzyq", "")...)
	s.shows("nothing matches")
}

// The roster lists only whom one types, beside who is selected, until the way back.
func TestRosterLists(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	names := func() string {
		var out []string
		for _, l := range s.panes[paneOf("roster")].Draw(s.frameOf(paneOf("roster"))) {
			for _, c := range s.table.Characters() {
				if strings.Contains(ansi.Strip(l), c.Name) {
					out = append(out, c.Name)
				}
			}
		}
		return strings.Join(out, " ")
	}
	all := names()
	s.typed("/", "'sph")
	if got := names(); got != "Sphinx" || s.at.Selected != s.table.Characters()[1].ID {
		t.Errorf("the roster lists %q with %q selected", got, s.at.Selected)
	}
	s.typed("esc")
	if got := names(); got != all || s.at.Selected != s.table.Characters()[0].ID {
		t.Errorf("the roster lists %q of %q with %q selected", got, all, s.at.Selected)
	}
	s.typed("/", "'sph", "enter")
	s.shows("Roster /sph")
	if s.typed("esc"); names() != all {
		t.Errorf("the roster lists %q of %q", names(), all)
	}
}

// What was searched for is highlighted in the log until esc shows all again.
func TestHighlights(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.typeInPrompt("note The alarm goes off")
	s.press("enter")
	s.typeInPrompt("note Nothing else")
	s.press("enter")
	s.typeInPrompt("find ALARM")
	s.press("enter")
	plain, with := strings.TrimSuffix(s.look.Paint(kit.Selection, "alarm"), "\x1b[0m"), s.View()
	if !strings.Contains(with, plain) {
		t.Errorf("alarm is not highlighted:\n%q", with)
	}
	if strings.Contains(s.plain(), "Nothing else") {
		t.Error("what was not searched for is shown")
	}
	s.press("esc")
	if s.at.Filter.Text != "" || strings.Contains(s.View(), plain) {
		t.Errorf("the filter is %q still", s.at.Filter.Text)
	}
	s.shows("Nothing else")
}
