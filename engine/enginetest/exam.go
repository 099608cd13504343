package enginetest

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// usually is how long a proof of the odds goes on in the tests that everybody runs.
const usually = time.Second / 5

var patience = flag.Duration("patience", usually, "how long TestSystem goes on with one proof of the odds; beyond the usual the answers to decisions are proved in full, too")

// TestSystem examines a rulebook, each proof as a test of its own.
func TestSystem(t *testing.T, sys *engine.System) {
	t.Helper()
	defer fewerCollections()()
	e := newExam(t, sys, newWatchdog())
	e.whole = *patience > usually
	ok := t.Run("declarations", func(t *testing.T) { e.dog.guard(t, func() { declarations(t, sys) }) })
	if !ok || !e.dog.guard(t, e.tried.explore) {
		return // what follows runs what is declared
	}
	for _, p := range proofs {
		t.Run(p.name, func(t *testing.T) {
			if e.dog.expired.Load() {
				t.Skip("an earlier proof has not come back")
			}
			e.dog.guard(t, func() { e.prove(t, p) })
		})
	}
}

// fewerCollections lets the garbage collector run less often: an exam allocates far
// more than it holds.
func fewerCollections() (restore func()) {
	was := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(was) }
}

// proof is something that must be true of every rulebook.
type proof struct {
	name string
	of   func(*exam)
}

var proofs = []proof{
	{"paths end", (*exam).pathsEnd},
	{"questions", (*exam).questions},
	{"resuming", (*exam).resuming},
	{"wrong tapes", (*exam).wrongTapes},
	{"folds", (*exam).folds},
	{"words", (*exam).words},
	{"results", (*exam).results},
	{"reports", (*exam).reports},
	{"odds", (*exam).odds},
	{"every throw", (*exam).everyThrow},
	{"parameters", (*exam).parameters},
	{"situation", (*exam).situation},
	{"panels", (*exam).panels},
	{"in force", (*exam).inForce},
	{"extremes", (*exam).extremes},
}

// exam is a rulebook under examination: proofs look at what its explorer tried.
type exam struct {
	t     T
	sys   *engine.System
	dog   *watchdog
	tried *explorer
	rnd   *rand.Rand     // begun anew for each proof
	more  map[string]int // failures of a kind so far

	unproved map[string]bool // what could not be compared

	// patience is about how long one proof goes on with the odds of a
	// rulebook, beyond the inputs that it always looks at.
	patience time.Duration
	whole    bool // every answer to a decision has its odds proved with each of those inputs, not the easy ones with the first
}

func newExam(t T, sys *engine.System, dog *watchdog) *exam {
	return &exam{t: t, sys: sys, dog: dog, tried: newExplorer(sys, dog), rnd: dice(), more: map[string]int{}, unproved: map[string]bool{}, patience: *patience, whole: true}
}

// dice are the same in every run, so that a failure can be repeated.
func dice() *rand.Rand { return rand.New(rand.NewPCG(20, 2)) }

func (e *exam) prove(t T, p proof) {
	t.Helper()
	e.t, e.rnd, e.more = t, dice(), map[string]int{} // each proof is a test of its own
	p.of(e)
	for _, kind := range sortedKeys(e.more) {
		if n := e.more[kind] - shown; n > 0 {
			action, _, _ := strings.Cut(kind, ":")
			t.Errorf("%s: and %d more like these", action, n)
		}
	}
}

// shown is how many failures of a kind are reported in full.
const shown = 2

// fail reports what is wrong with a trial, with a play to paste.
func (e *exam) fail(tr trial, tape []engine.Answer, format string, args ...any) {
	e.t.Helper()
	kind := tr.in.Action.ID + ": " + format
	if e.more[kind]++; e.more[kind] > shown {
		return
	}
	var step engine.Step
	if s, err := e.dog.run(tr.in, tape); err == nil && s.Open != nil {
		step = s
	}
	play := plays.Of(tr.in, tape, step).String()
	e.t.Errorf("%s: %s\n\t%s", tr, fmt.Sprintf(format, args...), strings.ReplaceAll(strings.TrimSpace(play), "\n", "\n\t"))
}

func (tr trial) String() string {
	return fmt.Sprintf("%s, %s", tr.in.Action.ID, cmp.Or(tr.name, "as it comes"))
}
