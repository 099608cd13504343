package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"example.org/fray/ui/uitest"
)

// shellWords are the arguments of a line as a shell reads it.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell is here")
	}
	out, err := exec.Command(shell, "-c", "for a in "+line+`; do printf '%s\0' "$a"; done`).Output()
	if err != nil {
		t.Fatalf("a shell does not read %s: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// needsMore matches lines that are about a file or a table of one's own.
var needsMore = regexp.MustCompile(`\.star|\.json|\.play|mygame|[A-Z]{4,}|…|--against \S*/|ACTION`)

// Every line that is printed for people to copy, and needs nothing but the program, runs as it
// stands: those of each action, of the help of commands, of the README and of the documents.
func TestPrintedExamplesRun(t *testing.T) {
	h := newHome(t)
	var lines []string
	take := func(text string) (n int) {
		for l := range strings.Lines(text) {
			l = strings.TrimPrefix(strings.TrimSpace(l), "$ ")
			l, _, _ = strings.Cut(l, "\t")
			if (strings.HasPrefix(l, "fray roll ") || strings.HasPrefix(l, "fray odds ") || strings.HasPrefix(l, "fray systems ")) && !needsMore.MatchString(l) {
				lines, n = append(lines, l), n+1
			}
		}
		return n
	}
	for _, sys := range uitest.Books() {
		without := 0
		for _, act := range sys.Actions {
			if r := h.fray("", "systems", sys.ID, act.ID); r.status != 0 || take(r.out) == 0 {
				without++
			}
		}
		if without > len(sys.Actions)/2 {
			t.Errorf("%s: %d of %d actions have no example", sys.ID, without, len(sys.Actions))
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		take(c.Example)
		for _, x := range c.Annotations {
			take(x)
		}
		for _, x := range c.Commands() {
			walk(x)
		}
	}
	walk(root(&app{env: h.env}))
	documents, _ := filepath.Glob("docs/*.md")
	for _, file := range append(documents, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		take(string(text))
	}
	ran, seen := 0, map[string]bool{}
	for _, l := range lines {
		if l, _, _ = strings.Cut(l, "  "); seen[l] {
			continue
		}
		seen[l] = true
		args := shellWords(t, strings.TrimPrefix(l, "fray "))
		if r := h.fray("", args...); r.status != 0 {
			t.Errorf("%s\n\t%s", l, r.err)
		}
		ran++
	}
	t.Logf("%d lines", ran)
	if ran < 80 {
		t.Errorf("only %d lines are printed for people to copy", ran)
	}
}
