package ui

import (
	"errors"
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// begin sends something, which comes back with the command that it gives.
func (s *screen) begin(w pane.Intent) tea.Cmd {
	s.Helper()
	cmd := s.obey(w)
	if s.pending.n != 1 {
		s.Fatalf("%d acts are on their way", s.pending.n)
	}
	return cmd
}

// Keys that only look work while the disk writes; the first other key waits, with
// all behind it, and means what the screen shows then.
func TestKeysThatLookNeverWait(t *testing.T) {
	g := uitest.Vault(t)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	all := g.Table.Characters()
	cmd := s.begin(pane.Do{Command: model.Note{Text: "rain"}, Then: func(pane.Frame) pane.Intent { return pane.Select{Who: all[0].ID} }})
	s.shows("it is being written")
	s.press("1", "down", "down")
	if s.at.Selected != all[2].ID {
		t.Errorf("%s is selected while the disk writes", s.at.Selected)
	}
	s.press("3")
	if s.at.Focus != paneOf("log") {
		t.Error("the log has not the keys")
	}
	s.press("?", "f", "i", "n", "d")
	s.shows("All commands and keys", "find find")
	s.press("esc", "2")
	if s.over.Top() != nil || s.at.Focus != paneOf("sheet") {
		t.Errorf("help is still there:\n%s", s.plain())
	}
	s.press("a", "1", "3") // it waits, and what is behind it
	if s.over.Top() != nil || s.at.Focus != paneOf("sheet") || len(s.pending.keys) != 3 {
		t.Errorf("an act does not wait:\n%s", s.plain())
	}
	s.settle(cmd)
	if len(s.pending.keys) != 0 || s.at.Selected != all[2].ID {
		t.Errorf("%d keys wait, and %s is selected", len(s.pending.keys), s.at.Selected)
	}
	if r := s.frame().Rolling; r == nil || r.Roll.Who != all[2].ID {
		t.Errorf("the form of whoever was turned to is not open:\n%s", s.plain())
	}
}

// What was sent stands in the news, and nothing of what comes of it: a form keeps
// its keys for that. A refusal brings the form back with its words, and drops them.
func TestRefusedActComesBack(t *testing.T) {
	g := uitest.Vault(t)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("a", "m", "o", "v", "e", "enter")
	before := g.Table.Seq()
	_, cmd := s.Update(uitest.Key("enter"))
	s.shows("Seraph: Move " + kit.Unicode.More)
	s.press("down", "5", "6", "space", "enter", "tab")
	s.shows("Seraph: Move "+kit.Unicode.More, "Slow down by")
	g.Full = errors.New("the disk is full: nothing was written")
	s.settle(cmd)
	s.shows("the disk is full", "Slow down by")
	if len(s.pending.keys) != 0 || g.Table.Seq() != before || len(s.table.Rolls()) != 0 {
		t.Errorf("%d keys are left, and the log has %d events, not %d", len(s.pending.keys), g.Table.Seq(), before)
	}
	g.Full = nil
	s.press("enter")
	s.shows("Share")
}

// What comes of an act does not fall on what is being looked up: it stands there
// once that is closed.
func TestWhatComesWaitsForWhatIsLookedUp(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for range 2 {
		cmd := s.begin(pane.Do{Command: model.Note{Text: "rain"}, Then: func(pane.Frame) pane.Intent {
			return pane.All{pane.Clear{}, pane.Push{Overlay: &pane.Notice{Head: "It rains", Text: []string{"all day"}}}}
		}})
		s.press("?", "q")
		s.settle(cmd)
		s.shows("done: you will see the result")
		s.press("u")
		s.shows("All commands and keys", "find qu")
		s.press("esc")
		s.shows("It rains")
		s.press("esc")
		if s.over.Top() != nil {
			t.Errorf("something lies there still:\n%s", s.plain())
		}
	}
}

// However late commits come back, every key is played, and nothing is left over.
func TestKeysWithALateDisk(t *testing.T) {
	for seed := range uint64(often(1, 4)) {
		r := rand.New(rand.NewPCG(seed, 41))
		g := uitest.Seated(t, supermen.System)
		s := newScreen(t, g, "mono", kit.ASCII, 120, 36)
		var late []tea.Cmd
		back := func() {
			carry(late[0], func(msg tea.Msg) {
				_, next := s.Update(msg)
				late = append(late, next)
			})
			late = late[1:]
		}
		for range 300 {
			key := keysToTry[r.IntN(len(keysToTry))]
			if key == "q" {
				continue
			}
			_, cmd := s.Update(uitest.Key(key))
			if late = append(late, cmd); r.IntN(3) == 0 {
				for range r.IntN(len(late) + 1) {
					back()
				}
			}
			s.exact()
		}
		for len(late) > 0 {
			back()
		}
		if s.pending.n != 0 || len(s.pending.keys) != 0 || len(s.pending.held) != 0 && s.over.Top() == nil {
			t.Errorf("%d acts, %d keys and %d ends are left", s.pending.n, len(s.pending.keys), len(s.pending.held))
		}
	}
}
