package pane_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// The header tells less where there is less room: the moment and whether all is saved
// stay.
func TestHeaderHasRoom(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	mine := *all[0]
	mine.Owner = "Mira"
	g.Must(t, model.Scene{Place: "The roof of the bank"}, model.Edit{Who: mine.ID, Character: mine})
	mira, tom := model.Seat{Role: model.Player, Name: "Mira"}, model.Seat{Role: model.Player, Name: "Tom"}
	here := pane.Attendance{Waiting: 2, Others: []pane.Attendee{{Seat: mira, Here: true}, {Seat: tom}}, Awaited: map[model.Seat]string{tom: "decides"}}
	var lines []string
	for _, seat := range []model.Seat{uitest.GM, mira} {
		for _, w := range []int{160, 120, 80, 60, 40} {
			f := pane.Frame{Table: g.Table, Seat: seat, Selected: mine.ID, Look: uitest.Look(kit.Dark)}
			line := pane.HeaderLine(f.Sized(w, 1, false), here, map[bool]pane.Saving{true: pane.NotSaved}[w == 80])
			if n := kit.Width(line); n != w {
				t.Errorf("a header of %d cells has %d", w, n)
			}
			lines = append(lines, line)
		}
	}
	golden(t, "header", lines)
	here.Others[1].Here, here.Others[1].Quiet = true, true
	f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: mine.ID, Look: uitest.Look(kit.Dark)}
	if line := pane.HeaderLine(f.Sized(160, 1, false), here, pane.Saved); !strings.Contains(ansi.Strip(line), "Tom ○ decides, no answer") {
		t.Errorf("who does not answer is told as %q", line)
	}
}
