package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/sheet"
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

// shelfOfRules is a table with more rulebooks than one.
func withRules(g *uitest.Memory) *uitest.Memory {
	g.Table = uitest.Refolded(g.Table, model.Rulebooks{"supermen": supermen.System, "d6": d6.System, "trip": trip.System, "contest": contest.System})
	return g
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
		s := newScreen(t, withRules(uitest.Vault(t)), "dark", kit.Unicode, w, h)
		s.typed("P")
		s.golden("people-menu")
		s.typed("c", "down", "right", "down", "'Wren")
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
		s.typed("esc", "esc", "i", "end", "enter", "'Flies at night. ", "enter", "'Owes Rook a favour.")
		s.golden("people-notes")
		s.typed("esc")
		s.golden("people-card")
		s.typed("esc", "q")
		s.golden("people-leaving")
	})
}

// A character is made step by step, written, and taken back by keys alone.
func TestWholeCharacterByKeys(t *testing.T) {
	s := newScreen(t, withRules(uitest.Vault(t)), "dark", kit.Unicode, 120, 36)
	s.typed("c", "'d", "down", "'aa", "down", "'Wren", "down", "'Ada", "enter") // the D6 System, an empty sheet
	s.shows("step 1 of 6")
	s.typed("down", "1", "2", "enter", "tab", "enter", "'reflexes 3D, perception 2D+1", "enter")
	s.typed("tab", "enter", "'climbing 4D+1, search +1D", "enter")
	s.shows("climbing", "search")
	s.typed("f2")
	wren := s.named("Wren")
	if s.over.top() != nil || s.table.PlayerOf(wren) != "Ada" {
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

// In each rulebook somebody is made in its own steps with few keys, and what is
// wrong is said at its field and goes nowhere.
func TestMakingByKeys(t *testing.T) {
	for _, c := range []struct {
		sys  *engine.System
		as   string // the letters that lead to an empty sheet
		keys []string
		want map[string]string
	}{
		{d6.System, "'aa", []string{"tab", "enter", "'agility 3D, strength 2D+1", "enter", "tab", "enter", "'dodge 4D", "enter"},
			map[string]string{"attributes/strength/role": "strength", "skills/dodge/attribute": "Agility"}},
		{supermen.System, "'a", []string{"1", "2", "enter", "1", "5", "enter"}, map[string]string{"strength": "12", "agility": "15"}},
		{easiness.System, "'a", []string{"'A courier", "enter", "tab", "3", "enter", "4", "enter"},
			map[string]string{"concept": "A courier", "attributes/strength/level": "3", "attributes/agility/level": "4"}},
		{trip.System, "'a", []string{"3", "enter", "tab", "enter", "'Spear 5 4, Dodge 6 2", "enter"}, map[string]string{"level": "3", "abilities/r1/target": "5", "abilities/r2/b": "2"}},
		{contest.System, "'aa", []string{"'Fences", "enter", "tab", "enter", "'Rapier 14", "enter"}, map[string]string{"abilities/r1/level": "14"}},
	} {
		t.Run(c.sys.ID, func(t *testing.T) {
			for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
				s := newScreen(t, uitest.Seated(t, c.sys), "dark", kit.Unicode, size[0], size[1])
				n := len(s.table.Characters())
				s.typed("c", "down", c.as, "down", "'Nia", "enter")
				for _, k := range c.keys {
					s.typed(k)
					s.exact()
					if strings.Contains(s.plain(), "Round of the last") {
						t.Error("what the rules keep is asked for")
					}
				}
				s.typed("f2")
				if all := s.table.Characters(); len(all) != n+1 || all[n].Name != "Nia" || s.over.top() != nil {
					t.Fatalf("nobody has come:\n%s", s.plain())
				}
				for path, want := range c.want {
					if got := s.field("Nia", c.sys.ID, path).String(); got != want {
						t.Errorf("%s is %q, want %q", path, got, want)
					}
				}
			}
		})
	}
}

// A code that no roll can read does not leave its field, nor come to the table;
// what is left unfinished is gone on with.
func TestMakingRefusesAtTheField(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, d6.System), "dark", kit.Unicode, 120, 36)
	n := len(s.table.Characters())
	s.typed("c", "down", "'s", "down", "'Nia", "f3", "tab", "'3x")
	s.shows("it must be a die code such as 4D or 3D+2")
	s.typed("tab", "f2")
	if len(s.table.Characters()) != n {
		t.Fatal("it came to the table")
	}
	s.shows("it must be a die code such as 4D or 3D+2")
	s.typed("backspace", "'D", "tab", "enter", "'dodge 9x", "enter")
	s.shows("not a die code")
	s.typed("esc", "esc")
	s.shows("kept, unfinished")
	s.typed("f3")
	s.shows("restored as you left it")
	s.typed("f2")
	if v := s.field("Nia", "d6", "attributes/agility/code"); v.Text() != "3D" {
		t.Errorf("agility is %q", v)
	}
}

