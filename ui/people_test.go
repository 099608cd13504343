package ui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// typed presses keys, a word in quotes letter by letter.
func (s *screen) typed(keys ...string) {
	s.Helper()
	for _, k := range keys {
		if text, ok := strings.CutPrefix(k, "'"); ok {
			for _, r := range text {
				s.press(map[bool]string{true: "space", false: string(r)}[r == ' '])
			}
			continue
		}
		s.press(k)
	}
}

func (s *screen) named(name string) *model.Character {
	s.Helper()
	for _, c := range s.table.Characters() {
		if c.Name == name {
			return c
		}
	}
	s.Fatalf("nobody is called %q:\n%s", name, s.plain())
	return nil
}

func (s *screen) field(name, system, path string) engine.Value {
	s.Helper()
	return s.table.Rulebooks[system].Sheet.Read(s.named(name).Pages[system]).Value(path)
}

func TestGoldenPeople(t *testing.T) {
	atSizes(t, func(t *testing.T, w, h int) {
		s := newScreen(t, uitest.WithRulebooks(uitest.Vault(t)), "dark", kit.Unicode, w, h)
		s.typed("P")
		s.golden("people-menu")
		s.typed("c", "up", "right", "down", "'Wren")
		s.golden("people-wizard")
		s.typed("esc", "esc", "e", "'agil", "enter", "2", "9")
		s.golden("people-editor")
		s.typed("x")
		s.golden("people-wrong")
		s.typed("backspace", "enter", "/", "'add power")
		s.golden("people-find")
		s.typed("enter", "enter", "'Fog", "enter", "1", "2")
		s.golden("people-row")
		s.typed("enter", "esc", "shift+up")
		s.golden("people-rows")
		s.typed("f2", "'a night in the lab")
		s.golden("people-save")
		s.typed("esc", "esc", "i", "up", "enter", "'Flies at night. ", "enter", "'Owes Rook a favour.")
		s.golden("people-notes")
		s.typed("esc")
		s.golden("people-card")
		s.typed("esc", "q")
		s.golden("people-leaving")
	})
}

