package enginetest

import (
	"cmp"
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/fray/engine"
)

func seededRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }

const (
	// mostPlayed is how many runs playing every throw of a roll may take.
	mostPlayed = 4000
	// rarest is the probability below which a die that is thrown again is not
	// followed.
	rarest = 1e-7
)

// everyThrow proves the odds by playing every possible throw.
func (e *exam) everyThrow() {
	for _, a := range e.sys.Actions {
		always, until := 2, time.Now().Add(e.patience/time.Duration(len(e.sys.Actions)))
		for _, p := range e.fewest(a) {
			if always--; always < 0 && time.Now().After(until) {
				break
			}
			e.playedOut(p, engine.Question.Offered)
			e.playedOut(p, whimPlan)
		}
	}
}

// fewest returns paths of an action by how many throws there are to play: first
// those with few, as they come, then the rest with the fewest first.
func (e *exam) fewest(a *engine.Action) []path {
	throws := func(p path) float64 {
		n := 1.0
		for _, q := range p.questions {
			if q.Wants == engine.Throwing {
				n *= throwsOf(q.Dice)
			}
		}
		return n
	}
	paths := e.asking(a)
	slices.SortStableFunc(paths, func(p, q path) int {
		return cmp.Compare(max(throws(p), mostPlayed/40), max(throws(q), mostPlayed/40))
	})
	return paths
}

// playedOut compares the odds of p's inputs with the results of the throws, the most likely
// first. Dice can be thrown again for ever, so not every throw is played: the odds may exceed
// what was played by the probability of the rest.
func (e *exam) playedOut(p path, plan engine.Plan) {
	b := &brute{dog: e.dog, in: p.in, plan: plan, grades: map[string]float64{}, totals: map[string]float64{}}
	b.in.Watch = nil
	b.todo = []way{{weight: 1}}
	for range mostPlayed {
		if len(b.todo) == 0 || len(b.todo) > 40*mostPlayed {
			break
		}
		if err := b.play(heap.Pop(b).(way)); err != nil {
			return // other proofs report it
		}
	}
	c, err := e.count(p.in, nil, plan, someRuns)
	if err != nil {
		return
	}
	totals := map[string]float64{}
	for _, t := range c.Totals {
		totals[fmt.Sprintf("a total of %d", t.Total)] = t.P
	}
	err = b.within(b.grades, gradesOf(c), c.Unreached)
	if err == nil {
		err = b.within(b.totals, totals, c.Unreached)
	}
	if err != nil {
		e.fail(p.trial, nil, "playing every throw, %v", err)
	}
}

// brute plays every throw of a roll and adds up the results.
type brute struct {
	dog    *watchdog
	in     engine.Inputs
	plan   engine.Plan
	todo   []way
	ended  float64
	grades map[string]float64
	totals map[string]float64
}

// way is the answers so far and their probability.
type way struct {
	tape   []engine.Answer
	weight float64
}

// Len, Less, Swap, Push and Pop make brute a heap: the most likely way is on top.
func (b *brute) Len() int           { return len(b.todo) }
func (b *brute) Less(i, j int) bool { return b.todo[i].weight > b.todo[j].weight }
func (b *brute) Swap(i, j int)      { b.todo[i], b.todo[j] = b.todo[j], b.todo[i] }
func (b *brute) Push(w any)         { b.todo = append(b.todo, w.(way)) }
func (b *brute) Pop() any {
	last := len(b.todo) - 1
	w := b.todo[last]
	b.todo = b.todo[:last]
	return w
}

func (b *brute) play(w way) error {
	step, err := b.dog.run(b.in, w.tape)
	switch {
	case err != nil:
		return err
	case step.Done():
		o := step.Outcome
		b.ended += w.weight
		b.totals[fmt.Sprintf("a total of %d", o.Result())] += w.weight
		for g := range gradesOf(engine.Chances{Grades: []engine.GradeChance{{Grade: o.Grade, Flags: o.Flags}}}) {
			b.grades[g] += w.weight
		}
	case step.Open.Wants != engine.Throwing:
		heap.Push(b, way{append(slices.Clip(w.tape), b.plan(*step.Open)), w.weight})
	case throwsOf(step.Open.Dice) <= mostPlayed:
		b.throw(w, *step.Open, nil)
	}
	return nil
}

// throw puts every throw that begins with the faces f on the heap.
func (b *brute) throw(w way, q engine.Question, f engine.Faces) {
	if q.Dice.Missing(f) == 0 {
		heap.Push(b, way{append(slices.Clip(w.tape), q.Thrown(f)), w.weight})
		return
	}
	if w.weight < rarest {
		return
	}
	w.weight /= float64(q.Dice.High - q.Dice.Low + 1)
	for x := q.Dice.Low; x <= q.Dice.High; x++ {
		b.throw(w, q, append(slices.Clip(f), x))
	}
}

// within returns an error if the odds are less than the probability that was played, or more
// than it can still become.
func (b *brute) within(played, odds map[string]float64, unreached float64) error {
	open := 1 - b.ended
	for _, what := range sortedKeys(played) {
		if played[what] > odds[what]+unreached+tolerance {
			return fmt.Errorf("%s comes at least with %.12f, but the odds say %.12f", what, played[what], odds[what])
		}
	}
	for _, what := range sortedKeys(odds) {
		if odds[what] > played[what]+open+tolerance {
			return fmt.Errorf("%s comes at most with %.12f, but the odds say %.12f", what, played[what]+open, odds[what])
		}
	}
	return nil
}