func TestSeveralAtOnce(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.typed("c", "down", "down", "'Thug", "up", "up", "up", "6", "enter")
	for i := range 6 {
		s.named(fmt.Sprintf("Thug %d", i+1))
	}
	s.shows("added 6 characters")
	s.typed("D")
	s.named("Thug 7")
	s.typed("c", "end", "2", "enter") // the template's name, numbered
	s.named("Seraph 1")
	s.named("Seraph 2")
}

// A form that was left says so when it is opened again, and how many it would
// make; one in which nothing was written, and one that was used, begin anew.
func TestNewcomerAsLeft(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	n := len(s.table.Characters())
	s.typed("c", "down", "esc", "c")
	if strings.Contains(s.plain(), "restored as you left it") {
		t.Error("a form without anything in it was kept")
	}
	s.typed("down", "down", "'Thug", "up", "up", "up", "6", "up", "esc")
	if len(s.table.Characters()) != n {
		t.Fatal("leaving the form made somebody")
	}
	s.typed("c")
	s.shows("restored as you left it: 6 called Thug")
	s.typed("enter")
	if got := len(s.table.Characters()); got != n+6 {
		t.Errorf("%d came, not 6", got-n)
	}
	s.typed("c")
	if strings.Contains(s.plain(), "restored as you left it") {
		t.Error("a form that was used was kept")
	}
}

func TestRowsMovedAndTakenOff(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	before := s.named("Seraph").Pages["supermen"].RowIDs("powers")
	if len(before) < 2 {
		t.Fatalf("Seraph has the powers %v: two are needed", before)
	}
	s.typed("e", "/", "'electric", "enter", "shift+down", "f2", "'tidied", "enter")
	after := s.named("Seraph").Pages["supermen"].RowIDs("powers")
	if after[0] != before[1] || after[1] != before[0] {
		t.Fatalf("the powers are %v, they were %v", after, before)
	}
	if e, _ := s.table.NextUndo(); len(e.Facts) != 1 {
		t.Errorf("it was %d facts", len(e.Facts))
	}
	s.shows("tidied")
	s.typed("e", "/", "'electric", "enter", "delete")
	s.shows("1 change")
	s.typed("ctrl+u")
	if o := s.over.top().(*sheet.Editor); o.Loses(s.frame()) != "" {
		t.Errorf("taken back, there is still %s", o.Loses(s.frame()))
	}
	s.typed("ctrl+r", "f2", "enter")
	if got := s.named("Seraph").Pages["supermen"].RowIDs("powers"); len(got) != len(before)-1 {
		t.Errorf("the powers are %v", got)
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

// What others write while the form is open stays.
func TestSheetChangesUnderTheForm(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	who := s.named("Seraph").ID
	s.typed("e", "'strength", "enter", "4", "2", "enter")
	if _, err := s.game.Do(uitest.GM, model.Write{Who: who, System: "supermen", Set: []model.Change{
		{Field: "agility", To: engine.ValueOf(31)}, {Field: "strength", To: engine.ValueOf(5)}, {Field: "powers/" + s.named("Seraph").Pages["supermen"].RowIDs("powers")[0]}}}); err != nil {
		t.Fatal(err)
	}
	s.Update(changed{})
	s.typed("f2", "enter")
	for path, want := range map[string]int{"strength": 42, "agility": 31} {
		if got := s.field("Seraph", "supermen", path).Int(); got != want {
			t.Errorf("%s is %d, want %d", path, got, want)
		}
	}
	s.typed("e", "'strength", "enter", "7", "enter")
	if _, err := s.game.Do(uitest.GM, model.Leave{Who: who}); err != nil {
		t.Fatal(err)
	}
	s.Update(changed{})
	s.shows("no longer at the table")
}

func TestPeopleComeAndGo(t *testing.T) {
	s := newScreen(t, withRules(uitest.Vault(t)), "dark", kit.Unicode, 80, 24)
	order := func() (out []string) {
		for _, c := range s.table.Characters() {
			out = append(out, c.Name)
		}
		return out
	}
	all := order()
	s.typed("J")
	if got := order(); got[1] != all[0] {
		t.Errorf("after J: %v", got)
	}
	s.typed("K")
	if !slices.Equal(order(), all) {
		t.Errorf("after J and K: %v", order())
	}
	s.typed("P", "x")
	if slices.Contains(order(), all[0]) {
		t.Errorf("%s has not left", all[0])
	}
	s.typed("P", "b")
	if !slices.Equal(order(), all) || s.at.Selected != s.named(all[0]).ID {
		t.Errorf("back: %v, %s selected", order(), s.at.Selected)
	}
	s.typed("P", "a")
	s.shows("add which rulebook")
	s.typed("enter")
	if got := s.named(all[0]).Systems(); len(got) != 2 {
		t.Errorf("written in %v", got)
	}
	s.typed("P", "t", "enter")
	if got := s.named(all[0]).Systems(); len(got) != 1 {
		t.Errorf("written in %v", got)
	}
	s.typed("u", "i", "'a", "'X", "enter")
	s.named(all[0] + "aX")
	s.typed("i", "down", "'Ada", "down", "space", "down", "down", "space", "enter")
	if c := s.named(all[0] + "aX"); s.table.PlayerOf(c) != "Ada" || !c.Hidden || !c.Typed {
		t.Errorf("the card says %+v", c)
	}
	s.typed("u")
	if c := s.named(all[0] + "aX"); c.Owner != "" || c.Hidden || c.Typed {
		t.Errorf("taken back, the card says %+v", c)
	}
}

func TestNotes(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 60, 20)
	long := strings.Repeat("a word ", 60) // more than one line has, and one line typed has
	s.typed("P", "n", "'"+long, "enter", "'Second.", "up", "home", "backspace", "down", "home", "backspace", "enter", "f2")
	want := strings.TrimRight(long, " ") + "\nSecond."
	if got := s.named("Seraph").Notes; strings.ReplaceAll(got, " \n", "\n") != want {
		t.Errorf("the notes are %q", got)
	}
	s.typed("u")
	if got := s.named("Seraph").Notes; got != "" {
		t.Errorf("taken back, the notes are %q", got)
	}
}

func TestLongNotes(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	paste := func(text string) { s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}) }
	s.typed("P", "n")
	paste("one\r\n" + strings.Repeat("\n", 1<<16)) // many paragraphs, and at once
	s.shows("shortened: at most 4000 characters fit here")
	s.typed("esc", "esc", "P", "n")
	paste("x")
	s.typed("home")
	paste("one\r\ntwo\n" + strings.Repeat("x", model.LongestNote))
	s.shows("shortened: at most")
	paste("x")
	s.shows("shortened: at most")
	s.typed("'.x.x.x.x")
	s.typed("f2")
	s.shows("at most 4000 characters fit; this is 4008")
	s.typed("esc", "enter") // on the notes: opens them again
	s.typed("esc", "up", "enter")
	s.shows("4000")
	if got := s.named("Seraph").Notes; got != "" {
		t.Fatalf("the notes are %q", got)
	}
	s.typed("end", "backspace") // opens them too
	for range len("one.two.") {
		s.typed("backspace")
	}
	s.typed("f2")
	if got := s.named("Seraph").Notes; !strings.HasPrefix(got, "one\ntwo\nxxx") || len(got) != model.LongestNote {
		t.Errorf("the notes have %d letters", len(got))
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
		for key, words := range map[string]string{"e": "not yours", "i": "not yours", "D": "only the gamemaster", "J": "only the gamemaster"} {
			s.typed(key)
			s.shows(words)
			if s.over.top() != nil {
				t.Fatalf("%s opens something for %v", key, seat)
			}
		}
	}
}

