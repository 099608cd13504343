package enginetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/fray/engine"
)

func rngOf(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }

const (
	// mostPlayed is how many runs playing every throw of a roll may take.
	mostPlayed = 6000
	// rarest is the weight below which dice that go on are not followed. All
	// that is left out widens what still counts as the same.
	rarest = 1e-5
)

// everyThrow proves the odds by playing every throw there is.
func (e *exam) everyThrow() {
	for _, a := range e.sys.Actions {
		always, until := 3, time.Now().Add(e.patience/time.Duration(len(e.sys.Actions)))
		for _, p := range e.asking(a) {
			if throwsOf(p.questions[e.firstDice(p)].Dice) > mostPlayed {
				continue
			}
			if always--; always < 0 && time.Now().After(until) {
				break
			}
			e.playedOut(p, engine.SpendNothing)
			e.playedOut(p, whim)
		}
	}
}

func (e *exam) firstDice(p path) int {
	return slices.IndexFunc(p.questions, func(q engine.Question) bool { return q.Form == engine.Throwing })
}

// playedOut compares the odds of p's inputs with all throws; where there is
// too much to play, it leaves it.
func (e *exam) playedOut(p path, plan engine.Plan) {
	b := &brute{in: p.in, plan: plan, left: mostPlayed, grades: map[string]float64{}, totals: map[int]float64{}}
	b.in.Watch = nil
	b.play(nil, 1)
	if b.err != nil || b.left <= 0 {
		return // other proofs tell of errors
	}
	c, err := count(p.in, nil, plan, someRuns, engine.Odds)
	if err != nil {
		return
	}
	slack := nearly + c.Unreached + math.Abs(1-b.ended)
	for g, want := range gradesOf(c) {
		b.grades[g] -= want
	}
	for _, t := range c.Totals {
		b.totals[t.Total] -= t.P
	}
	for _, g := range sortedKeys(b.grades) {
		if math.Abs(b.grades[g]) > slack {
			e.fail(p.trial, nil, "playing every throw, %s comes %.12f more or less often than the odds say", g, b.grades[g])
		}
	}
	for t, off := range b.totals {
		if math.Abs(off) > slack {
			e.fail(p.trial, nil, "playing every throw, a total comes more or less often than the odds say: %s", fmt.Sprintf("%d by %.12f", t, off))
			break
		}
	}
}

// brute plays every throw.
type brute struct {
	in     engine.Inputs
	plan   engine.Plan
	left   int // runs
	ended  float64
	grades map[string]float64
	totals map[int]float64
	err    error
}

func (b *brute) play(tape []engine.Answer, weight float64) {
	if b.left--; b.left <= 0 || b.err != nil {
		return
	}
	step, err := engine.Run(b.in, tape)
	switch {
	case err != nil:
		b.err = err
	case step.Done():
		b.ended += weight
		o := step.Outcome
		b.totals[o.Total] += weight
		for g := range gradesOf(engine.Chances{Grades: []engine.GradeChance{{Grade: o.Grade, Flags: o.Flags, P: 1}}}) {
			b.grades[g] += weight
		}
	case step.Open.Form != engine.Throwing:
		b.play(append(slices.Clip(tape), b.plan(*step.Open)), weight)
	case weight > rarest:
		b.throw(tape, *step.Open, nil, weight)
	}
}

// throw adds a face to those thrown so far, each there is.
func (b *brute) throw(tape []engine.Answer, q engine.Question, f engine.Faces, weight float64) {
	if q.Dice.Missing(f) == 0 {
		b.play(append(slices.Clip(tape), q.Thrown(f)), weight)
		return
	}
	if weight < rarest && q.Dice.Again != 0 {
		return
	}
	sides := q.Dice.High - q.Dice.Low + 1
	for x := q.Dice.Low; x <= q.Dice.High && b.left > 0; x++ {
		b.throw(tape, q, append(slices.Clip(f), x), weight/float64(sides))
	}
}
