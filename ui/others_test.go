package ui

import (
	"testing"

	"example.org/fray/ui/uitest"
)

// The gamemaster says by a key how others get somebody, and by a command that all
// odds are open; each can be taken back.
func TestWhatOthersGet(t *testing.T) {
	g := uitest.Vault(t)
	s := gamemaster(t, g, 120, 36)
	s.at.Selected = g.Table.Characters()[1].ID // Sphinx
	stands := func(how string, guard bool) {
		t.Helper()
		if c := g.Table.Characters()[1]; c.Stands() != how || c.Guard != guard {
			t.Errorf("others get %s %s, her defence open: %v", c.Name, c.Stands(), c.Guard)
		}
	}
	stands("met", false)
	s.press("P", "o")
	s.shows("What others get of Sphinx", "met: the name, what is done")
	s.press("enter") // hidden
	stands("hidden", false)
	s.press("u")
	stands("met", false)
	s.press("P", "o", "down", "down", "enter")
	stands("open", false)
	if c, ok := g.Table.SeenBy(mira).Character(g.Table.Characters()[1].ID); !ok || c.Pages == nil {
		t.Error("who is open is not seen with the sheet")
	}
	s.press("u", "P", "o", "down", "down", "down", "enter")
	stands("met", true)
	s.press("u")
	s.press(":")
	s.typed("'open all odds", "enter")
	if !g.Table.OddsShown() {
		t.Errorf("the odds are not open:\n%s", s.plain())
	}
	s.press("u")
	if g.Table.OddsShown() {
		t.Error("the odds are open still")
	}
}
