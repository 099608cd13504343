package enginetest

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
)

// A stuck thing comes back when the test lets it; until then it neither ends
// nor asks. The hourglass runs out when it has begun, not before.
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

// glass is an hourglass that runs out as soon as s has begun.
func (s *stuckThing) glass() *hourglass {
	return &hourglass{runs: hang, tick: func(time.Duration) <-chan time.Time {
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
			var h heard
			e := examOf(y.System)
			e.glass, e.patience = s.glass(), 0
			came := e.glass.beside(&h, func() {
				e.explore()
				for _, p := range proofs {
					e.prove(deaf{}, p)
				}
			})
			if came || len(h.lines) != 1 {
				t.Fatalf("it came back: %t, with the complaints %q", came, h.lines)
			}
			for _, want := range append(c.want, "neither an end nor a question for 1m0s", "loopForEver", "hourglass_test.go:") {
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
	play, err := playfile.Parse("toy.play", "system toy\nsheet Ash: strength 7\naction check difficulty=9\n= success")
	if err != nil {
		t.Fatal(err)
	}
	var h heard
	glass := s.glass()
	if glass.beside(&h, func() { perform(deaf{}, glass, y.System, play) }) || !h.has("strength 7") || !h.has("difficulty=9") {
		t.Errorf("got %q", h.lines)
	}
}

func TestWorkThatComesBackIsNotDisturbed(t *testing.T) {
	var h heard
	glass := newHourglass()
	for range 3 {
		done := false
		if !glass.beside(&h, func() { done = true }) || !done || h.lines != nil {
			t.Fatalf("done: %t, with the complaints %q", done, h.lines)
		}
	}
}

// Work that is slow and goes on is left alone, however often the sand runs
// through.
func TestSlowWorkIsNotGivenUp(t *testing.T) {
	var h heard
	ticks, worked := make(chan time.Time), make(chan bool)
	glass := &hourglass{runs: hang, tick: func(time.Duration) <-chan time.Time {
		worked <- true
		return ticks
	}}
	ok := glass.beside(&h, func() {
		for range 5 {
			<-worked
			glass.turn("the rule", engine.Inputs{System: newToy().System}, nil)
			ticks <- time.Time{}
		}
		<-worked
	})
	if !ok || h.lines != nil {
		t.Errorf("got %q", h.lines)
	}
}
