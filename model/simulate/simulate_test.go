package simulate_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/simulate"
)

var gm = model.Seat{Role: model.GM}

// brawl returns a table with two heroes and six foes.
func brawl(tb testing.TB, s *engine.System) model.Table {
	tb.Helper()
	t := model.New(model.Rulebooks{s.ID: s})
	t = do(tb, t, model.Make{Name: "Brawl", System: s.ID})
	t = do(tb, t, model.Scene{Place: "The yard"})
	var heroes, foes []engine.Template
	for _, tpl := range s.Templates {
		if tpl.Side == engine.Foes {
			foes = append(foes, tpl)
		} else {
			heroes = append(heroes, tpl)
		}
	}
	if len(foes) == 0 {
		foes = heroes
	}
	for i := range 8 {
		tpl, side := foes[0], engine.Foes
		if i < 2 {
			tpl, side = heroes[i%len(heroes)], engine.Heroes
		}
		t = do(tb, t, model.Join{Character: model.Character{Name: tpl.Name, Side: side, Pages: map[string]engine.Page{s.ID: tpl.Page}}})
	}
	return t
}

// all returns the rulebooks in which characters can fight.
func all(tb testing.TB) []*engine.System {
	out := slices.DeleteFunc(systems.All(), (*engine.System).HasNoSheet)
	for _, id := range books.IDs() {
		text, _ := books.Text(id)
		s, err := script.Load(id+".star", text)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// TestFightsEnd checks that every fight ends with one side left or says why not, and that
// the given table does not change.
func TestFightsEnd(t *testing.T) {
	for _, s := range all(t) {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			table := brawl(t, s)
			before := state(t, table)
			for _, p := range [][2]simulate.Policy{{simulate.AsSoFar, simulate.AsSoFar}, {simulate.Hard, simulate.Careful}} {
				x, err := simulate.New(table, simulate.Plan{Sides: map[engine.Side]simulate.Policy{engine.Heroes: p[0], engine.Foes: p[1]}})
				if err != nil {
					t.Fatal(err)
				}
				for n := range fights {
					e := x.Fight(n)
					switch {
					case (e.Winner == "") == (e.WhyNot == ""):
						t.Errorf("%s, fight %d: won by %q, not decided because %q", p, n, e.Winner, e.WhyNot)
					case e.WhyNot == simulate.Stuck:
						t.Errorf("%s, fight %d: %s after %d rounds and %d acts", p, n, e.WhyNot, e.Rounds, e.Acts)
					case e.Rounds > simulate.MostRounds+1 || e.Acts == 0 || len(e.Fighters) != 8:
						t.Errorf("%s, fight %d: %d rounds, %d acts, %d fighters", p, n, e.Rounds, e.Acts, len(e.Fighters))
					}
				}
			}
			if state(t, table) != before {
				t.Error("the table has changed")
			}
		})
	}
}

// fights is how many fights the tests play in each rulebook.
const fights = 1