func TestCharacterFiles(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.typed("P", "w")
	s.shows("cannot reach files")
	s.typed("esc")
	files := &drawer{files: map[string]decide.ShelfItem{}}
	s.cfg.Tables.People = files.people()
	s.typed("P", "w", "enter")
	if files.files["seraph.json"].Name != "Seraph" {
		t.Fatalf("written: %v", files)
	}
	s.typed("P", "w", "enter")
	s.shows("The file exists already")
	s.typed("enter", "W")
	if s.over.top() != nil {
		t.Errorf("it is not written over:\n%s", s.plain())
	}
	s.typed("P", "r", "'nobody", "enter")
	s.shows("there is no file nobody")
	s.typed("esc", "P", "r", "'seraph.json", "enter")
	if n := len(s.table.Characters()); n != 4 {
		t.Errorf("%d at the table", n)
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
		g := withRules(hostileTable(t))
		s := newScreen(t, g, []string{"dark", "mono"}[seed%2], []*kit.Glyphs{kit.Unicode, kit.ASCII}[seed%2], 120, 36)
		for range 200 {
			switch r.IntN(20) {
			case 0:
				s.Update(tea.WindowSizeMsg{Width: 60 + r.IntN(140), Height: 20 + r.IntN(40)})
			case 1:
				s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(hostile[r.IntN(len(hostile))]), Paste: true})
			default:
				s.typed(keys[r.IntN(len(keys))])
			}
			harmless(t, s.exact())
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

// TestPrintedNumbers: what a player's paper prints is typed into the sheet, and
// the number worked out stands beside it.
func TestPrintedNumbers(t *testing.T) {
	s := newScreen(t, withRules(uitest.Vault(t)), "dark", kit.Unicode, 160, 60)
	s.typed("e", "'move roll", "enter", "2", "6", "enter")
	s.shows("26  (worked out 29)")
	s.typed("f2", "'the sheet says so", "enter")
	s.shows("26 (29)")
}
