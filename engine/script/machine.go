package script

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"example.org/fray/engine"
)

// What a text may use at most. Steps are those of the interpreter, and for what takes
// longer than one step a guard adds as many as it takes. Neither is measured in time,
// so that a roll that was refused here is refused on every machine.
const (
	loadSteps  = 600_000    // to read the declarations: some 20 ms
	runSteps   = 200_000    // for one run of a rule: some 10 ms
	oddsSteps  = 60_000_000 // for all the runs of one count of odds: a second or two
	diceSteps  = 6_000_000  // for what one run makes of all the states of its dice
	showSteps  = 100_000    // to work out one number of a sheet that is only shown
	mostMemory = 4 << 20    // bytes that one run may ask for, all in all
)

// machine runs functions of a text.
type machine struct {
	book   *book
	thread *starlark.Thread
	roll   *engine.Roll // nil where no rule runs
	r      roll         // what the text calls r
	memory int          // bytes asked for so far
	dice   int          // steps for the states of dice in this run so far
	steps  int          // of all the runs of a count of odds so far
	inside string       // the word whose function runs, which must not throw: "read", "once", "derived"
	threw  []threw      // what the dice came to, for a rule that notes nothing
	noted  bool
	told   bool
	chains map[chain]*engine.DiceSequence[*reading]

	readings map[string]*reading // by their keys
	read     int                 // bytes that they take, roughly

	free []*call // done, and ready to be used again
}

// callOf gives the call of a word. A rule calls some twenty words in each of the many
// runs of a count of odds, so what is called then is used again.
func (m *machine) callOf(b *bound) *call {
	if n := len(m.free); n > 0 {
		c := m.free[n-1]
		m.free = m.free[:n-1]
		*c = call{m: m, on: b.on, word: b.word}
		return c
	}
	return &call{m: m, on: b.on, word: b.word}
}

// called takes a call back that is done. What is declared may be looked at again later.
func (m *machine) called(c *call) {
	if !m.book.loading() {
		m.free = append(m.free, c)
	}
}

// threw is what dice came to.
type threw struct {
	id    string
	came  string
	faces int // their sum
}

// bounded ends odds that take too many steps in all their runs together.
func (m *machine) bounded() {
	if m.steps > oddsSteps || m.dice > diceSteps {
		panic(&wrong{Fault{File: m.book.file, Words: fmt.Sprintf("the odds take more than %d steps, or %d for a single throw: work what does not depend on dice out in r.once", oddsSteps, diceSteps)}})
	}
}

// key under which a thread knows its machine.
const machineKey = "machine"

func (b *book) machine(steps uint64) *machine {
	m := &machine{book: b, thread: &starlark.Thread{Name: b.file}}
	m.thread.SetLocal(machineKey, m)
	m.thread.SetMaxExecutionSteps(steps)
	return m
}

// anew makes a machine ready for the next run of the same count of odds: a panic that
// went through its frames has left them in order.
func (m *machine) anew() {
	m.thread.Steps, m.memory, m.dice, m.inside = 0, 0, 0, ""
	m.threw, m.noted, m.told = nil, false, false
}

func machineOf(t *starlark.Thread) *machine { return t.Local(machineKey).(*machine) }

// call calls a function of the text. The error is a *Fault.
func (m *machine) call(fn starlark.Value, args ...starlark.Value) (starlark.Value, error) {
	v, err := starlark.Call(m.thread, fn, args, nil)
	if err != nil {
		return nil, m.book.explained(err)
	}
	return v, nil
}

// must is call where an error ends the run: what calls the engine's rule recovers it.
func (m *machine) must(fn starlark.Value, args ...starlark.Value) starlark.Value {
	v, err := m.call(fn, args...)
	if err != nil {
		panic(err)
	}
	return v
}

// errTooLong ends a run that takes too many steps.
var errTooLong = errors.New("this takes too many steps: a loop is too long")

// spend takes in work that takes longer than a step.
func (m *machine) spend(steps int) error {
	m.thread.Steps += uint64(max(steps, 0))
	return nil // the interpreter looks at its steps before the next one
}

// take takes in memory that is asked for, before it is.
func (m *machine) take(bytes int) error {
	const most = mostMemory
	if bytes < 0 || bytes > most || m.memory+bytes > most {
		return fmt.Errorf("this takes too much memory: %d bytes are the most", most)
	}
	m.memory += bytes
	return m.spend(bytes / 64)
}