// TestSameAnswer checks that the same question has the same answer, however many fights run
// in parallel, and another one with another seed.
func TestSameAnswer(t *testing.T) {
	for _, s := range all(t) {
		if s.ID != "trip" && s.ID != "moves" {
			continue
		}
		table := brawl(t, s)
		ask := func(seed uint64, processors int) string {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			x, err := simulate.New(table, simulate.Plan{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			f := x.None()
			x.Play(t.Context(), f, 0, 4)
			f.Turning = f.TurningPoints() // sorts them, since their order depends on which fight was added first
			out, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			return string(out)
		}
		one, two := ask(0, 1), ask(0, 2)
		if one != two {
			t.Errorf("%s: with one processor\n%s\nand with two\n%s", s.ID, one, two)
		}
		if two == ask(1, 2) {
			t.Errorf("%s: the seed changes nothing", s.ID)
		}
	}
}

var update = flag.Bool("update", false, "write the golden file anew")

// TestSameOnEveryMachine compares fights with those that were kept: whatever machine the test
// runs on, they are the same to the last point.
func TestSameOnEveryMachine(t *testing.T) {
	var out strings.Builder
	for _, s := range all(t) {
		x, err := simulate.New(brawl(t, s), simulate.Plan{Sides: map[engine.Side]simulate.Policy{engine.Heroes: simulate.Hard}})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 2 {
			e := x.Fight(n)
			fmt.Fprintf(&out, "%s %d: %s after %d rounds and %d acts; left", s.ID, n, cmp.Or(string(e.Winner), e.WhyNot), e.Rounds, e.Acts)
			for _, f := range e.Fighters {
				fmt.Fprint(&out, " ", f.Left)
			}
			fmt.Fprintln(&out)
		}
	}
	const file = "testdata/fights.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || out.String() != string(want) {
		t.Errorf("the fights are\n%s\nand were\n%s\n(%v; if a rule has changed, go test -run SameOnEveryMachine -update ./model/simulate keeps them)", out.String(), want, err)
	}
}

// TestTurningPoints checks that an act that changes nothing is no turning point.
func TestTurningPoints(t *testing.T) {
	f := simulate.Forecast{Fights: 100, Turning: []simulate.TurningPoint{
		{Try: simulate.Try{Who: "a"}, Succeeded: 50, Won: 25, Failed: 40, WonNevertheless: 20},
		{Try: simulate.Try{Who: "b"}, Succeeded: 50, Won: 26, Failed: 40, WonNevertheless: 20},
		{Try: simulate.Try{Who: "c"}, Succeeded: 50, Won: 50, Failed: 40, WonNevertheless: 10},
		{Try: simulate.Try{Who: "d"}, Succeeded: 5, Won: 5, Failed: 4},
		{Try: simulate.Try{Who: "e"}, Succeeded: 90, Won: 5},
	}}
	var found []string
	for _, p := range f.TurningPoints() {
		found = append(found, p.Who)
	}
	if want := []string{"c", "b"}; !slices.Equal(found, want) {
		t.Errorf("the turning points are %v, and should be %v", found, want)
	}
}

// TestNobodyToFight checks the error without two sides.
func TestNobodyToFight(t *testing.T) {
	table := brawl(t, d6.System)
	for _, c := range table.Characters() {
		if c.Side == engine.Foes {
			table = do(t, table, model.Leave{Who: c.ID})
		}
	}
	if _, err := simulate.New(table, simulate.Plan{}); err == nil || err.Error() != "only heroes are left: nobody fights them" {
		t.Errorf("the error is %v", err)
	}
	if _, err := simulate.New(model.New(table.Rulebooks), simulate.Plan{}); err == nil {
		t.Error("there is a fight without a rulebook")
	}
}

// TestAsSoFar checks that a character who has attacked with a row other than the first
// keeps using it.
func TestAsSoFar(t *testing.T) {
	tried := 0
	for _, s := range all(t) {
		table := brawl(t, s)
		who, foe := table.Characters()[0], table.Characters()[3]
		for _, a := range s.Actions {
			for _, param := range a.Offers {
				sp, ok := a.Param(param)
				rows := who.Pages[s.ID].RowIDs(sp.RowsOf)
				if !ok || !a.Attack() || len(rows) < 2 {
					continue
				}
				name, _ := who.Pages[s.ID].Get(sp.RowsOf + "/" + rows[1] + "/name")
				begin := model.Begin{Who: who.ID, Against: []string{foe.ID}, System: s.ID, Action: a.ID, Params: engine.PageOf(param, name)}
				if _, err := decide.InputsToBegin(table, gm, begin); err != nil {
					continue
				}
				begun := do(t, table, begin)
				for _, r := range begun.Rolls() {
					begun = do(t, begun, model.Drop{Roll: r.ID})
				}
				x, err := simulate.New(begun, simulate.Plan{})
				if err != nil {
					t.Fatal(err)
				}
				tried++
				for n := range fights {
					for _, try := range x.Fight(n).Tries {
						if try.Who == who.ID && try.Action == a.ID && try.Row != name.Text() {
							t.Errorf("%s, fight %d: %s attacks with %q, and has fought with %q", s.ID, n, who.Name, try.Row, name.Text())
						}
					}
				}
			}
		}
	}
	if tried < 3 {
		t.Errorf("only %d attacks were tried", tried)
	}
}

func do(tb testing.TB, t model.Table, c model.Command) model.Table {
	tb.Helper()
	facts, err := decide.Decide(t, gm, c, nil)
	if err != nil {
		tb.Fatalf("%T: %v", c, err)
	}
	return t.Apply(model.Event{Seq: t.Seq() + 1, Time: time.Unix(1, 0), By: gm, Facts: facts, Did: c})
}

func state(tb testing.TB, t model.Table) string {
	tb.Helper()
	out, err := json.Marshal(t)
	if err != nil {
		tb.Fatal(err)
	}
	return string(out)
}
