package screen

import (
	"runtime"
	"sync"
	"time"

	"example.org/fray/ui/turn"
)

// Scheduler says when each of many screens of one process is drawn. A key is answered at once.
// What others have done is drawn for one screen after the other, when there are
// many: whatever many draw at the same moment, a key finds a processor that is
// free, without which nobody would even look whether one has come. And the deep
// stack that drawing takes is that of a few workers, not one of each screen.
type Scheduler struct {
	idle chan *worker

	mu      sync.Mutex
	screens int
}

// crowd is how many screens are many. All of one table may draw at once.
const crowd = 32

// NewScheduler gives one without screens.
func NewScheduler() *Scheduler { return &Scheduler{idle: make(chan *worker, runtime.GOMAXPROCS(0))} }

// place is what a screen has of its scheduler.
type place struct {
	scheduler *Scheduler    // nil: it is alone
	asked     bool          // for a turn to draw
	gone      chan struct{} // closed when it takes no more turns
}

// sit counts a screen in.
func (d *Scheduler) sit() place {
	d.counts(+1)
	return place{scheduler: d, gone: make(chan struct{})}
}

// leave gives the place up.
func (p *place) leave() {
	close(p.gone)
	p.scheduler.counts(-1)
}

// counts counts a screen more or less. The last has the workers go.
func (d *Scheduler) counts(n int) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.screens += n; d.screens > 0 {
		return
	}
	for {
		select {
		case h := <-d.idle:
			close(h.work)
		default:
			return
		}
	}
}

// crowded reports whether there are many screens.
func (d *Scheduler) crowded() bool {
	if d == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.screens > crowd
}

// drawNow is the message that it is a screen's turn to draw. It is closed when it has.
type drawNow chan struct{}

// longestTurn is how long a screen has its turn: one that is busy with something else
// holds nobody up.
const longestTurn = 50 * time.Millisecond

// ask has a screen told when it is its turn. It never waits.
func (r *root) ask() {
	if r.place.asked {
		return
	}
	r.place.asked = true
	go func() {
		turn.Take()
		give := sync.OnceFunc(turn.Give)
		defer give()
		defer time.AfterFunc(longestTurn, give).Stop()
		drawn := make(drawNow)
		r.program.Send(drawn)
		select {
		case <-drawn:
		case <-r.place.gone:
		}
	}()
}

// worker is a goroutine that does what it is given.
type worker struct {
	work chan func()
	done chan struct{}
}

// do has something done by a worker, and waits for it.
func (d *Scheduler) do(work func()) {
	if d == nil {
		work()
		return
	}
	var h *worker
	select {
	case h = <-d.idle:
	default:
		h = &worker{make(chan func()), make(chan struct{})}
		go h.works()
	}
	h.work <- work
	<-h.done
	select {
	case d.idle <- h:
	default:
		close(h.work)
	}
}

func (h *worker) works() {
	for work := range h.work {
		work()
		h.done <- struct{}{}
	}
}
