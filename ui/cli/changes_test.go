package cli

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// TestNumbersTakeWhatSheetsMake checks the ranges of the contract: bonuses and penalties
// accept whatever sheets can produce, numbers of dice up to a hundred either way.
func TestNumbersTakeWhatSheetsMake(t *testing.T) {
	bonuses := []string{"situation", "pool", "bonus", "modifier", "cover", "called", "related", "resistance_bonus"}
	for _, s := range systems.All() {
		for _, a := range s.Actions {
			for _, sp := range a.Params() {
				id := strings.TrimPrefix(sp.ID, "other.")
				switch {
				case sp.Kind != engine.Int:
				case slices.Contains(bonuses, id) && (sp.Least != -9999 || sp.Most != 9999):
					t.Errorf("%s %s: %s goes from %d to %d", s.ID, a.ID, sp.ID, sp.Least, sp.Most)
				case id == "unskilled" && sp.Most != 9999:
					t.Errorf("%s %s: %s goes to %d", s.ID, a.ID, sp.ID, sp.Most)
				case id == "dice" && (sp.Least != -100 || sp.Most != 100):
					t.Errorf("%s %s: %s goes from %d to %d", s.ID, a.ID, sp.ID, sp.Least, sp.Most)
				}
			}
		}
	}
	h := newHome(t)
	for command, words := range map[string]string{
		"roll easiness pool dice=100 easiness=4 modifier=150 --rule easiness.modifier=dice": "200 are the most",
		"roll d6 check code=50D dice=100 cp=60 character_points=99":                         "200",
		"roll contest simple acting=9 situation=10000":                                      "from -9999 to 9999",
		"roll contest simple acting=9 description=-4":                                       "one of -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, dull",
	} {
		if r := h.fray("", strings.Fields(command)...); r.status == done || !strings.Contains(r.err, words) {
			t.Errorf("%s: status %d, %s", command, r.status, r.err)
		}
	}
}

// changedDocument is the part of a roll's JSON document that lists changes.
type changedDocument struct {
	Changes []engine.Change
	Outcome struct {
		Values map[string]any
		Flags  []string
	}
}

// TestChangesAreAPlayers checks that the listed changes omit bookkeeping fields and fields
// that end with their old value.
func TestChangesAreAPlayers(t *testing.T) {
	h := newHome(t)
	for command, want := range map[string]string{
		"roll supermen move strength=11 agility=22 height=1.791 --rule supermen.half_strength=down --dice 5,1,4 --answer share=speed:17,ep:9": "speed_q",
		"roll contest exchange acting=9 effect=5 resistance=20 other.acting=9 other.effect=5 other.resistance=20 --dice 9,4": "contests/r1/name contests/r1/acting contests/r1/effect contests/r1/full " +
			"contests/r1/name contests/r1/acting contests/r1/effect contests/r1/full contests/r1/lost",
		"roll easiness pool dice=1 easiness=4 --dice 5": "",
	} {
		r := h.fray("", append(strings.Fields(command), "--json")...)
		if r.status != done {
			t.Errorf("%s: %s", command, r.err)
			continue
		}
		var got []string
		for _, c := range document[changedDocument](t, r).Changes {
			got = append(got, c.Field)
		}
		if fields := strings.Join(got, " "); fields != want {
			t.Errorf("%s changes %q, not %q", command, fields, want)
		}
	}
}

// TestOpponentsOnTheCommandLine gives each of several opponents parameters of their own,
// with and without a sheet. Who wins is told of the one who was chosen.
func TestOpponentsOnTheCommandLine(t *testing.T) {
	h := newHome(t)
	command := "roll contest exchange acting=9 effect=5 resistance=20 chosen=3 other.acting=5 other.effect=2 other.resistance=9 " +
		"other.2.acting=5 other.2.effect=3 other.2.abilities/r1/name=Will other.2.abilities/r1/level=4 other.2.factor=2 other.2.resistance_bonus=3 " +
		"other.3.acting=4 other.3.situation=2 other.3.effect=1 other.3.resistance=12 --rule contest.spectacular=off --dice 8,19,1,6 --json"
	r := h.fray("", strings.Fields(command)...)
	if r.status != done {
		t.Fatal(r.err)
	}
	d := document[changedDocument](t, r)
	if v := d.Outcome.Values; v["winner"] != "actor" || v["resistance"] != 18.0 || v["other.resistance"] != 7.0 {
		t.Errorf("%v", v)
	}
	full := slices.ContainsFunc(d.Changes, func(c engine.Change) bool {
		return c.Sheet == engine.Opponent(2) && c.Field == "contests/r1/full" && c.To.Int() == 11
	})
	if !full {
		t.Errorf("the second opponent resists with 2 x 4 + 3: %+v", d.Changes)
	}
}

// TestTheVerdictComesFirst checks that the text output begins with the verdict or the
// number.
func TestTheVerdictComesFirst(t *testing.T) {
	h := newHome(t)
	for command, first := range map[string]string{
		"roll d6 check code=4D difficulty=8 --dice 3,6,4,1 --answer critical-failure=cancel": "Success: 8 against 8, by 0, critical failure",
		"roll contest oppose acting=9 other.acting=9 --dice 2,4":                             "Failure: 11 against 13, by 2",
		"odds easiness pool dice=2 easiness=4":                                               "75.00% success",
		"odds d20+5 vs 12":                                                                   "70.00% success",
		"odds d6 check code=1D":                                                              "4.03 on average, give or take 3.44, 0 to ",
		"roll d20 --5 --dice 7":                                                              "12",
		"roll d20 - -5 vs -3 --dice 7":                                                       "Success: 12 against -3, by 15",
		"odds 2d6":                                                                           "7.00 on average, give or take 2.42, 2 to 12",
		"roll d20+5 vs 12 --dice 7":                                                          "Success: 12 against 12, by 0",
		"roll 2d6+1 --dice 3,4":                                                              "8",
	} {
		r := h.fray("", strings.Fields(command)...)
		if line, _, _ := strings.Cut(r.out, "\n"); r.status != done || !strings.HasPrefix(line, first) {
			t.Errorf("%s begins with %q: %s", command, line, r.err)
		}
	}
}
