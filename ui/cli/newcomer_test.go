//go:build unix

package cli

import (
	"strings"
	"testing"
)

const (
	esc   = "\x1b"
	right = "\x1b[C"
)

// TestNewcomer is the first session of a new user, by keys only: the guided tour, a new
// table, two characters of two rulebooks, a roll with real dice, and opening the table
// again the next day.
func TestNewcomer(t *testing.T) {
	bin, h := built(t), newHome(t)
	s := h.runWatched(t, bin)

	s.types( // the guided tour
		on("g", "A guided tour", "A new table"),
		on("p", "1/8"), // real dice, which hit
		on("a", "real dice"),
		on("\r", "2/8", "what now?", "against Footpad"),
		on("\r", "3/8", "Footpad"),
		on("34", "4/8", "type the dice"),
		on(" \r", "Share out the Quality", "Extra Effort  none"),
		on("\r4", "5/8"),
		on("n", "6/8"),
		on("n", "On to segment"), // asks first, since others are free to act
		on("u", "7/8"),
		on(esc, "8/8"))

	s.types( // a table with two characters
		on("S", "the guided tour is over"),
		on("n", "A new table"),
		on("The Quay\r", "Name", "Rulebook", "Men & Supermen"),
		on("c", "c adds a character"),
		on("\r", "New character", "Seraph"),
		on("c", "▌ Seraph"),
		on("\x1b[A\x1b[Ad", "New character"),
		on("\r", "D6 System"),
		on("", "Character Points"))

	s.types( // a roll with real dice and its decisions
		on("1\x1b[A", "The Quay"),
		on("p", "▌ Seraph", "74/74"),
		on("a", "real dice"),
		on("move\r", "what now?"),
		on("\r", "Slow down by"),
		on("51", "type the dice, 2d10"),
		on("4", "The ones again"),
		on("17"+toEP+"9\r", "Share 27 Quality", "Extra Effort  none", "SUCCESS"),
		on("u", "esc close", "Seraph moves", "moves until 6"), // the whole act, and redo
		on("U", "undo: Seraph"),
		on("n", "moves 10 dm", "moves until 6"),
		on("n", "On to segment 1?"),
		on("n", "segment 1 ", "n 6: Seraph: Move done"),
		on("n", "On to segment 6"),
		on("3/", "segment 6 "))

	s.types( // the state of things
		on("move\r", "Find in the log"),
		on("1"+down, "Log: /move"),
		on("3", "1 Roster", "2 Rook"),
		on("q", "3 Log: /move", "2 Rook"))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}

	s = h.runWatched(t, bin)
	s.sees("The Quay", "segment 6 ", "3 Log: /move", "2 Rook")
	if strings.Contains(s.vt.String(), "Rook joins") {
		t.Errorf("the filter lets all through:\n%s", s.vt)
	}
	s.types(on("u", "Seraph moves"), on("q", "undo: ", "segment 1 "))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}
}
