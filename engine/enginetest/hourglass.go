package enginetest

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
)

// hang is far longer than anything takes that the exam does between two turns
// of the hourglass.
const hang = time.Minute

// hourglass notices a rule that neither ends nor asks. Whatever runs a rule
// turns it first; work during which nothing turned it for so long is given up,
// for a rule cannot be stopped from outside. It measures nothing else.
type hourglass struct {
	runs time.Duration
	tick func(time.Duration) <-chan time.Time
	n    atomic.Uint64 // how often it was turned
	last atomic.Pointer[turned]
	out  atomic.Bool
}

// turned is what is being done.
type turned struct {
	what string
	in   engine.Inputs
	tape []engine.Answer
}

func newHourglass() *hourglass { return &hourglass{runs: hang, tick: time.After} }

func (h *hourglass) turn(what string, in engine.Inputs, tape []engine.Answer) {
	if h == nil {
		return
	}
	h.last.Store(&turned{what, in, tape})
	h.again()
}

// again turns it for more of the same.
func (h *hourglass) again() {
	if h == nil {
		return
	}
	if h.out.Load() {
		runtime.Goexit() // it came back after all, and nobody waits any more
	}
	h.n.Add(1)
}

// run is [engine.Run] beside the hourglass.
func (h *hourglass) run(in engine.Inputs, tape []engine.Answer) (engine.Step, error) {
	h.turn("the rule", in, tape)
	return engine.Run(in, tape)
}

// beside does the work. It is false when that was given up; then the work
// still goes on, and never comes back.
func (h *hourglass) beside(t T, work func()) bool {
	t.Helper()
	name, done := make(chan string, 1), make(chan bool)
	go func() {
		defer close(done)
		name <- goroutine()
		work()
	}()
	working := <-name
	for seen := h.n.Load(); ; seen = h.n.Load() {
		select {
		case <-done:
			return true
		case <-h.tick(h.runs):
		}
		if h.n.Load() == seen {
			h.out.Store(true)
			t.Errorf("%s", h.last.Load().stuck(h.runs, working))
			return false
		}
	}
}

// stuck says what neither ended nor asked, with a play to paste and the stack.
func (at *turned) stuck(after time.Duration, working string) string {
	words := fmt.Sprintf("neither an end nor a question for %v", after)
	if at != nil {
		words = fmt.Sprintf("stuck in %s of %s: %s", at.what, at.in.System.ID, words)
	}
	if at != nil && at.in.Action != nil {
		words = at.in.Action.ID + ": " + words + "\n" + strings.TrimSpace(playfile.Of(at.in, at.tape, engine.Step{}).String())
	}
	return strings.ReplaceAll(words+"\nThis is where it was:\n"+stackOf(working), "\n", "\n\t")
}

// goroutine is what heads the stack of the present one: "goroutine 7 ".
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
