package systems_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine/systems"
)

var update = flag.Bool("update", false, "write the README's table of rulebooks anew")

// The README tells of each rulebook what it tells of itself. A rulebook that is
// not in the table yet is no fault; -update, which .ci/run calls, adds it.
func TestReadmeRulebooks(t *testing.T) {
	const (
		file  = "../../README.md"
		begin = "<!-- rulebooks: written by go test ./engine/systems -update -->\n"
		end   = "<!-- rulebooks end -->"
		title = "| rulebook | by | dice |\n| --- | --- | --- |\n"
	)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin+title)
	got, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("the README has no table of rulebooks between %s and %s", strings.TrimSpace(begin), end)
	}
	var rows []string
	for _, sys := range systems.All() {
		rows = append(rows, fmt.Sprintf("| %s | %s | %s |\n", sys.Name, sys.Author, sys.Dice))
	}
	if *update {
		if err := os.WriteFile(file, []byte(head+begin+title+strings.Join(rows, "")+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for row := range strings.Lines(got) {
		if !slices.Contains(rows, row) {
			t.Errorf("no rulebook says of itself %sgo test ./engine/systems -update writes what they say", row)
		}
	}
}

// What is listed can be told apart, and stays in the order in which it is
// offered.
func TestAll(t *testing.T) {
	seen := map[string]bool{}
	for i, sys := range systems.All() {
		if seen[sys.ID] || seen[sys.Name] || sys != systems.All()[i] {
			t.Errorf("%s: its id or its name is taken, or it moves", sys.ID)
		}
		seen[sys.ID], seen[sys.Name] = true, true
	}
}
