package enginetest

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// hang is how long the exam waits for a rule. Whatever it does between two calls
// of a watchdog takes a small part of that.
const hang = time.Minute

// watchdog notices a rule that neither ends nor asks. It must be called before a rule is run.
// If it was not called for as long as its limit, the work that it guards is abandoned, since a
// rule cannot be stopped from outside. A nil watchdog does nothing.
type watchdog struct {
	limit   time.Duration
	tick    func(time.Duration) <-chan time.Time
	n       atomic.Uint64 // how often it was called
	last    atomic.Pointer[task]
	expired atomic.Bool
	until   atomic.Int64 // when the present work ends, whether it has seen everything or not, in nanoseconds since 1970; 0: never
	late    atomic.Bool  // it has ended so
}

// task is what is being run, for the message.
type task struct {
	what string
	in   engine.Inputs
	tape []engine.Answer
}

func newWatchdog() *watchdog { return &watchdog{limit: hang, tick: time.After} }

// begin says that a task begins.
func (w *watchdog) begin(what string, in engine.Inputs, tape []engine.Answer) {
	if w == nil {
		return
	}
	w.last.Store(&task{what, in, tape})
	w.alive()
}

// alive says that the present task makes progress.
func (w *watchdog) alive() {
	if w == nil {
		return
	}
	if w.expired.Load() {
		runtime.Goexit() // the rule has ended after all, but the work was abandoned
	}
	if until := w.until.Load(); until > 0 && time.Now().UnixNano() > until {
		w.late.Store(true)
		runtime.Goexit()
	}
	w.n.Add(1)
}

// run is [engine.Run] under the watchdog.
func (w *watchdog) run(in engine.Inputs, tape []engine.Answer) (engine.Step, error) {
	w.begin("the rule", in, tape)
	return engine.Run(in, tape)
}

// within is guard for at most so long: it reports whether the work was done to its end.
func (w *watchdog) within(most time.Duration, t T, work func()) (whole, ok bool) {
	t.Helper()
	w.late.Store(false)
	w.until.Store(time.Now().Add(most).UnixNano())
	ok = w.guard(t, work)
	w.until.Store(0)
	return !w.late.Load(), ok
}

// guard does the work. It is false if the work was abandoned, in which case its goroutine goes
// on until the rule or the program ends.
func (w *watchdog) guard(t T, work func()) bool {
	t.Helper()
	name, done := make(chan string, 1), make(chan bool)
	go func() {
		defer close(done)
		name <- goroutine()
		work()
	}()
	working := <-name
	for seen := w.n.Load(); ; seen = w.n.Load() {
		select {
		case <-done:
			return true
		case <-w.tick(w.limit):
		}
		if w.n.Load() == seen {
			w.expired.Store(true)
			t.Errorf("%s", w.last.Load().stuck(w.limit, working))
			return false
		}
	}
}

// stuck says which rule neither ended nor asked, with a play to paste and the stack.
func (at *task) stuck(after time.Duration, working string) string {
	words := fmt.Sprintf("neither an end nor a question for %v", after)
	if at != nil {
		words = fmt.Sprintf("stuck in %s of %s: %s", at.what, at.in.System.ID, words)
	}
	if at != nil && at.in.Action != nil {
		words = at.in.Action.ID + ": " + words + "\n" + strings.TrimSpace(plays.Of(at.in, at.tape, engine.Step{}).String())
	}
	return strings.ReplaceAll(words+"\nThis is where it was:\n"+stackOf(working), "\n", "\n\t")
}

// goroutine gives the first words of the stack of this goroutine: "goroutine 7 ".
func goroutine() string {
	b := make([]byte, 64)
	words, _, _ := strings.Cut(string(b[:runtime.Stack(b, false)]), "[")
	return words
}

// stackOf is the stack of a goroutine.
func stackOf(name string) string {
	all := make([]byte, 1<<20)
	for one := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		if strings.HasPrefix(one, name) {
			return strings.TrimSpace(one)
		}
	}
	return "it has come back since"
}
