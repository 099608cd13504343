package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	tty "example.org/fray/ui/screen"
	"example.org/fray/ui/uitest"
)

// brings gives the messages that come of a change of the table.
func (s *screen) brings() (all []tea.Msg) {
	s.pending.changes = nil // nothing more is waited for
	_, cmd := s.Update(changed{})
	var run func(tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, one := range batch {
				run(one)
			}
			return
		}
		all = append(all, msg)
	}
	run(cmd)
	return all
}

// A player's terminal rings once when the table begins to wait for them, and not
// where they have silenced it; nobody else's does.
func TestBell(t *testing.T) {
	for _, silent := range []bool{false, true} {
		g := uitest.Seated(t, d6.System)
		all := g.Table.Characters()
		g.Must(t, decide.AssignOwner(all[0], "Mira"), decide.AssignOwner(all[1], "Tom"))
		mira, tom := model.Seat{Role: model.Player, Name: "Mira"}, model.Seat{Role: model.Player, Name: "Tom"}
		hers, his := playerAt(t, g, mira, 120, 36), playerAt(t, g, tom, 120, 36)
		hers.brings()
		his.brings()
		if silent {
			hers.settle(switchBell(hers.Model))
		}
		begin := model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage",
			Params: engine.PageOf("bonus", 20)}
		if _, err := g.Do(tom, begin); err != nil {
			t.Fatal(err)
		}
		for _, r := range g.Table.Rolls() { // up to what only she decides
			for step, err := g.Table.Step(r); err == nil && step.Open != nil && step.Open.Who != engine.Opponent(1); step, err = g.Table.Step(r) {
				a, _ := step.Open.Nothing()
				if _, err := g.Do(tom, model.Answer{Roll: r.ID, Question: r.Question, Answer: a}); err != nil {
					t.Fatal(err)
				}
				r, _ = g.Table.Roll(r.ID)
			}
		}
		if len(g.Table.Rolls()) == 0 {
			t.Fatal("she is asked nothing")
		}
		if rings := slices.Contains(hers.brings(), tea.Msg(tty.Bell{})); rings == silent {
			t.Errorf("silenced %t: her bell rings: %t", silent, rings)
		}
		if slices.Contains(hers.brings(), tea.Msg(tty.Bell{})) {
			t.Error("it rings again for the same")
		}
		if slices.Contains(his.brings(), tea.Msg(tty.Bell{})) {
			t.Error("his rings, who isn't waited for")
		}
	}
}

// What the dice are made of is asked of players, and told to the gamemaster.
func TestGoldenWords(t *testing.T) {
	atSizes(t, func(t *testing.T, w, h int) {
		g := uitest.Vault(t)
		mira := model.Seat{Role: model.Player, Name: "Mira"}
		g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
		g.Must(t, model.BeginSession{Fingerprint: strings.Repeat("5a", 32), Hidden: strings.Repeat("c3", 32)}, model.AskWords{Order: []model.Seat{mira}})
		hers := playerAt(t, g, mira, w, h)
		hers.Update(changed{})
		hers.golden("word-asked")
		s := newScreen(t, g, "dark", hers.look.Glyphs, w, h)
		s.press("Q")
		s.golden("words")
	})
}
