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
	"example.org/fray/engine/playfile"
)

var patience = flag.Duration("patience", time.Second/2, "how long TestSystem goes on with one proof of the odds")

// TestSystem examines a rulebook, each proof as a test of its own.
func TestSystem(t *testing.T, sys *engine.System) {
	t.Helper()
	defer seldom()()
	e := examOf(sys)
	ok := t.Run("declarations", func(t *testing.T) { e.dog.guard(t, func() { declarations(t, sys) }) })
	if !ok || !e.dog.guard(t, e.explore) {
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

// seldom lets the collector run less often: an exam throws away far more than it
// holds.
func seldom() (restore func()) {
	was := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(was) }
}

// proof is one thing that must be true of every rulebook.
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

// exam is a rulebook under examination.
type exam struct {
	t       T
	sys     *engine.System
	rnd     *rand.Rand
	dog     *watchdog
	read    map[string]bool // action form path, and house path, that were read
	paths   []path
	endless map[*engine.Action]int // paths that found no end
	more    map[string]int         // failures of a kind so far

	// patience is about how long one proof goes on with the odds of a
	// rulebook, beyond the inputs that it always looks at.
	patience time.Duration
}

func examOf(sys *engine.System) *exam {
	return &exam{sys: sys, rnd: dice(), dog: newWatchdog(), read: map[string]bool{}, endless: map[*engine.Action]int{}, patience: *patience}
}

// explore takes every action through what it is tried with; the proofs look
// at what came of it.
func (e *exam) explore() {
	for _, a := range e.sys.Actions {
		for _, tr := range e.trials(a) {
			e.walk(tr)
		}
	}
	e.followUp()
	lived := e.lived()
	for _, a := range e.sys.Actions {
		for _, tr := range e.later(a, lived) {
			e.walk(tr)
		}
	}
}

// dice are the same in every run, so that a failure comes back.
func dice() *rand.Rand { return rand.New(rand.NewPCG(20, 2)) }

func (e *exam) prove(t T, p proof) {
	t.Helper()
	e.t, e.rnd, e.more = t, dice(), map[string]int{}
	p.of(e)
	for _, kind := range sortedKeys(e.more) {
		if n := e.more[kind] - shown; n > 0 {
			action, _, _ := strings.Cut(kind, ":")
			t.Errorf("%s: and %d more like these", action, n)
		}
	}
}

// shown is how many failures of a kind are told in full.
const shown = 2

// fail reports what went wrong, with a play to paste.
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
	play := playfile.Of(tr.in, tape, step).String()
	e.t.Errorf("%s: %s\n\t%s", tr, fmt.Sprintf(format, args...), strings.ReplaceAll(strings.TrimSpace(play), "\n", "\n\t"))
}

// path is one way through a rule, as far as it went.
type path struct {
	trial
	tape      []engine.Answer
	questions []engine.Question // what each answer answered
	end       engine.Step
	err       error // a refusal, or what broke
	endless   bool
	meddled   bool    // the rule changed the answers that it was given
	frugal    bool    // every decision took nothing
	chance    float64 // of these faces
}

// ended reports whether the rule came to an outcome.
func (p path) ended() bool { return p.err == nil && !p.endless }

// threw reports whether dice were thrown on the way.
func (p path) threw() bool {
	for _, q := range p.questions {
		if q.Wants == engine.Throwing {
			return true
		}
	}
	return false
}

// endings gives at most n paths of each action that came to an outcome.
func (e *exam) endings(n int) []path {
	var out []path
	count := map[string]int{}
	for _, p := range e.paths {
		if id := p.in.Action.ID; p.ended() && count[id] < n {
			count[id]++
			out = append(out, p)
		}
	}
	return out
}

func (tr trial) String() string {
	return fmt.Sprintf("%s, %s", tr.in.Action.ID, cmp.Or(tr.name, "as it comes"))
}
