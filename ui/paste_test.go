package ui

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	"example.org/fray/ui/uitest"
)

// texts are characters as text, without a disk.
func texts() people.Files {
	return people.Files{
		Parse: func(text string) (decide.ShelfItem, []string, error) {
			var c model.Character
			if err := json.Unmarshal([]byte(text), &c); err != nil || c.Name == "" {
				return decide.ShelfItem{}, nil, errors.New("the sheet is not JSON")
			}
			return decide.ShelfItem{Name: c.Name, Characters: []model.Character{c}}, []string{"the portrait"}, nil
		},
		Text: func(r *decide.ShelfItem) (string, error) {
			b, err := json.Marshal(r.Characters[0])
			return string(b), err
		},
	}
}

// newcomers is the screen of Jo, who has a seat and plays nobody.
func newcomers(t *testing.T, g *uitest.Memory, w, h int) (s *screen, copied *string) {
	g.Must(t, model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: "Jo"})
	jo, _ := g.Table.SeatOf("Jo")
	s = newScreen(t, g, "dark", kit.Unicode, w, h)
	copied = new(string)
	s.cfg.Seat, s.cfg.Admissions, s.cfg.Tables.People = jo, onlyPresent{newFakeAdmissions()}, texts()
	s.cfg.Copy = func(text string) string { *copied = text; return "sent to the clipboard" }
	s.Model = New(s.cfg)
	s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return s, copied
}

// Whoever plays nobody makes somebody, who comes when the gamemaster takes them
// up, and goes home by the clipboard.
func TestAPlayerBringsSomebody(t *testing.T) {
	g := uitest.Vault(t)
	s, copied := newcomers(t, g, 80, 24)
	s.shows("You have no character yet", "creates one")
	s.press("c")
	s.shows("New character", "Real dice")
	if plain := s.plain(); strings.Contains(plain, "How many") || strings.Contains(plain, "Hidden") {
		t.Errorf("a player brings one, and openly:\n%s", plain)
	}
	s.press("enter")
	s.shows("you asked the gamemaster: to add Seraph 2")
	if n := len(g.Table.Characters()); n != 3 {
		t.Fatalf("%d are at the table", n)
	}
	gm := gamemaster(t, g, 120, 36)
	gm.press("V")
	gm.shows("Jo wants: to add", "Agility")
	gm.press("enter")
	if n := len(g.Table.Characters()); n != 4 {
		t.Fatalf("%d are at the table", n)
	}
	s.Update(changed{})
	s.shows("is granted: to add Seraph 2")
	c := s.frame().Here()
	if c == nil || !s.seat.Owns(c) {
		t.Fatalf("the screen has not turned to the own one:\n%s", s.plain())
	}
	s.press("P", "y")
	var home model.Character
	if err := json.Unmarshal([]byte(*copied), &home); err != nil || home.Name != c.Name {
		t.Errorf("copied %.100q, %v", *copied, err)
	}
	s.shows("sent to the clipboard")
	s.obey(pane.Select{Who: g.Table.Characters()[0].ID}) // another's is not copied
	*copied = ""
	s.press("y")
	if *copied != "" {
		t.Errorf("copied what is another's: %.80s", *copied)
	}
}

// What is pasted is shown before it is asked for; what cannot be read says why,
// and another can be pasted.
func TestPastesACharacter(t *testing.T) {
	g := uitest.Vault(t)
	s, _ := newcomers(t, g, 80, 24)
	s.press("P", "v")
	s.shows("Paste a character", "Foundry")
	s.paste("no character")
	s.shows("the sheet is not JSON")
	s.paste(strings.Repeat("x", 1<<16))
	s.shows("too long to paste")
	kit, err := json.Marshal(model.Character{Name: "Kit\x1b[2J", Pages: map[string]engine.Page{"supermen": g.Table.Characters()[0].Pages["supermen"]}})
	if err != nil {
		t.Fatal(err)
	}
	s.paste(string(kit))
	s.shows("Pasted · Kit", "Agility")
	s.press("delete")
	for _, r := range string(kit) { // a terminal without bracketed paste types it
		s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	s.paste(string(kit))
	s.press("end", "enter")
	s.shows("you asked the gamemaster: to add Kit")
	asks := g.Table.Requests
	if len(asks) != 1 || asks[0].Joins == nil || strings.ContainsRune(asks[0].Joins.Name, 0x1b) {
		t.Fatalf("asked: %+v", asks)
	}
	s.exact()
	gm := gamemaster(t, g, 60, 20)
	gm.press("V")
	gm.exact()
	gm.press("delete")
	if n := len(g.Table.Characters()); n != 3 || len(g.Table.Requests) != 0 {
		t.Errorf("refused: %d are at the table, %d asks", n, len(g.Table.Requests))
	}
}

// What is refused is not lost: it lies where it was pasted.
func TestPasteIsKept(t *testing.T) {
	g := uitest.Vault(t)
	s, _ := newcomers(t, g, 120, 36)
	s.press("P", "v")
	s.paste(`{"name":"Kit","systems":{"supermen":{}}}`)
	g.Full = errors.New("the disk is full")
	s.press("enter")
	s.shows("the disk is full", "Kit")
	g.Full = nil
	s.press("enter")
	s.shows("you asked the gamemaster: to add Kit")
}
