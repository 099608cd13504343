package engine_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// duel is a duel for a coin's toss each: who has lost all lives has lost.
type duel struct{ mine, theirs int }

func dueling(mine, theirs int, then func(duel, int) duel) engine.Inputs {
	_, in := trying(func(r *engine.Roll) engine.Outcome {
		toss := engine.Chain[int]{
			Next: func(v int) (engine.Part, bool) {
				return engine.Part{Ask: engine.Ask{ID: "toss", Words: "Toss"}, Dice: engine.D(1, 3)}, v == 0
			},
			Fold: func(_, face int) int { return face },
		}
		told := 0
		end := engine.Bouts[int, duel]{
			Bout: toss,
			Over: func(d duel) bool { return d.mine <= 0 || d.theirs <= 0 },
			Then: then,
			Left: func(d duel) int { return d.mine + d.theirs },
		}.ReadKeyed(r, "toss", duel{mine, theirs}, func(duel, int) { told++ })
		out := engine.Outcome{Success: end.theirs <= 0, Grade: engine.Failure, Total: end.mine - end.theirs, Values: []engine.Named{engine.Num("told", told)}}
		if out.Success {
			out.Grade = engine.Success
		}
		return out
	})
	return in
}

// fair takes a life of theirs at 1, of mine at 2, and none at 3.
func fair(d duel, face int) duel {
	switch face {
	case 1:
		d.theirs--
	case 2:
		d.mine--
	}
	return d
}

// The odds of a duel of equals are those of Pascal and Fermat's unfinished
// game; tosses that change nothing don't matter.
func TestBoutsCountTheUnfinishedGame(t *testing.T) {
	for _, c := range []struct {
		mine, theirs int
		want         float64
	}{{1, 1, 0.5}, {2, 1, 0.75}, {3, 1, 0.875}, {3, 2, 11.0 / 16}, {2, 3, 5.0 / 16}, {40, 40, 0.5}} {
		got, err := engine.Odds(dueling(c.mine, c.theirs, fair), nil, nil)
		if err != nil || math.Abs(got.Success-c.want) > 1e-12 || got.Walked > 1+c.mine+c.theirs { // a run for each way to be over
			t.Errorf("%d against %d: %.15f in %d runs, %v; want %.15f", c.mine, c.theirs, got.Success, got.Walked, err, c.want)
		}
	}
	in := dueling(2, 2, fair)
	toss := func(face int) engine.Answer { return engine.Answer{ID: "toss", Faces: engine.Faces{face}} }
	tape := []engine.Answer{toss(1), toss(3)}
	if got, err := engine.Odds(in, tape, nil); err != nil || math.Abs(got.Success-0.75) > 1e-12 {
		t.Errorf("once ahead: %v, %v", got.Success, err)
	}
	step, err := engine.Run(in, append(tape, toss(2), toss(1)))
	if err != nil || !step.Done() || !step.Outcome.Success || step.Outcome.Value("told") != engine.ValueOf(4) {
		t.Errorf("played: %+v, %v", step.Outcome, err)
	}
}

func TestBoutsThatTakeNothingOffAreAFault(t *testing.T) {
	in := dueling(2, 2, func(d duel, face int) duel { return duel{d.theirs, d.mine + face - 1} })
	var fault *engine.Fault
	if _, err := engine.Odds(in, nil, nil); !errors.As(err, &fault) || !strings.Contains(err.Error(), "bouts without end") {
		t.Errorf("got %v", err)
	}
}
