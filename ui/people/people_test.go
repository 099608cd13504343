package people_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/form"
	"example.org/fray/ui/people"
	"example.org/fray/ui/uitest"
)

// overlays drives the overlays of this package in a test.
type overlays struct {
	*uitest.Overlays
	files people.Files
}

func openTable(t *testing.T, g *uitest.Memory) *overlays {
	s := &overlays{}
	keys := people.Keys(form.Drafts{}, func() people.Files { return s.files }, func() people.Hosting { return people.Hosting{} })
	s.Overlays = uitest.NewOverlays(t, g, uitest.GM, keys...)
	return s
}

func (s *overlays) field(name, system, path string) engine.Value {
	s.Helper()
	return s.Frame.Table.Rulebooks[system].Sheet.Read(s.Named(name).Pages[system]).Value(path)
}

func TestPeopleComeAndGo(t *testing.T) {
	s := openTable(t, uitest.WithRulebooks(uitest.Vault(t)))
	order := func() (out []string) {
		for _, c := range s.Frame.Table.Characters() {
			out = append(out, c.Name)
		}
		return out
	}
	all := order()
	s.Type("J")
	if got := order(); got[1] != all[0] {
		t.Errorf("after J: %v", got)
	}
	s.Type("K")
	if !slices.Equal(order(), all) {
		t.Errorf("after J and K: %v", order())
	}
	s.Type("P", "x")
	if slices.Contains(order(), all[0]) {
		t.Errorf("%s has not left", all[0])
	}
	s.Type("P", "b")
	if !slices.Equal(order(), all) || s.Frame.Selected != s.Named(all[0]).ID {
		t.Errorf("back: %v, %s selected", order(), s.Frame.Selected)
	}
	s.Type("P", "a")
	s.Shows("add which rulebook")
	s.Type("enter")
	if got := s.Named(all[0]).Systems(); len(got) != 2 {
		t.Errorf("written in %v", got)
	}
	s.Type("P", "t", "enter")
	if got := s.Named(all[0]).Systems(); len(got) != 1 {
		t.Errorf("written in %v", got)
	}
	s.Undo()
	s.Type("i", "end", "'a", "'X", "enter")
	s.Named(all[0] + "aX")
	s.Type("i", "down", "'Ada", "down", "space", "down", "down", "space", "enter")
	if c := s.Named(all[0] + "aX"); s.Frame.Table.PlayerOf(c) != "Ada" || !c.Hidden || !c.Typed {
		t.Errorf("the card says %+v", c)
	}
	s.Undo()
	if c := s.Named(all[0] + "aX"); c.Owner != "" || c.Hidden || c.Typed {
		t.Errorf("taken back, the card says %+v", c)
	}
}

func TestNotes(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	long := strings.Repeat("a word ", 60) // too long for one line
	s.Type("P", "n", "'"+long, "enter", "'Second.", "up", "home", "backspace", "down", "home", "backspace", "enter", "f2")
	want := strings.TrimRight(long, " ") + "\nSecond."
	if got := s.Named("Seraph").Notes; strings.ReplaceAll(got, " \n", "\n") != want {
		t.Errorf("the notes are %q", got)
	}
	s.Undo()
	if got := s.Named("Seraph").Notes; got != "" {
		t.Errorf("taken back, the notes are %q", got)
	}
}

// The first letter that is typed on the notes of a card, of which kind ever, opens them and is
// written.
func TestTheFirstLetterOfNotesIsWritten(t *testing.T) {
	for ups, notes := range []func(c *model.Character) string{
		func(c *model.Character) string { return c.Notes },
		func(c *model.Character) string { return c.GMNotes },
	} {
		s := openTable(t, uitest.Vault(t))
		s.Type("i", "up")
		for range ups {
			s.Type("up")
		}
		s.Type("'Wants the ledger", "f2")
		if got := notes(s.Named("Seraph")); got != "Wants the ledger" {
			t.Errorf("typed on the card, the notes are %q:\n%s", got, s.Text())
		}
	}
}

func TestLongNotes(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	s.Type("P", "n")
	s.Paste("one\r\n" + strings.Repeat("\n", 1<<16)) // several paragraphs pasted at once
	s.Shows("shortened: at most 4000 characters fit here")
	s.Type("esc", "esc", "P", "n")
	s.Paste("x")
	s.Type("home")
	s.Paste("one\r\ntwo\n" + strings.Repeat("x", model.LongestNote))
	s.Shows("shortened: at most")
	s.Paste("x")
	s.Shows("shortened: at most")
	s.Type("'.x.x.x.x")
	s.Type("f2")
	s.Shows("at most 4000 characters fit; this is 4008")
	s.Type("esc", "enter") // enter on the notes opens them again
	s.Type("esc", "up", "up", "enter")
	s.Shows("4000")
	if got := s.Named("Seraph").Notes; got != "" {
		t.Fatalf("the notes are %q", got)
	}
	s.Type("end", "backspace") // typing on the notes opens them, too
	for range len("one.two.") {
		s.Type("backspace")
	}
	s.Type("f2")
	if got := s.Named("Seraph").Notes; !strings.HasPrefix(got, "one\ntwo\nxxx") || len(got) != model.LongestNote {
		t.Errorf("the notes have %d letters", len(got))
	}
}

func TestCharacterFiles(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	s.Type("P", "w")
	s.Shows("cannot reach files")
	files := &memoryFiles{files: map[string]decide.ShelfItem{}}
	s.files = files.people()
	s.Type("P", "w", "enter")
	if files.files["seraph.json"].Name != "Seraph" {
		t.Fatalf("written: %v", files)
	}
	s.Type("P", "w", "enter")
	s.Shows("The file exists already")
	s.Type("enter", "W")
	if !s.Closed() {
		t.Errorf("it is not written over:\n%s", s.Text())
	}
	s.Type("P", "r", "'nobody", "enter")
	s.Shows("there is no file nobody")
	s.Type("esc", "P", "r", "'seraph.json", "enter")
	if n := len(s.Frame.Table.Characters()); n != 4 {
		t.Errorf("%d at the table", n)
	}
}