// A character is made step by step, written, and taken back by keys alone.
func TestWholeCharacterByKeys(t *testing.T) {
	s := newScreen(t, uitest.WithRulebooks(uitest.Vault(t)), "dark", kit.Unicode, 120, 36)
	s.typed("c", "up", "up", "'d", "down", "'aa", "down", "'Wren", "down", "'Ada", "enter") // the D6 System, an empty sheet
	s.shows("step 1 of 6")
	s.typed("down", "1", "2", "enter", "tab", "enter", "'reflexes 3D, perception 2D+1", "enter")
	s.typed("tab", "enter", "'climbing 4D+1, search +1D", "enter")
	s.shows("climbing", "search")
	s.typed("f2")
	wren := s.named("Wren")
	if s.over.Top() != nil || s.table.PlayerOf(wren) != "Ada" {
		t.Fatalf("Wren is %+v:\n%s", wren, s.plain())
	}
	for path, want := range map[string]string{"move": "12", "attributes/reflexes/code": "3D", "skills/climbing/code": "4D+1", "skills/search/attribute": "Perception"} {
		if got := s.field("Wren", "d6", path).String(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	s.typed("e", "/", "'add skills", "enter", "enter", "'Sneak", "enter", "'3D", "enter", "esc", "f2", "'a first evening", "enter")
	s.shows("saved")
	if got := s.named("Wren").Pages["d6"].RowIDs("skills"); len(got) != 3 {
		t.Errorf("the skills are %v", got)
	}
	s.typed("u")
	if got := s.named("Wren").Pages["d6"].RowIDs("skills"); len(got) != 2 {
		t.Errorf("after one u the skills are %v", got)
	}
	s.typed("u")
	for _, c := range s.table.Characters() {
		if c.Name == "Wren" {
			t.Error("Wren is still here")
		}
	}
	s.typed("U", "U")
	if got := s.named("Wren").Pages["d6"].RowIDs("skills"); len(got) != 3 {
		t.Errorf("brought back, the skills are %v", got)
	}
}

// Esc loses nothing, and quitting asks.
func TestUnsavedChangesAreKept(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.typed("e", "'strength", "enter", "4", "2", "enter", "esc")
	s.shows("kept, but not saved")
	if s.field("Seraph", "supermen", "strength").Int() == 42 {
		t.Fatal("it was saved")
	}
	s.typed("q")
	s.shows("Not saved yet", "Seraph")
	s.typed("enter")
	s.shows("42", "1 change")
	s.typed("f2", "enter")
	if got := s.field("Seraph", "supermen", "strength").Int(); got != 42 {
		t.Errorf("saved, it is %d", got)
	}
	if _, cmd := s.Update(uitest.Key("q")); cmd == nil {
		t.Error("q asks though all is saved")
	}
}

// Enter on a row of the sheet opens it, also where the form was left unsaved.
func TestRowsOpenFromTheSheet(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	who := s.named("Seraph").ID
	for range 2 {
		s.settle(s.obey(pane.Edit{Who: who, System: "supermen", Field: "powers/p1"}))
		if !strings.Contains(s.plain(), "Powers: ") {
			t.Fatalf("the row is not open:\n%s", s.plain())
		}
		s.typed("down", "7", "enter", "esc", "esc")
	}
	s.typed("q")
	s.shows("Not saved yet")
	s.typed("enter", "/", "'zzz", "esc")
	s.shows("1 change")
}

// A player writes only what is theirs; a watcher nothing.
func TestOthersPeople(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	for _, seat := range []model.Seat{{Role: model.Player, Name: "Ada"}, {Role: model.Watcher}} {
		s.seat = seat
		if seat.Role == model.Watcher { // a player may make somebody, who comes when the gamemaster says so
			s.typed("c")
			s.shows("watchers cannot add characters")
		}
		refused := "only the gamemaster can do that"
		if seat.Role == model.Watcher {
			refused = "watchers cannot act"
		}
		for key, words := range map[string]string{"e": "not yours", "i": "not yours", "D": refused, "J": refused} {
			s.typed(key)
			s.shows(words)
			if s.over.Top() != nil {
				t.Fatalf("%s opens something for %v", key, seat)
			}
		}
	}
}

// TestAnyKeyInTheForms types random keys into the forms of people: nothing
// panics, every frame is exactly as large as the screen, and the table never
// gets a value that its rulebook does not allow.
func TestAnyKeyInTheForms(t *testing.T) {
	keys := strings.Fields("e e e c i P enter enter enter esc up down down left right tab shift+tab space backspace delete " +
		"0 1 9 - + . / a p s x home end pgup pgdown f2 ctrl+s ctrl+u ctrl+r ctrl+x shift+up shift+down shift+left shift+right [ ] u U D J K b t n ♞ é")
	for seed := range uint64(often(1, 6)) {
		r := rand.New(rand.NewPCG(seed, 7))
		g := uitest.WithRulebooks(hostileTable(t))
		s := newScreen(t, g, []string{"dark", "mono"}[seed%2], []*kit.Glyphs{kit.Unicode, kit.ASCII}[seed%2], 120, 36)
		for range 200 {
			switch r.IntN(20) {
			case 0:
				s.Update(tea.WindowSizeMsg{Width: 60 + r.IntN(140), Height: 20 + r.IntN(40)})
			case 1:
				s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(uitest.HostileNames[r.IntN(len(uitest.HostileNames))]), Paste: true})
			default:
				s.typed(keys[r.IntN(len(keys))])
			}
			uitest.Harmless(t, s.exact())
		}
		for _, c := range g.Table.Characters() {
			for id, page := range c.Pages {
				if err := g.Table.Rulebooks[id].Sheet.Check(page); err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
			}
		}
	}
}

func BenchmarkSheetForm(b *testing.B) {
	s := newScreen(b, uitest.Vault(b), "dark", kit.Unicode, 120, 36)
	s.typed("e", "'strength", "enter")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Update(uitest.Key([]string{"left", "right"}[i%2]))
		s.Update(uitest.Key([]string{"1", "backspace"}[i%2]))
		_ = s.View()
	}
}
