package cli

import (
	"regexp"
	"strings"
	"testing"

	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
)

// TestExamplesOfHelp checks that every example in help is understood and works in the demo
// of every rulebook.
func TestExamplesOfHelp(t *testing.T) {
	ids := books.IDs()
	for _, s := range systems.All() {
		ids = append(ids, s.ID)
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			help := h.fray("help\nquit\n", "demo", "--rulebook", id, "--plain")
			var lines [][]string // the examples of one help line, typed one after the other
			for _, l := range strings.Split(help.out, "\n") {
				command, _, _ := strings.Cut(strings.TrimPrefix(l, "table> "), " ")
				if _, examples, ok := strings.Cut(strings.TrimSuffix(l, "."), "as in: "); ok {
					var all []string
					for _, x := range regexp.MustCompile(", or |, ").Split(examples, -1) {
						if !strings.HasPrefix(x, command) {
							x = command + " " + x
						}
						all = append(all, x)
					}
					lines = append(lines, all)
				}
				if _, examples, ok := strings.Cut(l, "what somebody does: "); ok {
					examples, _, _ = strings.Cut(examples, ".")
					lines = append(lines, strings.Split(examples, ", "))
				}
			}
			if len(lines) < 3 {
				t.Fatalf("help gives the examples %q:\n%s", lines, help.out)
			}
			for _, all := range lines {
				r := h.fray(strings.Join(all, "\n\n\n")+"\n\n\nquit\n", "demo", "--rulebook", id, "--plain")
				_, said, _ := strings.Cut(r.out, "table> ")
				if r.status != done || strings.Contains(said, "Not now") || strings.Contains(said, "neither a command") {
					t.Errorf("%q:\n%s", all, said)
				}
			}
		})
	}
}
