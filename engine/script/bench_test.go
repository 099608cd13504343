package script_test

import (
	"math"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

// The odds of the same roll by a rulebook in Go and by the same one as text: a check of five
// dice, which is to take a text 2 ms at most, and the largest rolls against each other that
// people make, which are to take 100 ms at most.
func BenchmarkOddsBesideGo(b *testing.B) {
	for _, x := range sameRolls(b) {
		book, text := x.in(x.tw.book), x.in(x.tw.text)
		for _, in := range []struct {
			of string
			in func() engine.Inputs
		}{
			{"go", func() engine.Inputs { return book }},
			{"text", func() engine.Inputs { return text }},
			{"text for the first time", func() engine.Inputs { return x.in(x.again(b).text) }},
		} {
			b.Run(x.name+"/"+in.of, func(b *testing.B) {
				b.ReportAllocs()
				var c engine.Chances
				for b.Loop() {
					b.StopTimer()
					roll := in.in()
					b.StartTimer()
					var err error
					if c, err = engine.Odds(roll, nil, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(c.Walked), "readings/op")
			})
		}
	}
}

// sameRoll is a roll that both rulebooks of a twin make.
type sameRoll struct {
	name, action string
	tw           twin
	params       engine.Page
	again        func(testing.TB) twin // reads the text again
}

func (x sameRoll) in(s *engine.System) engine.Inputs {
	a, _ := s.Action(x.action)
	p := x.tw.book.Templates[0].Page
	in := engine.Inputs{System: s, Action: a, Params: x.params, Player: true, Sheets: map[engine.Seat]engine.Page{engine.Actor: p}}
	if a.Need != engine.Alone {
		in.Sheets[engine.Other] = p
	}
	return in
}

func sameRolls(t testing.TB) []sameRoll {
	pool, d6 := easinessAgain(t), d6Again(t)
	return []sameRoll{
		{"easiness five dice", "pool", pool, engine.PageOf("dice", 5, "easiness", 4), easinessAgain},
		{"easiness ten dice against ten", "oppose", pool, engine.PageOf("dice", 10, "easiness", 4, "other.dice", 10, "other.easiness", 4), easinessAgain},
		{"d6 five dice", "check", d6, engine.PageOf("code", "5D", "difficulty", "15"), d6Again},
		{"d6 attack with five dice on who dodges with four", "attack", d6, engine.PageOf("code", "5D", "defence", "active", "other.code", "4D"), d6Again},
	}
}

// Texts and Go give the same odds of the rolls that are measured.
func TestRollsThatAreMeasuredAreTheSame(t *testing.T) {
	for _, x := range sameRolls(t) {
		want, err := engine.Odds(x.in(x.tw.book), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, time := range []string{"first", "second"} { // which has the dice read already
			got, err := engine.Odds(x.in(x.tw.text), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if words := otherOdds(want, got); words != "" {
				t.Errorf("%s, for the %s time: %s", x.name, time, words)
			}
		}
	}
}

// ownOdds are rolls as their authors write them, with nothing added for the sake of the odds.
const ownOdds = `rulebook(id = "own", name = "Own", author = "Nobody")
g = group("Stats")
skill = g.int("skill", "Skill", 0, 100, start = 50)
def percent(r):
    mine, theirs = r.sum("mine", "1d100"), r.sum("theirs", "1d100")
    if mine <= skill.of(r.me) and (theirs > 40 or mine > theirs):
        return r.success(total = mine)
    return r.failure(total = mine)
def sums(r):
    lead = r.sum("mine", "4d6") - r.sum("theirs", "4d6")
    return r.success(total = lead) if lead + skill.of(r.me) > 50 else r.failure(total = lead)
action("percent", "Percent", percent)
action("sums", "Sums", sums)
template("one", "One", skill = 50)
`

// An opposed roll of two sums is counted as it stands, within a small part of what a list allows
// for all its entries: 50 ms.
func TestOwnOpposedRolls(t *testing.T) {
	s, err := script.Load("own.star", ownOdds)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[int]float64{}
	for n := range 6 * 6 * 6 * 6 {
		sums[4+n%6+n/6%6+n/36%6+n/216] += 1.0 / (6 * 6 * 6 * 6)
	}
	want := map[string]float64{}
	for a := 1; a <= 50; a++ {
		for b := 1; b <= 100; b++ {
			if b > 40 || a > b {
				want["percent"] += 1.0 / 10_000
			}
		}
	}
	for a, p := range sums {
		for b, q := range sums {
			if a > b {
				want["sums"] += p * q
			}
		}
	}
	for _, a := range s.Actions {
		p, ok := want[a.ID]
		if !ok {
			continue
		}
		const most = 500_000
		c, err := engine.Odds(engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: s.Templates[0].Page}}, nil, nil)
		if err != nil || math.Abs(c.Success-p) > 1e-9 || c.Steps > most {
			t.Errorf("%s: %v, not %v, in %d ways and %d steps, %v", a.ID, c.Success, p, c.Walked, c.Steps, err)
		}
		t.Logf("%s: %d ways, %d steps", a.ID, c.Walked, c.Steps)
	}
}

func BenchmarkOwnOpposedRolls(b *testing.B) {
	s, err := script.Load("own.star", ownOdds)
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range []string{"percent", "sums"} {
		a, _ := s.Action(id)
		in := engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: s.Templates[0].Page}}
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				if _, err := engine.Odds(in, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
