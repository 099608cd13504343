package cli

import (
	"strings"
	"testing"

	"example.org/fray/saves/fairdice"
)

// TestFairnessPage checks that the page about fair dice says what is proved, and what is not,
// in the very words of the check.
func TestFairnessPage(t *testing.T) {
	want := map[string][]string{
		"What a check proves":     {fairdice.ProvesLines, fairdice.ProvesDice, fairdice.ProvesSeed, fairdice.ProvesWords, fairdice.ProvesPart},
		"What no check can prove": fairdice.NotProved,
	}
	for head, list := range want {
		_, part, _ := strings.Cut(fairness, "\n## "+head+"\n\n")
		part, _, _ = strings.Cut(part, "\n## ")
		if is := "* " + strings.Join(list, ".\n* ") + "."; strings.TrimSpace(part) != is {
			t.Errorf("%s:\n%s\nand the check says\n%s", head, part, is)
		}
	}
}
