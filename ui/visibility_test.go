package ui

import (
	"strings"
	"testing"

	"example.org/fray/engine/easiness"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// The gamemaster says by a key how others get somebody, and by a command that all
// odds are open; each can be taken back.
func TestVisibilityIsSet(t *testing.T) {
	g := uitest.Vault(t)
	s := gamemaster(t, g, 120, 36)
	s.at.Selected = g.Table.Characters()[1].ID // Sphinx
	stands := func(how string, guard bool) {
		t.Helper()
		if c := g.Table.Characters()[1]; c.ShownAs() != how || c.DefenceOpen != guard {
			t.Errorf("others get %s %s, her defence open: %v", c.Name, c.ShownAs(), c.DefenceOpen)
		}
	}
	stands("met", false)
	s.press("P", "o")
	s.shows("What others see of Sphinx", "name only: the name, visible acts")
	s.press("enter") // hidden
	stands("hidden", false)
	s.press("u")
	stands("met", false)
	s.press("P", "o", "down", "down", "enter")
	stands("open", false)
	if c, ok := view.SeenBy(g.Table, mira).Character(g.Table.Characters()[1].ID); !ok || c.Pages == nil {
		t.Error("who is open is not seen with the sheet")
	}
	s.press("u", "P", "o", "down", "down", "down", "enter")
	stands("met", true)
	s.press("u")
	s.press(":")
	s.typed("'show all odds", "enter")
	if !g.Table.OddsOpen {
		t.Errorf("the odds are not open:\n%s", s.plain())
	}
	s.press("u")
	if g.Table.OddsOpen {
		t.Error("the odds are open still")
	}
}

// A player's form against who is met has the own totals, and says what it can't
// know; with the odds open it has the chance.
func TestFormAgainstNameOnly(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	s := playerAt(t, g, mira, 100, 32)
	open := func() {
		t.Helper()
		s.press("esc", "esc", "esc", "a")
		s.typed("'Combat Roll", "enter")
	}
	open()
	s.shows("attacks Sphinx", "on average", "Sphinx's defence is unknown to you")
	s.shows("4 EP  of 74")
	if strings.Contains(s.plain(), "85 %") || strings.Contains(s.plain(), "Defense 0") {
		t.Errorf("the form tells how it ends:\n%s", s.plain())
	}
	g.Must(t, model.ShowOdds{All: true})
	s.Update(changed{})
	open()
	s.shows("attacks Sphinx", "hit  85 %", "Defense 0")
	s.at.Selected = g.Table.Characters()[1].ID
	s.press("esc", "esc", "esc", "2")
	s.shows("2 Sphinx", "unhurt", "You know no more than that")
}

// Where a roll needs more of whoever is met than is known, the form says so, and
// what their sheet gives is told with their odds alone.
func TestFormOfBothSides(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	s := playerAt(t, g, mira, 100, 32)
	open := func() {
		t.Helper()
		s.press("esc", "esc", "esc", "a")
		s.typed("'Opposed roll", "enter")
	}
	open()
	s.shows("Theirs: Dice      unknown", "Theirs: Easiness  unknown", all[1].Name+"'s defence is unknown to")
	g.Must(t, model.ShowOdds{All: true})
	s.Update(changed{})
	open()
	s.shows("Theirs: Dice      8  dice", "Theirs: Easiness  4")
}
