package enginetest

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
)

var throws = flag.Int("throws", 100_000, "how often TestMillion throws dice")

const (
	// perAction is how many series an action has.
	perAction = 3
	// turn is how many rolls of a series are made before those of the next one.
	turn = 1000
)

// TestMillion makes usual rolls, a million of them with -throws 1000000 and else a
// tenth of that, and compares how often each grade and each total comes up with the
// odds. The dice are the same in every run. It is left out of short tests.
func TestMillion(t *testing.T, sys *engine.System) {
	t.Helper()
	if testing.Short() {
		t.Skip("a million rolls take some seconds")
	}
	defer fewerCollections()()
	dog := newWatchdog()
	dog.guard(t, func() {
		series := usualRolls(dog, sys)
		thrown := throwAll(series, *throws)
		for _, s := range series {
			s.compare(t)
		}
		t.Logf("%d rolls of %d inputs", thrown, len(series))
	})
}

// series is the same roll made many times.
type series struct {
	trial
	dog    *watchdog
	want   engine.Chances
	dice   *rand.Rand
	first  *rollNode
	n      int
	took   time.Duration
	wins   int
	grades map[string]int
	totals map[int]int
}

// rollNode is a roll after some throws. Equal throws come up again and again, so the rule
// runs once for each and its result is kept.
type rollNode struct {
	tape    []engine.Answer
	open    *engine.Question // nil at the end
	next    map[string]*rollNode
	end     string // its grade and flags
	total   int
	success bool
}

// usualRolls returns inputs of each action that people start: those of the
// templates, or else what an explorer tries.
func usualRolls(dog *watchdog, sys *engine.System) []*series {
	e := newExam(nil, sys, dog)
	var out []*series
	for _, a := range sys.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		found := 0
		for _, tr := range e.tried.trials(a) {
			tr.in.Watch = nil
			if p := e.tried.onePath(e.rnd, tr, true); found == perAction || !p.ended() || !p.threw() || tooManyThrows(p) {
				continue
			}
			c, err := e.count(tr.in, nil, nil, mostRuns)
			if err != nil {
				continue // the exam reports it
			}
			found++
			out = append(out, newSeries(dog, tr, c))
		}
	}
	return out
}

func newSeries(dog *watchdog, tr trial, want engine.Chances) *series {
	var seed [32]byte
	h := fnv.New64a()
	fmt.Fprint(h, tr.in.System.ID, tr)
	h.Sum(seed[:0])
	s := &series{dog: dog, trial: tr, want: want, dice: rand.New(rand.NewChaCha8(seed)), first: &rollNode{},
		grades: map[string]int{}, totals: map[int]int{}}
	s.first.run(dog, tr.in)
	return s
}

// throwAll makes n rolls: first a turn of each series, then always of the one that has taken
// the least time so far, since some rolls take a hundred dice.
func throwAll(all []*series, n int) (thrown int) {
	for len(all) > 0 && thrown < max(n, turn*len(all)) {
		next := slices.MinFunc(all, func(a, b *series) int { return cmp.Compare(a.took, b.took) })
		begun := time.Now()
		for range turn {
			next.throw()
		}
		next.took += time.Since(begun)
		thrown += turn
	}
	return thrown
}

// mostKept is how many nodes are kept after each throw. Throws of many dice hardly ever come
// up twice.
const mostKept = 5000

// throw makes one roll, in which decisions are answered as the odds answer them.
func (s *series) throw() {
	s.dog.alive()
	at := s.first
	for at.open != nil {
		q := at.open
		a, key := q.Offered(), ""
		if q.Wants == engine.Throwing {
			a = q.Thrown(throwDice(s.dice, q.Dice))
			key = throwKey(*q, a.Faces)
		}
		next := at.next[key]
		if next == nil {
			next = &rollNode{tape: append(slices.Clip(at.tape), a)}
			next.run(s.dog, s.in)
			if at.next == nil {
				at.next = map[string]*rollNode{}
			}
			if len(at.next) < mostKept {
				at.next[key] = next
			}
		}
		at = next
	}
	s.n++
	s.grades[at.end]++
	s.totals[at.total]++
	if at.success {
		s.wins++
	}
}

// run runs the rule until it asks for dice or ends.
func (f *rollNode) run(dog *watchdog, in engine.Inputs) {
	step, err := dog.run(in, f.tape)
	if f.open = step.Open; err == nil && f.open != nil {
		return
	}
	f.tape = nil
	if err != nil {
		f.end, f.open = err.Error(), nil
		return
	}
	o := step.Outcome
	f.end, f.total, f.success = o.Grade+" "+strings.Join(o.Flags, ","), o.Result(), o.Success
}

// throwDice throws dice, with those that are thrown again.
func throwDice(rnd *rand.Rand, d engine.Dice) engine.Faces {
	f := make(engine.Faces, 0, d.Count+2)
	for range d.Count {
		for {
			x := d.Low + rnd.IntN(d.High-d.Low+1)
			if f = append(f, x); x != d.Again || d.Again == 0 {
				break
			}
		}
	}
	return f
}

// throwKey returns the same key for throws that mean the same: the values of the
// dice, sorted where their order does not matter.
func throwKey(q engine.Question, f engine.Faces) string {
	values := slices.Clone(q.Dice.Values(f))
	if !q.Ordered {
		slices.Sort(values)
	}
	key := make([]byte, 0, 2*len(values))
	for _, v := range values {
		key = append(key, byte(v), byte(v>>8))
	}
	return string(key)
}

// compare reports what came up more or less often than the odds allow.
func (s *series) compare(t T) {
	t.Helper()
	check := func(what string, came int, p float64) {
		t.Helper()
		if surprise := surprise(came, s.n, p+s.want.Unreached); surprise > mostSurprise {
			t.Errorf("%s: of %d rolls %d come to %s, with odds of %.6f: %.1f sigma off", s.trial, s.n, came, what, p, math.Sqrt(2*surprise))
		}
	}
	check("success", s.wins, s.want.Success)
	grades := gradesOf(s.want)
	for _, g := range slices.Sorted(maps.Keys(s.grades)) {
		if _, known := grades[g]; !known {
			grades[g] = 0
		}
	}
	for _, g := range sortedKeys(grades) {
		check(g, s.grades[g], grades[g])
	}
	totals := map[int]float64{}
	for n := range s.totals {
		totals[n] = 0
	}
	for _, x := range s.want.Totals {
		totals[x.Total] = x.P
	}
	for _, n := range slices.Sorted(maps.Keys(totals)) {
		check(fmt.Sprintf("a total of %d", n), s.totals[n], totals[n])
	}
}

// mostSurprise is the surprise of 5.5 sigma, which comes up once in many millions of
// comparisons.
const mostSurprise = 5.5 * 5.5 / 2

// surprise returns s such that something of probability p comes up that often in n, or that
// seldom, with a probability below e^-s (the Chernoff bound). Unlike a number of sigma, this
// holds for very rare events too.
func surprise(came, n int, p float64) float64 {
	q := float64(came) / float64(n)
	part := func(q, p float64) float64 {
		switch {
		case q <= 0:
			return 0
		case p <= 0:
			return math.Inf(1)
		}
		return q * math.Log(q/p)
	}
	return float64(n) * (part(q, p) + part(1-q, 1-min(p, 1)))
}
