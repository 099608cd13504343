package d6

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// chances are totals with their probabilities, worked out by hand here and
// without the engine: index is the total.
type chances []float64

func (c chances) plus(d chances) chances {
	out := make(chances, len(c)+len(d)-1)
	for i, p := range c {
		for j, q := range d {
			out[i+j] += p * q
		}
	}
	return out
}

func (c chances) atLeast(n int) float64 {
	p := 0.0
	for total := max(n, 0); total < len(c); total++ {
		p += c[total]
	}
	return p
}

// wildDie is a die that goes on while it shows 6.
func wildDie() chances {
	out := make(chances, 6*14+6)
	for tosses, p := 0, 1.0; tosses < 14; tosses++ {
		p /= 6
		for face := 1; face <= 5; face++ {
			out[6*tosses+face] += p
		}
	}
	return out
}

// regular gives the probability of each sum and highest of n dice.
func regular(n int) map[[2]int]float64 {
	now := map[[2]int]float64{{0, 0}: 1}
	for range n {
		then := map[[2]int]float64{}
		for at, p := range now {
			for face := 1; face <= 6; face++ {
				then[[2]int{at[0] + face, max(at[1], face)}] += p / 6
			}
		}
		now = then
	}
	return now
}

// byHand is the roll of n dice with a Critical Failure settled one way.
func byHand(n int, cancels, dropsWild bool) chances {
	out := make(chances, 6*n+100)
	wild := wildDie()
	for at, p := range regular(n - 1) {
		for w, q := range wild {
			total := at[0] + w
			if w == 1 && cancels {
				total -= max(at[1], 1)
				if dropsWild && n > 1 {
					total--
				}
			}
			out[total] += p * q
		}
	}
	return out
}

