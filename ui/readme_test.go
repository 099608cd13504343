package ui

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/fray/ui/uitest"

	"example.org/fray/ui/kit"
)

// readme compares a part of the README, between its marks, with what it should
// be, or writes it anew.
func readme(t *testing.T, part, want string) {
	t.Helper()
	const file = "../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+part+": written by go test ./ui -update -->\n", "<!-- "+part+" end -->"
	head, rest, found := strings.Cut(string(text), begin)
	got, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("the README has no place for %s: two lines, %s and %s", part, strings.TrimSpace(begin), end)
	}
	if got == want {
		return
	}
	if !*uitest.Update {
		t.Fatalf("the %s of the README are no longer right: go test ./ui -update writes them", part)
	}
	if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The README's moving picture is an attack, from its key to the log, drawn anew
// by -update.
func TestReadmeMovie(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	shots := []shot{{"", "a table in a fight", s.View()}}
	for _, x := range []struct{ words, does string }{
		{"a", "what Seraph can do now, with the price and the odds"},
		{"enter", "nothing has happened yet: the target number, and what may happen"},
		{"enter", "rolled: the result, the cost, and how the Quality is shared"},
		{"w", "how every number came about, in the order of the book"},
		{"enter", "accepted"},
		{"n", "others are free: it asks before it goes on"},
		{"n", "on to the moment when the blow lands"},
		{"esc", "it is in the log"},
		{"u", "u undoes the blow"},
		{"u", "and u again the attack, with its price"},
	} {
		s.press(x.words)
		shots = append(shots, shot{x.words, x.does, s.View()})
	}
	if len(s.table.Rolls())+len(s.table.Pending()) > 0 {
		t.Error("the attack is still there at the end of the moving picture")
	}
	const title = "An attack: the list of actions, the form with its odds, the roll, the log, and undo"
	uitest.Golden(t, "fight.svg", movie(title, shots, s.size.w, s.size.h, 2.4, 3))
	readme(t, "moving picture", fmt.Sprintf("![%s](ui/testdata/fight.svg)\n", title))
}
