package engine

import (
	"math"
	"strings"
	"testing"
)

// duel tosses a coin with the faces 0, 1 and 2 until one side has lost all: 0
// takes one off the first, 1 off the second, 2 off nobody.
func duel(first, second, takes int) Inputs {
	type lefts struct{ first, second int }
	rule := func(r *Roll) Outcome {
		b := Bouts[int, lefts]{
			Bout: DiceSequence[int]{
				From: -1,
				Next: func(s int) (Part, bool) { return Part{Ask{ID: "coin"}, Dice{Count: 1, Low: 0, High: 2}}, s < 0 },
				Fold: func(_, v int) int { return v },
			},
			Over: func(s lefts) bool { return s.first <= 0 || s.second <= 0 },
			Then: func(s lefts, coin int) lefts {
				switch coin {
				case 0:
					s.first -= takes
				case 1:
					s.second -= takes
				}
				return s
			},
			Left: func(s lefts) int { return s.first + s.second },
		}
		s := b.ReadKeyed(r, "duel", lefts{first, second}, func(s lefts, coin int) { r.Note("%d %d: %d", s.first, s.second, coin) })
		return Outcome{Success: s.second <= 0, Grade: Success, Total: s.first}
	}
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}}, Action: &Action{ID: "duel", Form: &Schema{}, Rule: rule}}
}

func TestBoutsAreCountedToTheEnd(t *testing.T) {
	for _, x := range []struct {
		first, second int
		fallen        []int
		want          float64
	}{
		{1, 1, nil, 0.5}, {2, 2, nil, 0.5}, {2, 1, nil, 0.75}, {1, 3, nil, 0.125},
		{2, 2, []int{1}, 0.75}, {2, 2, []int{2, 1, 2, 0}, 0.5}, {2, 2, []int{1, 1}, 1}, {400, 400, nil, 0.5},
	} {
		in := duel(x.first, x.second, 1)
		var tape []Answer
		for _, face := range x.fallen {
			step, err := Run(in, tape)
			if err != nil || step.Done() {
				t.Fatalf("after %d bouts: %v", len(tape), err)
			}
			tape = append(tape, step.Open.Thrown(Faces{face}))
		}
		c, err := Odds(in, tape, nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(c.Success-x.want) > 1e-9 || c.Unreached > 1e-9 {
			t.Errorf("%d against %d after %v: %v, want %v, and %v not followed", x.first, x.second, x.fallen, c.Success, x.want, c.Unreached)
		}
		if step, err := Run(in, tape); err != nil || len(step.Notes) != len(x.fallen) {
			t.Errorf("%d bouts are told in %d notes: %v", len(x.fallen), len(step.Notes), err)
		}
	}
}

func TestBoutsThatNeverEndAreAFault(t *testing.T) {
	if _, err := Odds(duel(2, 2, -1), nil, nil); err == nil || !strings.Contains(err.Error(), "bouts without end") {
		t.Errorf("bouts that give more each time: %v", err)
	}
}
