package cli

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestPlainDice rolls plain dice on the command line. The actions of a rulebook take
// precedence, and a word that is neither is refused with a message about both.
func TestPlainDice(t *testing.T) {
	h := newHome(t)
	for _, x := range []struct {
		command, system string
		total           int
	}{
		{"4d6+2 --dice 1,2,3,4", "dice", 12}, {"d20+5 vs 12 --dice 7", "dice", 12}, {"4d6 drop lowest --dice 1,5,3,6", "dice", 14}, {"2d10 <= 14 --dice 9,9", "dice", 18},
		{"d6 --dice 5", "dice", 5}, {"d6 vs 4 --dice 5", "dice", 5}, {"4dF --dice=-1,0,1,1", "dice", 1}, {"2d6! --dice 6,2,3", "dice", 11}, {"2d6ro1 --dice 1,1,4", "dice", 5},
		{"4D+1 vs 12 --dice 3,6,4,2", "d6", 16}, {"d6 check code=4D difficulty=8 --dice 3,6,4,2", "d6", 15},
	} {
		r := h.fray("", append([]string{"roll", "--json"}, strings.Fields(x.command)...)...)
		if r.status != done {
			t.Errorf("%s: status %d, %s", x.command, r.status, r.err)
			continue
		}
		if d := document[rollDocument](t, r); d.System != x.system || d.Outcome.Total != x.total {
			t.Errorf("%s: %s, %d", x.command, d.System, d.Outcome.Total)
		}
	}
	for command, words := range map[string][]string{
		"roll d6 chek": {"no action", "As dice"}, "roll nonsense": {"no rulebook", "not dice either"}, "roll d6 --dice 1,2": {"too many"}, "roll 2d6 --dice 1": {"short"},
		"roll d6 --dice 7": {"impossible"}, "roll 2d6r1": {"rr", "ro"}, "roll 2000d6": {"1000"}, "odds d10001": {"10000"},
	} {
		r := h.fray("", strings.Fields(command)...)
		for _, w := range words {
			if r.status != misused || !strings.Contains(r.err, w) {
				t.Errorf("%s: status %d, %q without %q", command, r.status, r.err, w)
			}
		}
	}
	if r := h.fray("", "odds", "1000d10000"); r.status != failed || !strings.Contains(r.err, "too many ways") {
		t.Errorf("status %d, %q", r.status, r.err)
	}
	same := func() string { return h.fray("", "roll", "10d10", "--seed", "4").out }
	if a, b := same(), same(); a != b || a == "" {
		t.Errorf("one seed, two rolls: %q and %q", a, b)
	}
	r := h.fray("", "odds", "4d6 drop lowest", ">=12", "--json")
	c := document[struct {
		Success float64
		Totals  []struct{ Total int }
	}](t, r)
	if math.Abs(c.Success-799.0/1296) > 1e-9 || len(c.Totals) != 16 || !slices.IsSortedFunc(c.Totals, func(a, b struct{ Total int }) int { return a.Total - b.Total }) {
		t.Errorf("%+v", c)
	}
}

// TestPlainDiceAtTheTable rolls plain dice at a table: the odds are shown before and stored
// in the log, a label may follow, hidden dice are for the gamemaster only, undo removes the
// event, and fray check draws the dice again.
func TestPlainDiceAtTheTable(t *testing.T) {
	h := newHome(t)
	lines := []string{"roll 3d6+2 for the door", "throw d66", "5d10>=8", "roll d20+5 adv vs 12", "odds 2d6", "back", "hidden 4d4", "8d6 fireball", "undo", "log 20", "end-session", "quit"}
	r := h.fray(strings.Join(lines, "\n")+"\n", "play", "Vault", "--new", "--plain")
	for _, want := range []string{
		"throw 3d6+2 for the door, about 12.5\n", "\n3d6+2 for the door: ", "; the odds: 12.5 on average, ", // before the throw, and in the log
		"throw d66, about 38.5\n",
		"throw 5d10>=8, >99 %; the sum is compared; 5d10cs>=8 counts the dice that show that\n",
		"throw d20+5 adv vs 12, 91 %\n", "; the odds: 91.0 % for a success",
		"7.0 on average; no target number is set\nEnter rolls", "throw 4d4, hidden, about 10.0\n",
		"\n8d6 fireball: ", "Undone: 8d6 fireball: ", "undone: 8d6 fireball: ",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is not said:\n%s", want, r.out)
		}
	}
	if all := h.fray("", "log", "Vault", "--as-seen-by", "everyone").out; strings.Contains(all, "4d4") || !strings.Contains(all, "3d6+2 for the door") {
		t.Errorf("everybody reads\n%s", all)
	}
	checked := document[struct {
		Dice          int
		UndoneThrows  int `json:"undone_throws"`
		Wrong, Others []string
	}](t, h.fray("", "check", "Vault", "--json"))
	if checked.Dice != 3+2+5+2+4+8 || checked.UndoneThrows != 1 || len(checked.Wrong) > 0 {
		t.Errorf("fray check says %+v", checked)
	}
}
