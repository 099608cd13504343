package ui

import (
	"errors"
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
	g.unsaved = errors.New("the file is gone")
	s.shows("NOT SAVED")
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
