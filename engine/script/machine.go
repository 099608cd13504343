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
	loadSteps   = 600_000    // to read the declarations: some 20 ms
	runSteps    = 200_000    // for one run of a rule: some 10 ms
	rollSteps   = 40_000_000 // for all the runs of one roll, which runs again after each answer
	deriveSteps = 2_000_000  // to work out all derived numbers of a sheet
	showSteps   = 100_000    // to work out one number of a sheet that is only shown
	mostMemory  = 4 << 20    // bytes that one run may ask for, all in all

	diceSteps = 6_000_000 // of the interpreter, for what one run makes of all the states of its dice

	stepsInOne  = 4  // steps of the interpreter in one of the engine, see engine.Roll.Spend
	stepsOfCall = 15 // of the engine, to call a function for a state of the dice
)

// machine runs functions of a text.
type machine struct {
	book   *book
	thread *starlark.Thread
	roll   *engine.Roll // nil where no rule runs
	r      roll         // what the text calls r
	memory int          // bytes asked for so far
	inside string       // the word whose function runs, which must not throw: "read", "once", "derived"
	dice   int          // steps for the states of dice in this run so far
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

// spent tells the odds what the functions of the text have taken, and ends those that take too
// many steps in all their runs together.
func (m *machine) spent(steps uint64) {
	if !m.roll.Spend(int(steps)/stepsInOne) || m.dice > diceSteps {
		panic(&engine.TooLong{Words: "they take too many steps: work what does not depend on dice out in r.once, and merge what the rest depends on with r.merge"})
	}
}

// mostAnswers is how many throws and decisions a roll may ask for.
const mostAnswers = 1000

// asksTooMuch says why a rule may ask for nothing more, "" if it may. It runs again after each
// answer, so that all its runs together count.
func (m *machine) asksTooMuch() string {
	switch n := m.roll.Answered(); {
	case n >= mostAnswers:
		return fmt.Sprintf("this asks without end: %d throws and decisions are the most of one roll", mostAnswers)
	case m.thread.Steps*uint64(n+1) > rollSteps:
		return fmt.Sprintf("this takes too many steps in all %d throws and decisions of the roll", n)
	}
	return ""
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
