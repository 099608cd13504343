package screen

import (
	"runtime"
	"sync"
	"time"
)

// Scheduler decides when each of many screens of one process is drawn. A key is always
// answered at once. Where there are many screens, what others have done is drawn for one
// screen after the other, so that a processor stays free for keys. Drawing runs on a few
// workers, so that not every screen keeps the deep stack that it needs.
type Scheduler struct {
	idle chan *worker // those without work

	mu      sync.Mutex
	screens int
}

// manyScreens is the number of screens above which they take turns. The screens of one
// table may all draw at once.
const manyScreens = 32

// NewScheduler returns a scheduler without screens.
func NewScheduler() *Scheduler { return &Scheduler{idle: make(chan *worker, runtime.GOMAXPROCS(0))} }

// membership is a screen's part in a scheduler.
type membership struct {
	scheduler *Scheduler    // nil: the screen is alone
	waits     bool          // the screen has asked for a turn to draw
	left      chan struct{} // closed when the screen takes no more turns
}

// join adds a screen.
func (s *Scheduler) join() membership {
	s.addScreens(+1)
	return membership{scheduler: s, left: make(chan struct{})}
}

// leave removes the screen.
func (p *membership) leave() {
	close(p.left)
	p.scheduler.addScreens(-1)
}

// addScreens adds n screens, or removes them. The workers end with the last screen.
func (s *Scheduler) addScreens(n int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.screens += n; s.screens > 0 {
		return
	}
	for {
		select {
		case w := <-s.idle:
			close(w.work)
		default:
			return
		}
	}
}

// crowded reports whether the screens take turns.
func (s *Scheduler) crowded() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screens > manyScreens
}

// turnToDraw is the message that it is a screen's turn to draw. The screen closes it when
// it has drawn.
type turnToDraw chan struct{}

// longestTurn is how long a screen keeps its turn: one that is busy with something else
// must not hold up the others.
const longestTurn = 50 * time.Millisecond

// requestTurn has a turnToDraw sent when it is this screen's turn. It never waits.
func (r *root) requestTurn() {
	if r.membership.waits {
		return
	}
	r.membership.waits = true
	go func() {
		turn.lock(true)
		give := sync.OnceFunc(turn.unlock)
		defer give()
		defer time.AfterFunc(longestTurn, give).Stop()
		drawn := make(turnToDraw)
		r.program.Send(drawn)
		select {
		case <-drawn:
		case <-r.membership.left:
		}
	}()
}

// worker is a goroutine that runs the functions it is given.
type worker struct {
	work chan func()
	done chan struct{}
}

// do runs work on a worker, and waits for it. Without a scheduler it runs at once.
func (s *Scheduler) do(work func()) {
	if s == nil {
		work()
		return
	}
	var w *worker
	select {
	case w = <-s.idle:
	default:
		w = &worker{make(chan func()), make(chan struct{})}
		go w.run()
	}
	w.work <- work
	<-w.done
	select {
	case s.idle <- w:
	default:
		close(w.work)
	}
}

func (w *worker) run() {
	for work := range w.work {
		work()
		w.done <- struct{}{}
	}
}
