package screen

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// listener is a model that tells what becomes of it. The key n brings news, and b
// has it be busy for a while.
type listener struct {
	heard, drawn, busy chan struct{}
}

type news struct{}

func (listener) Init() tea.Cmd { return nil }

func (l listener) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch msg.String() {
		case "n":
			return l, func() tea.Msg { return news{} }
		case "b":
			<-l.busy
			<-l.busy
		case "q":
			return l, tea.Quit
		}
	case news:
		l.heard <- struct{}{}
	}
	return l, nil
}

func (l listener) View() string {
	l.drawn <- struct{}{}
	return "."
}

// TestTurns has many screens hear something while somebody else has the turn: none
// draws it, but each answers its keys; and when it is their turn, one of them is busy.
func TestTurns(t *testing.T) {
	type screen struct {
		listener
		keys  io.Writer
		ended chan error
	}
	scheduler := NewScheduler()
	var all []screen
	for range manyScreens + 1 {
		r, w := io.Pipe()
		s := screen{listener{make(chan struct{}, 9), make(chan struct{}, 9), make(chan struct{})}, w, make(chan error, 1)}
		all = append(all, s)
		go func() {
			s.ended <- Run(s.listener, Options{In: r, Out: io.Discard, Size: tea.WindowSizeMsg{Width: 1, Height: 1}, Scheduler: scheduler})
		}()
		<-s.drawn
	}
	press := func(s screen, key string) {
		t.Helper()
		if _, err := io.WriteString(s.keys, key); err != nil {
			t.Fatal(err)
		}
	}
	turn.lock(true)
	for _, s := range all {
		press(s, "n")
		<-s.drawn
		<-s.heard
	}
	for i, s := range all {
		press(s, "x")
		<-s.drawn
		if len(s.drawn) > 0 {
			t.Errorf("screen %d draws before its turn", i)
		}
	}
	press(all[0], "b")
	all[0].busy <- struct{}{}
	turn.unlock()
	for _, s := range all[1:] {
		<-s.drawn
	}
	all[0].busy <- struct{}{}
	<-all[0].drawn // what the key did
	<-all[0].drawn
	for i, s := range all {
		press(s, "q")
		if err := <-s.ended; err != nil {
			t.Error(err)
		}
		if len(s.drawn) > 1 { // the last key's, if at all
			t.Errorf("screen %d drew %d times more", i, len(s.drawn))
		}
	}
}

// TestScheduler has screens come and go, one of which breaks: nobody is left.
func TestScheduler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		scheduler := NewScheduler()
		a, b := start(t, Options{Scheduler: scheduler}, nil), start(t, Options{Scheduler: scheduler}, nil)
		a.press("a")
		b.press("!")
		if err := b.end(); err == nil {
			t.Error("it broke without a word")
		}
		pass(time.Second)
		a.press("b")
		if a.top() != "ab" {
			t.Errorf("shows %q", a.top())
		}
		a.press("q")
		if err := a.end(); err != nil {
			t.Error(err)
		}
	})
}