// asked gives the inputs of an action as it is typed.
func asked(t testing.TB, action, words string) engine.Inputs {
	t.Helper()
	a, ok := System.Action(action)
	if !ok {
		t.Fatalf("no action %q", action)
	}
	in := engine.Inputs{System: System, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
	for _, w := range strings.Fields(words) {
		key, value, _ := strings.Cut(w, "=")
		if rule, is := strings.CutPrefix(key, "rule:"); is {
			sp, _ := System.House.Field(rule)
			v, err := sp.Parse(value)
			if err != nil {
				t.Fatal(err)
			}
			in.House = in.House.With(rule, v)
			continue
		}
		form, known, err := a.Set(in.Params, key, value)
		if !known {
			in.Sheets[engine.Actor], err = System.Write(in.Sheets[engine.Actor], key, value)
		}
		if err != nil {
			t.Fatal(err)
		}
		in.Params = form
	}
	return in
}

func odds(t testing.TB, in engine.Inputs, plan engine.Plan) engine.Chances {
	t.Helper()
	c, err := engine.Odds(in, nil, plan)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestOddsAreThoseCountedByHand(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 8, 13} {
		for _, way := range []struct {
			rules              string
			cancels, dropsWild bool
		}{
			{"rule:critical_failure=complication", false, false},
			{"rule:critical_failure=cancel", true, false},
			{"", true, false}, // the gamemaster's first option
			{"rule:cancel_drops_wild=yes", true, true},
		} {
			want := byHand(n, way.cancels, way.dropsWild)
			for _, difficulty := range []int{1, 3 * n, 3*n + 5, 6*n + 7} {
				c := odds(t, asked(t, "check", fmt.Sprintf("code=%dD difficulty=%d %s", n, difficulty, way.rules)), nil)
				if !near(c.Success, want.atLeast(difficulty)) {
					t.Errorf("%dD against %d %s: %.12f, by hand %.12f", n, difficulty, way.rules, c.Success, want.atLeast(difficulty))
				}
				for _, x := range c.Totals {
					if x.Total >= 0 && x.Total < len(want) && !near(x.P, want[x.Total]) {
						t.Errorf("%dD %s: a total of %d has %.12f, by hand %.12f", n, way.rules, x.Total, x.P, want[x.Total])
					}
				}
			}
		}
	}
}

func TestTheContractsOdds(t *testing.T) {
	c := odds(t, asked(t, "check", "code=5D difficulty=15 rule:critical_failure=complication"), nil)
	if math.Abs(c.Success-0.786351166) > 1e-9 {
		t.Errorf("5D against 15: %.12f", c.Success)
	}
}

func TestBoughtDiceAreAddedWhole(t *testing.T) {
	two := wildDie().plus(wildDie())
	// Before the roll and after it they are worth the same.
	for _, cancels := range []bool{false, true} {
		rule := map[bool]string{false: "complication", true: "cancel"}[cancels]
		want := byHand(4, cancels, false).plus(two)
		words := "code=4D difficulty=22 character_points=2 rule:critical_failure=" + rule
		before := odds(t, asked(t, "check", words+" cp=2"), nil)
		after := odds(t, asked(t, "check", words), buyAll)
		if !near(before.Success, want.atLeast(22)) || !near(after.Success, want.atLeast(22)) {
			t.Errorf("%s: before %.12f, after %.12f, by hand %.12f", rule, before.Success, after.Success, want.atLeast(22))
		}
	}
}

// buyAll buys what can be bought.
func buyAll(q engine.Question) engine.Answer {
	if q.Wants == engine.Numbering {
		return q.Numbered(q.Most)
	}
	a, _ := q.Nothing()
	return a
}

func TestOpposedOddsAreThoseCountedByHand(t *testing.T) {
	c := odds(t, asked(t, "oppose", "code=4D+1 other.code=3D+2"), nil)
	mine, theirs := byHand(4, true, false), byHand(3, true, false)
	want := 0.0
	for total, p := range theirs {
		want += p * mine.atLeast(total+2-1)
	}
	if !near(c.Success, want) {
		t.Errorf("4D+1 against 3D+2: %.12f, by hand %.12f", c.Success, want)
	}
	kept := 0.0 // half the result points
	for their, p := range theirs {
		for my, q := range mine {
			kept += p * q * float64(part(my+1-their-2, 2))
		}
	}
	i := slices.IndexFunc(c.Changes, func(x engine.ExpectedChange) bool { return x.Sheet == engine.Actor && x.Field == halfReady.ID })
	if i < 0 || !near(c.Changes[i].Mean, kept) {
		t.Errorf("4D+1 against 3D+2 keeps %+v, by hand %.12f", c.Changes, kept)
	}
}

func TestAFatePointDoublesTheDice(t *testing.T) {
	c := odds(t, asked(t, "check", "code=4D+2 difficulty=30 fate=yes fate_points=1"), nil)
	if want := byHand(8, true, false).atLeast(30 - 4); !near(c.Success, want) {
		t.Errorf("4D+2 doubled against 30: %.12f, by hand %.12f", c.Success, want)
	}
}

func benchmark(b *testing.B, action, words string, plan engine.Plan) {
	in := asked(b, action, words)
	var c engine.Chances
	for b.Loop() {
		c = odds(b, in, plan)
	}
	b.ReportMetric(float64(c.Walked), "readings/op")
}

func BenchmarkOdds5D(b *testing.B) { benchmark(b, "check", "code=5D difficulty=15", nil) }

func BenchmarkOddsOfASkill(b *testing.B) {
	benchmark(b, "check", "search=4D+1 perception=3D character_points=5 skill=search difficulty=15", nil)
}

func BenchmarkOddsOpposed(b *testing.B) { benchmark(b, "oppose", "code=5D other.code=4D+1", nil) }

// A peer counts 12D in 2.9 ms; see BenchmarkPeers of engine.
func BenchmarkOdds12D(b *testing.B) { benchmark(b, "check", "code=12D difficulty=40", nil) }

func BenchmarkOdds20D(b *testing.B) { benchmark(b, "check", "code=20D difficulty=75", nil) }

func BenchmarkOdds20DTwoBefore(b *testing.B) {
	benchmark(b, "check", "code=20D difficulty=75 character_points=2 cp=2", nil)
}

// What is shown beside the decision, when the dice lie on the table.
func BenchmarkOdds20DTwoAfterTheThrow(b *testing.B) {
	in := asked(b, "check", "code=20D difficulty=75 character_points=2")
	three := make(engine.Faces, 19)
	for i := range three {
		three[i] = 3
	}
	two := 2
	tape := []engine.Answer{{ID: "regular", Faces: three}, {ID: "wild", Faces: engine.Faces{4}}, {ID: "character-points", Amount: &two}}
	for b.Loop() {
		if _, err := engine.Odds(in, tape, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// All throws, each followed by two dice: more than any screen asks for.
func BenchmarkOdds20DTwoAfter(b *testing.B) {
	benchmark(b, "check", "code=20D difficulty=75 character_points=2", buyAll)
}

// The worst that is rolled every evening, which is to take 16 ms at most.
func BenchmarkOddsActiveDefence(b *testing.B) {
	benchmark(b, "attack", "code=5D defence=active other.code=4D", nil)
}

func BenchmarkOddsDamage(b *testing.B) { benchmark(b, "damage", "code=5D other.code=4D", nil) }
