package enginetest

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// A stuckThing neither ends nor asks until the test lets it go. Its watchdog
// expires as soon as it has begun.
type stuckThing struct {
	begun atomic.Bool
	at    chan bool // closed when it has begun
	let   atomic.Bool
}

func newStuck(t *testing.T) *stuckThing {
	s := &stuckThing{at: make(chan bool)}
	t.Cleanup(func() { s.let.Store(true) })
	return s
}

func (s *stuckThing) loopForEver() {
	if !s.begun.Swap(true) {
		close(s.at)
	}
	for !s.let.Load() {
	}
	runtime.Goexit()
}

// dog is a watchdog that expires as soon as s has begun.
func (s *stuckThing) dog() *watchdog {
	return &watchdog{limit: hang, tick: func(time.Duration) <-chan time.Time {
		<-s.at
		now := make(chan time.Time, 1)
		now <- time.Time{}
		return now
	}}
}

func TestWhatNeitherEndsNorAsksIsReported(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(y *toy, s *stuckThing)
		want []string
	}{
		{"a rule", func(y *toy, s *stuckThing) {
			rule(func(*toy, *engine.Roll) engine.Outcome { s.loopForEver(); return engine.Outcome{} })(y)
		}, []string{"check: stuck in the rule of toy", "system toy", "action check"}},
		{"a rule after some dice", func(y *toy, s *stuckThing) {
			after(func(*toy, *engine.Roll, *engine.Outcome) { s.loopForEver() })(y)
		}, []string{"check: stuck in the rule of toy", "\n\t  dice    2d6  "}},
		{"a rule, while its odds are counted", func(y *toy, s *stuckThing) {
			after(func(_ *toy, r *engine.Roll, _ *engine.Outcome) {
				if !notesOf(r) {
					s.loopForEver()
				}
			})(y)
		}, []string{"check: stuck in the odds of toy", "action check"}},
		{"a panel", func(y *toy, s *stuckThing) {
			y.Views.Panel = func(engine.View) []engine.Block { s.loopForEver(); return nil }
		}, []string{"stuck in the panel of toy"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			y, s := newToy(), newStuck(t)
			c.harm(y, s)
			var h recorder
			e := newExam(nil, y.System, s.dog())
			e.patience = 0
			came := e.dog.guard(&h, func() {
				e.tried.explore()
				for _, p := range proofs {
					e.prove(discard{}, p)
				}
			})
			if came || len(h.lines) != 1 {
				t.Fatalf("it came back: %t, with the complaints %q", came, h.lines)
			}
			for _, want := range append(c.want, "neither an end nor a question for 1m0s", "loopForEver", "watchdog_test.go:") {
				if !strings.Contains(h.lines[0], want) {
					t.Errorf("the complaint has no %q:\n%s", want, h.lines[0])
				}
			}
		})
	}
}

// notesOf reports whether anybody reads the notes of a roll: nobody does while
// odds are counted.
func notesOf(r *engine.Roll) bool {
	var s spy
	r.Note("%s", &s)
	return s.seen
}

func TestAPlayThatGetsStuckIsReported(t *testing.T) {
	y, s := newToy(), newStuck(t)
	rule(func(*toy, *engine.Roll) engine.Outcome { s.loopForEver(); return engine.Outcome{} })(y)
	play, err := plays.Parse("toy.play", "system toy\nsheet Ash: strength 7\naction check difficulty=9\n= success")
	if err != nil {
		t.Fatal(err)
	}
	var h recorder
	dog := s.dog()
	if dog.guard(&h, func() { runPlay(discard{}, dog, y.System, play) }) || !h.has("strength 7") || !h.has("difficulty=9") {
		t.Errorf("got %q", h.lines)
	}
}

func TestWorkThatComesBackIsNotDisturbed(t *testing.T) {
	var h recorder
	dog := newWatchdog()
	for range 3 {
		done := false
		if !dog.guard(&h, func() { done = true }) || !done || h.lines != nil {
			t.Fatalf("done: %t, with the complaints %q", done, h.lines)
		}
	}
}

// Work that is slow and makes progress is left alone, however often the limit
// passes.
func TestSlowWorkIsNotGivenUp(t *testing.T) {
	var h recorder
	ticks, worked := make(chan time.Time), make(chan bool)
	dog := &watchdog{limit: hang, tick: func(time.Duration) <-chan time.Time {
		worked <- true
		return ticks
	}}
	ok := dog.guard(&h, func() {
		for range 5 {
			<-worked
			dog.begin("the rule", engine.Inputs{System: newToy().System}, nil)
			ticks <- time.Time{}
		}
		<-worked
	})
	if !ok || h.lines != nil {
		t.Errorf("got %q", h.lines)
	}
}
