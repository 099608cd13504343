package script_test

import (
	"testing"

	"example.org/fray/engine"
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
