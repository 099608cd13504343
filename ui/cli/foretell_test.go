package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestForetellAndReplay checks that a forecast matches the contract, is the same each time,
// and changes once somebody has fought.
func TestForetellAndReplay(t *testing.T) {
	h := newHome(t)
	said := func(stdin string, status int, want string, args ...string) string {
		t.Helper()
		r := h.fray(stdin, args...)
		if r.status != status || !strings.Contains(r.out+r.err, want) {
			t.Errorf("fray %s: %d\n%s%s", strings.Join(args, " "), r.status, r.out, r.err)
		}
		return r.out
	}
	said("add rook\nq\n", 0, "Rook", "play", "Roof", "--new", "--rulebook", "d6", "--plain")
	said("", 1, "only heroes are left", "foretell", "roof")
	said("", 1, "nobody has fought", "replay", "roof")
	said("add 2 thugs\nscene the roof\nrook attacks thug 1\n\n\n\nq\n", 0, "Rook", "play", "roof", "--plain")

	ask := []string{"foretell", "roof", "--fights", "6", "--policy", "heroes=careful", "--policy", "thug 1=hard", "--seed", "4", "--json"}
	first := said("", 0, `"policy":"careful"`, ask...)
	var got struct {
		Fights int
		Seed   string
		Sides  []struct {
			Side            string
			Wins, Low, High float64
		}
		Rounds struct{ Median, P90 int }
		People []struct {
			Name  string
			Pools []struct{ ID string }
		}
	}
	if err := json.Unmarshal([]byte(first), &got); err != nil {
		t.Fatal(err)
	}
	if got.Fights != 6 || got.Seed != "4" || len(got.Sides) != 2 || got.Sides[0].Side != "heroes" || len(got.People) != 3 || len(got.People[0].Pools) == 0 || got.Rounds.Median == 0 || got.Rounds.P90 < got.Rounds.Median {
		t.Errorf("foretold is %s", first)
	}
	for _, s := range got.Sides {
		if s.Low > s.Wins || s.Wins > s.High || s.High-s.Low < 0.1 {
			t.Errorf("%s wins %v, from %v to %v", s.Side, s.Wins, s.Low, s.High)
		}
	}
	if again := said("", 0, "", ask...); again != first {
		t.Errorf("asked again, foretold is %s", again)
	}
	said("", 0, "heroes: win", "foretell", "roof", "--fights", "3")
	said("", 2, "neither a side nor a character", "foretell", "roof", "--policy", "wolves=hard")
	said("", 2, "as-so-far, hard or careful", "foretell", "roof", "--policy", "foes=brave")
	said("", 2, "from 1 to", "foretell", "roof", "--fights", "0")

	for _, path := range []string{"roof-fight-1.html", "roof-fight-1-2.html"} { // nothing is written over
		said("replay\nq\n", 0, path, "play", "roof", "--plain")
	}
	said("", 0, "<!doctype html>", "replay", "roof")
	said("", 0, "<svg", "replay", "roof", "--as", "svg")
	said("", 0, `"version":3`, "replay", "roof", "--as", "cast")
	said("", 0, `"frames":`, "replay", "roof", "--json", "--as-seen-by", "gm")
	said("", 0, "# Roof", "replay", "roof", "--recap", "--as", "md")
	said("", 0, `width="1200"`, "replay", "roof", "--recap", "--as", "svg")
	said("", 0, "<!doctype html>", "replay", "roof", "--recap")
	said("", 0, `"stood":`, "replay", "roof", "--recap", "--json")
	said("", 2, "not a recording", "replay", "roof", "--recap", "--as", "cast")
	said("", 2, "a form of --recap", "replay", "roof", "--as", "md")
	said("", 1, "this table has 1 fight", "replay", "roof", "--fight", "2")
	said("", 2, "nobody at the table is called", "replay", "roof", "--as-seen-by", "zoe")
}
