package script_test

import (
	"math"
	"os"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

// blows is a text as an author writes it who knows nothing of how odds are counted: no r.merge, no
// then, no fold.
func blows(tb testing.TB, action string) engine.Inputs {
	tb.Helper()
	text, err := os.ReadFile("testdata/blows.star")
	if err != nil {
		tb.Fatal(err)
	}
	sys, err := script.Load("blows.star", string(text))
	if err != nil {
		tb.Fatal(err)
	}
	a, _ := sys.Action(action)
	hero := sys.Templates[0].Page
	return engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: hero, engine.Other: hero}}
}

// throwAgain is a plan that throws again wherever that is asked.
func throwAgain(q engine.Question) engine.Answer {
	a, _ := q.Parse("yes")
	return a
}

// A full attack of three blows, three rerolls of dice that explode, and an opposed roll of two sums
// come to what they come to by hand, in few ways.
func TestTextsWithoutTricks(t *testing.T) {
	full, err := engine.Odds(blows(t, "full"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	harm := map[int]float64{0: 1}
	for i := range 3 {
		one := map[int]float64{}
		need := 18 - (11 - 5*i)
		for face := 1; face <= 20; face++ {
			if face != 20 && (face == 1 || face < need) {
				one[0] += 1. / 20
				continue
			}
			critical := 0.
			if face >= 19 {
				critical = float64(min(20, 21-need)) / 20
			}
			for a := 1; a <= 8; a++ {
				one[a+5] += (1 - critical) / 20 / 8
				for b := 1; b <= 8; b++ {
					one[a+b+10] += critical / 20 / 64
				}
			}
		}
		sum := map[int]float64{}
		for a, p := range harm {
			for b, q := range one {
				sum[a+b] += p * q
			}
		}
		harm = sum
	}
	for _, x := range full.Totals {
		if math.Abs(x.P-harm[x.Total]) > 1e-12 {
			t.Errorf("three blows: %d has %.12f, and by hand %.12f", x.Total, x.P, harm[x.Total])
		}
	}
	if len(full.Totals) != len(harm) || math.Abs(full.Success-(1-harm[0])) > 1e-12 {
		t.Errorf("three blows: %d totals, not %d", len(full.Totals), len(harm))
	}

	thrice, err := engine.Odds(blows(t, "rerolls"), nil, throwAgain)
	if want := 1 - math.Pow(7./8, 4); err != nil || math.Abs(thrice.Success-want) > 1e-9 {
		t.Errorf("three rerolls: %.9f, not %.9f (%v)", thrice.Success, want, err)
	}

	duel, err := engine.Odds(blows(t, "opposed"), nil, nil)
	if want := .44*.55 + .11*(.55+.36); err != nil || math.Abs(duel.Success-want) > 1e-12 {
		t.Errorf("an opposed roll: %.12f, not %.12f (%v)", duel.Success, want, err)
	}
	if full.Walked > 9000 || thrice.Walked > 2500 || duel.Walked > 10_200 {
		t.Errorf("%d, %d and %d ways were followed", full.Walked, thrice.Walked, duel.Walked)
	}
	t.Logf("%d, %d and %d ways, %d, %d and %d steps", full.Walked, thrice.Walked, duel.Walked, full.Steps, thrice.Steps, duel.Steps)
}

func BenchmarkTextsWithoutTricks(b *testing.B) {
	for _, action := range []string{"full", "rerolls", "opposed"} {
		b.Run(action, func(b *testing.B) {
			in := blows(b, action)
			for b.Loop() {
				if _, err := engine.Odds(in, nil, throwAgain); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
