package ui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// A card or form belongs to the question that opened it. When that ends, it closes and says
// so, and for a second no key and no click does anything else: they were meant for the card.
func TestKeysRestAfterACardHasClosedByItself(t *testing.T) {
	for _, keys := range [][]string{nil, {"2"}} { // the question itself, and the form of its defence
		g := uitest.Seated(t, supermen.System)
		for _, c := range g.Table.HostingRules() {
			g.Must(t, c)
		}
		all := g.Table.Characters()
		hero, foe := all[0], all[1]
		g.Must(t, decide.AssignOwner(hero, "Mira"))
		now := time.Unix(1000, 0)
		s := playerAt(t, g, uitest.Mira, 120, 36)
		s.cfg.Now = func() time.Time { return now }
		g.Must(t, model.Begin{Who: foe.ID, Against: []string{hero.ID}, System: "supermen", Action: "combat", Params: engine.PageOf("situation", 9)})
		g.ThrowAll(t)
		s.Update(changed{})
		s.shows(foe.Name + " attacks " + hero.Name)
		s.press(keys...)
		s.shows(foe.Name + " attacks " + hero.Name)

		attack := decide.Attacks(g.Table)[0]
		if _, err := g.Do(model.Seat{Role: model.Program}, model.NoDefence{Roll: attack.Roll, Who: attack.Who}); err != nil {
			t.Fatal(err)
		}
		s.Update(changed{})
		if s.over.Top() != nil {
			t.Fatalf("%v: the card stays though its question has ended:\n%s", keys, s.plain())
		}
		if !strings.Contains(s.plain(), "no longer needed") && !strings.Contains(s.plain(), "no answer in time") {
			t.Errorf("%v: nothing says that it closed:\n%s", keys, s.plain())
		}
		still, seq, selected := s.plain(), g.Table.Seq(), s.at.Selected
		now = now.Add(restAfter - time.Millisecond)
		for _, key := range []string{"enter", "1", "a", "down", "n", "u", "r"} {
			s.press(key)
		}
		s.Update(tea.MouseMsg{X: 60, Y: 10, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		if s.over.Top() != nil || g.Table.Seq() != seq || s.at.Selected != selected || s.plain() != still {
			t.Errorf("%v: a key that was meant for the card does something else:\n%s", keys, s.plain())
		}
		now = now.Add(2 * time.Millisecond)
		if s.press("a"); s.over.Top() == nil {
			t.Errorf("%v: keys rest for longer than a second", keys)
		}
	}
}
