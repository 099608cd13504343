//go:build unix

package cli

import (
	"strings"
	"syscall"
	"testing"
)

// rolls makes Rook roll once, up to the question of what to spend.
func (s *terminal) rolls() {
	s.Helper()
	s.types(
		on(":", "1 Roster", "? help"),
		on("rook sneak", "What happens?"),
		on("\r", "open form"),
		on("\r", "on average"),
		on("", "Character Points for one more"))
}

// spendsNothing answers that question with nothing.
func (s *terminal) spendsNothing() {
	s.Helper()
	s.types(on("\r", "Character Points for one more"), on("\x1b", "esc close"), on("", "? help"))
}

// killed kills the program.
func (s *terminal) killed() {
	s.Helper()
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	_ = s.gone()
}

// away opens the other table and returns.
func (s *terminal) away() {
	s.Helper()
	s.types(on("S", "◆ Docks", "? help"), on("j", "▌Docks (open)"), on("\r", "▌Roofs"), on("S", "◆ Roofs", "? help"), on("\r", "▌Docks"), on("", "◆ Docks", "? help"))
}

// ends ends the session with that many Character Points for each hero, and returns what the
// screen showed.
func (s *terminal) ends(evening, points string) {
	s.Helper()
	s.types(on(":", "? help"), on("end-session", "What happens?"), on("\r", "end the session"), on(points+"\r", "End of the session", evening), on("\r", "earned       "+points),
		on("\r", "The session is over", evening, points+" Character Point", "enter go on"), on("", "? help"))
}

// leaves quits.
func (s *terminal) leaves() {
	s.Helper()
	s.types(on("q", "? help"))
	if err := s.gone(); err != nil {
		s.Fatal(err)
	}
}

// TestThreeEvenings plays three sessions of one campaign through kills, restarts and visits
// to another table. A session ends only when the gamemaster ends it, its recap is complete,
// and its awards are one act that one undo removes.
func TestThreeEvenings(t *testing.T) {
	bin := built(t)
	h := newHome(t)
	for _, name := range []string{"Roofs", "Docks"} {
		if r := h.fray("rule d6.critical_failure complication\nadd Thug\nadd Rook\nquit\n", "play", name, "--rulebook", "d6", "--new", "--plain"); r.status != done {
			t.Fatalf("%+v", r)
		}
	}
	plays := func() *terminal { return h.runWatched(t, bin, "play", "Docks") }
	last := func(evening string) *terminal {
		s := plays()
		s.types(on("\r", "Last time", evening, "enter go on"), on("", "? help"))
		return s
	}

	s := plays()
	s.rolls()
	s.killed() // in the middle of a decision
	s = plays()
	s.spendsNothing()
	s.away()
	s.rolls()
	s.spendsNothing()
	s.ends("Session 1, ", "2")
	s.leaves()

	s = last("Session 1, ")
	s.rolls()
	s.spendsNothing()
	s.leaves()
	s = plays() // the recap of the last session is shown once
	s.types(on("", "◆ Docks", "? help"))
	s.rolls()
	s.spendsNothing()
	s.killed()
	s = plays()
	s.ends("Session 2, ", "1")
	s.leaves()

	s = last("Session 2, ")
	s.rolls()
	s.spendsNothing()
	s.types(on("S", "◆ Docks", "? help"), on("j", "▌Docks (open)"), on("\r", "▌Roofs"), on("", "◆ Roofs"))
	s.killed() // at the other table
	s = plays()
	s.rolls()
	s.killed()
	s = plays()
	s.spendsNothing()
	s.away()
	s.rolls()
	s.spendsNothing()
	s.types(on("", "CP 8"), on("L", "? help"), on("\x1b", "Session 3, ", " 3 rolls", "esc"), on("", "? help"))
	s.ends("Session 3, ", "3")
	s.types(on("u", "CP 11"), on("", "CP 8"))
	s.leaves()

	if r := h.fray("quit\n", "play", "Docks", "--plain"); !strings.Contains(r.out, "Last time\nSession 3, ") {
		t.Errorf("lines do not tell what happened last time:\n%s", r.out)
	}
	r := h.fray("sessions\nquit\n", "play", "Docks", "--plain")
	for _, want := range []string{"Session 1, ", "Session 2, ", "Session 3, "} {
		if strings.Count(r.out, want) != 1 {
			t.Errorf("the list of sessions has not one %q:\n%s", want, r.out)
		}
	}
	if strings.Contains(r.out, "Session 4") {
		t.Errorf("an evening began that nobody began:\n%s", r.out)
	}
	if r := h.fray("", "check", "Docks"); r.status != done {
		t.Errorf("%+v", r)
	}
}
