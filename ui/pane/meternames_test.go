package pane_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// No number of the roster stands without its name, whatever the rulebook and however narrow the
// pane: where there is no room for all, the last are left out.
func TestNumbersOfTheRosterHaveNames(t *testing.T) {
	numbers := 0
	for _, sys := range uitest.Books() {
		g := uitest.Seated(t, sys)
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: g.Table.Characters()[0].ID, Look: uitest.Look(kit.Dark)}
		for w := 22; w < 80; w++ {
			for _, h := range []int{10, 60} {
				for _, line := range (pane.Roster{}).Draw(f.Sized(w, h, false)) {
					was := "" // the word before
					for _, word := range strings.Fields(ansi.Strip(line)) {
						if strings.Trim(word, "0123456789/") == "" && strings.Trim(word, "/") != "" {
							numbers++
							if strings.Trim(was, "0123456789/▆█▁") == "" {
								t.Errorf("%s, %d cells: %q stands without its name in %q", sys.ID, w, word, ansi.Strip(line))
							}
						}
						was = word
					}
				}
			}
		}
	}
	if numbers < 1000 {
		t.Errorf("only %d numbers were seen", numbers)
	}
}
