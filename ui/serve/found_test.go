package serve_test

import (
	"testing"

	"example.org/fray/model"
)

// TestFaultsGoToTheGamemaster checks that what is wrong with the text of a rulebook is told to the
// gamemaster, on a screen and in lines, and to no player.
func TestFaultsGoToTheGamemaster(t *testing.T) {
	h := openFor(t, "d6", 1)
	player := h.comePlain("Mira", h.seated("Mira", 0))
	player.sees("Here: ")
	lines, screen := h.comesGM(), h.come("gm", h.gms)
	screen.sees("1 Roster")
	h.live.SetFaults("pit.star:3:1: there is no foo.\nThe table goes on with the text before.")
	for _, c := range []*client{lines, screen} {
		c.sees("there is no foo", "goes on with the text before")
	}
	h.must(model.Seat{Role: model.GM}, model.Note{Text: "All is well."})
	player.sees("All is well")
	player.never("pit.star", "the text before")
}
