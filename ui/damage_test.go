package ui

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// disk is a table on a disk that has seen better days.
type disk struct {
	*uitest.Memory
	found    []string
	unsaved  error
	readOnly error
}

func (d *disk) Found() []string { return d.found }

func (d *disk) Saved() error { return d.unsaved }

func (d *disk) Why() error { return d.readOnly }

func (d *disk) ReadOnly() bool { return d.readOnly != nil }

func (d *disk) TakeOver() error {
	d.readOnly = nil
	return nil
}

// What was found wrong with the files is told once, on a page of its own, what
// is found later too; and "saved" is true or isn't there.
func TestWhatWasFoundIsTold(t *testing.T) {
	g := &disk{Memory: uitest.Vault(t), found: []string{"The head file was damaged: it is rewritten."}}
	s := newScreen(t, g.Memory, "dark", kit.Unicode, 80, 24)
	cfg := s.cfg
	cfg.Game = g
	s.Model = New(cfg)
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("head file was damaged", "saved")
	s.press("esc")
	g.found = append(g.found, "Page 9 of the file was damaged: it is as the copy has it.")
	s.Update(changed{})
	s.shows("Page 9 of the file")
	s.press("down", "esc")
	if s.over.Top() != nil {
		t.Errorf("it is told again:\n%s", s.plain())
	}
	text := "pit.star:3:1: there is no foo."
	g.found = append(g.found, text)
	s.Update(changed{})
	s.shows("there is no foo")
	g.found = []string{g.found[0], g.found[1], "pit.star:4:1: there is no bar."}
	s.Update(changed{}) // the page that is open still is written anew
	s.shows("there is no bar")
	if strings.Contains(s.plain(), "there is no foo") {
		t.Errorf("what is mended is told:\n%s", s.plain())
	}
	s.press("esc")
	if s.over.Top() != nil {
		t.Errorf("there are several:\n%s", s.plain())
	}
	g.found = g.found[:2]
	s.Update(changed{})
	g.found = append(g.found, text) // mended, and made again
	s.Update(changed{})
	s.shows("there is no foo")
	s.press("esc")
	g.unsaved = errors.New("the file is gone")
	s.shows("NOT SAVED")
}

// Where the table is read only a key that would change it says so before anything is filled
// in, from every pane, and the footer does not name it.
func TestReadOnlySaysSoFirst(t *testing.T) {
	g := &disk{Memory: uitest.Vault(t), readOnly: errors.New("somebody else has it open")}
	s := newScreen(t, g.Memory, "dark", kit.Unicode, 120, 36)
	cfg := s.cfg
	cfg.Game = g
	for p := range entries {
		s.Model = New(cfg)
		s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		s.press(strconv.Itoa(p + 1))
		foot := strings.Split(s.plain(), "\n")[35]
		for _, word := range []string{"act", "again", "adjust", "undo", "cancel", "hasten"} {
			if strings.Contains(foot, word) {
				t.Errorf("in pane %d the footer offers %s: %s", p+1, word, foot)
			}
		}
		for _, k := range []string{"a", "c", "e", "x", "w", "n", "u", "D", "f", "-", "+", "i"} {
			s.press(k)
			if s.over.Top() != nil || !strings.Contains(s.plain(), readOnlyWords) {
				t.Errorf("in pane %d %s does not say that the table is read only:\n%s", p+1, k, s.plain())
				s.over.Clear()
			}
		}
		s.press("?")
		if s.over.Top() == nil {
			t.Error("? opens nothing")
		}
	}
}

// The footer is that of the pane with the focus, and names no key of the table that the
// pane has for itself.
func TestFooterIsOfThePane(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for p, want := range []string{"n 50", "find a field", "E as .play text", "explain", "del cancel"} {
		s.press(strconv.Itoa(p + 1))
		foot := strings.Split(s.plain(), "\n")[35]
		if !strings.HasPrefix(foot, " a act") || !strings.Contains(foot, want) || !strings.Contains(foot, "? help") {
			t.Errorf("pane %d: %s", p+1, foot)
		}
		for _, key := range []string{" / ", "+/- "} {
			if strings.Count(foot, key) > 1 {
				t.Errorf("pane %d names %q twice: %s", p+1, key, foot)
			}
		}
	}
}

// A table that somebody else had is taken over once they have gone.
func TestTakeOver(t *testing.T) {
	g := &disk{Memory: uitest.Vault(t), readOnly: errors.New("somebody else has it open")}
	s := newScreen(t, g.Memory, "dark", kit.Unicode, 80, 24)
	cfg := s.cfg
	cfg.Game = g
	s.Model = New(cfg)
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("read only")
	s.settle(takeOver(s.Model))
	s.shows("you have the table now", "saved")
}
