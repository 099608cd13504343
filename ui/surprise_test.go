package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// strays are keys that people press by mistake: letters, digits, signs and named keys.
func strays() []string {
	var out []string
	for r := '!'; r <= '~'; r++ {
		if r != '?' { // which shows the keys of every place
			out = append(out, string(r))
		}
	}
	return append(out, "enter", "space", "tab", "backspace", "delete", "up", "down", "left", "right", "home", "end", "pgup", "pgdown", "f2", "f3", "f5", "f6", "f7")
}

// quits presses a key and reports whether the program would end.
func (s *screen) quits(key string) (ends bool) {
	_, cmd := s.Update(uitest.Key(key))
	var run func(cmd tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.QuitMsg:
			ends = true
		case tea.BatchMsg:
			for _, one := range msg {
				run(one)
			}
		default:
			_, next := s.Update(msg)
			run(next)
		}
	}
	run(cmd)
	return ends
}

// rolledSince reports whether a roll was begun or answered after an event.
func (s *screen) rolledSince(seq uint64) bool {
	for l := range s.table.Log() {
		if l.Event.Seq <= seq {
			break
		}
		for _, f := range l.Event.Facts {
			switch f.(type) {
			case model.Opened, model.Answered:
				return true
			}
		}
	}
	return false
}

// In every overlay that a new user meets, a key that the overlay does not list does nothing:
// the program goes on, the table and the overlay stay as they are. No key that the footer
// does not name ends the program or rolls; the one exception is a digit in the form of an
// action, which is the number of a real die.
func TestNoKeySurprises(t *testing.T) {
	g := demo(t, "supermen")
	opened := func(x picture) *screen {
		s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, "dark", kit.Unicode, 120, 36)
		s.press("home")
		x.open(s)
		return s
	}
	tried := 0
	for _, x := range pictured {
		if x.empty || x.player || x.name == "guests" { // every line of that menu is a key
			continue
		}
		s := opened(x)
		o := s.over.Top()
		if o == nil {
			continue
		}
		tried++
		named := func(s *screen, key string) pane.Binding {
			f := s.overFrame(s.over.Top())
			for _, b := range s.over.Top().Keys(f) {
				for _, k := range f.Keys.Keys(b) {
					if k == uitest.Key(key).String() || pane.InMenu(k) == key {
						return b
					}
				}
			}
			return pane.Binding{}
		}
		writes, top := takesLetters(s.frame(), o), s.over.TopID()
		for _, key := range strays() {
			b := named(s, key)
			name := fmt.Sprintf("%s, %q", x.name, key)
			switch {
			case b.ID == "" && b.Foot == "":
				if len(key) == 1 && writes {
					continue // it is written
				}
				before := s.table.Seq()
				if s.quits(key) {
					t.Fatalf("%s ends the program", name)
				}
				if s.table.Seq() != before {
					t.Fatalf("%s changes the table", name)
				}
				if s.over.TopID() != top {
					t.Fatalf("%s opens or closes something:\n%s", name, s.plain())
				}
			case b.Foot == "" && b.ID != "face":
				again := opened(x)
				before := again.table.Seq()
				if again.quits(key) {
					t.Errorf("%s ends the program, and the footer does not say so", name)
				}
				if again.rolledSince(before) {
					t.Errorf("%s rolls, and the footer does not say so: %s", name, strings.TrimSpace(b.Label))
				}
			}
		}
	}
	if tried < 25 {
		t.Errorf("only %d overlays were tried", tried)
	}
}
