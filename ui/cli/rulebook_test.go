package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The game of the lesson is under forty lines, passes, and is rolled.
func TestTheGameOfTheLesson(t *testing.T) {
	var text strings.Builder
	for l := range strings.Lines(lesson) {
		if code, ok := strings.CutPrefix(l, "    "); ok && !strings.HasPrefix(code, "   fray") {
			text.WriteString(code)
		}
	}
	if n := strings.Count(text.String(), "\n"); n >= 40 {
		t.Errorf("the game of the lesson has %d lines", n)
	}
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "under.star")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "rulebook", "check", file); r.status != done {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	r := h.fray("", "roll", file, "roll", "skills/r1/name=Climb", "skills/r1/level=12", "--dice", "1,1,0")
	if r.status == done {
		t.Error("a die showed 0")
	}
	if r = h.fray("", "roll", file, "roll", "skills/r1/name=Climb", "skills/r1/level=13", "--dice", "1,1,1"); r.status != done || !strings.Contains(r.out, "critical") {
		t.Errorf("exit %d: %s%s", r.status, r.out, r.err)
	}
}

// A text is made, played, changed, and its file deleted: the table keeps it, and so does
// what is exported of it.
func TestTheLifeOfAText(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "life.star")
	must := func(words string, args ...string) string {
		t.Helper()
		r := h.fray("quit\n", args...)
		if r.status != done || !strings.Contains(r.out+r.err, words) {
			t.Fatalf("fray %s: exit %d, %s%s", strings.Join(args, " "), r.status, r.out, r.err)
		}
		return r.out
	}
	must("is written", "rulebook", "new", file)
	must("", "play", "Yard", "--rulebook", file, "--plain")
	must("The rulebook Life is at the table", "log", "Yard")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(text), `r.story("{actor} fails")`, `r.story("{actor} falls short")`, 1)
	newer = strings.Replace(newer, "# Points that", "luck = stats.int(\"luck\", \"Luck\", 0, 9)\n\n# Points that", 1)
	if err := os.WriteFile(file, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	must("", "play", "Yard", "--rulebook", file, "--plain")
	must("one rule changed, one field new", "log", "Yard")
	if err := os.WriteFile(file, []byte("rulebook("), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "play", "Yard", "--rulebook", file, "--plain"); r.status == done || !strings.Contains(r.err, "life.star:1:") {
		t.Errorf("a text with a fault: exit %d, %s", r.status, r.err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	must("everything is in order", "check", "Yard")
	exported := filepath.Join(t.TempDir(), "yard.json")
	if err := os.WriteFile(exported, []byte(must("", "export", "Yard")), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere := newHome(t)
	if r := elsewhere.fray("", "import", exported); r.status != done {
		t.Fatalf("import: %s%s", r.out, r.err)
	}
	if r := elsewhere.fray("", "show", "Yard", "--json"); r.status != done || !strings.Contains(r.out, "falls short") {
		t.Errorf("the imported table: exit %d, %s%s", r.status, r.out, r.err)
	}
}
