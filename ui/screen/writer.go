package screen

import (
	"io"
	"sync"
	"time"
)

// frame is what a terminal should show.
type frame struct {
	lines []string
	w, h  int
}

// writer sends frames and orders to a terminal, from its own goroutine.
type writer struct {
	out  io.Writer
	lost func(error) // told once, when writing fails
	free func()      // told when a frame may come that was refused
	wake chan struct{}

	mu      sync.Mutex
	painter Painter
	next    *frame // the newest that isn't painted
	painted []byte // what isn't sent; the painter's
	orders  []byte // sequences to be sent before it, all of them
	away    bool   // frames are kept back
	busy    bool   // what was painted is on its way, or waits for it
	owed    bool   // a frame was refused meanwhile
	closed  bool
	idle    []chan struct{}
}

func newWriter(out io.Writer, lost func(error), free func()) *writer {
	w := &writer{out: out, lost: lost, free: free, wake: make(chan struct{}, 1)}
	go w.write()
	return w
}

// change alters what is to be sent, and wakes the goroutine.
func (w *writer) change(f func()) {
	w.mu.Lock()
	f()
	w.mu.Unlock()
	w.stir()
}

func (w *writer) stir() {
	select {
	case w.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// show makes f the newest frame.
func (w *writer) show(f frame) { w.change(func() { w.next = &f; w.paint() }) }

// paint makes bytes of the newest frame, by whoever shows it: the goroutine does
// nothing but wait for the terminal. What is on its way is the painter's too.
func (w *writer) paint() {
	if w.next == nil || w.busy || w.away {
		return
	}
	w.painter.out = *papers.Get().(*[]byte)
	w.painted = w.painter.Frame(w.next.lines, w.next.w, w.next.h)
	if w.next, w.busy = nil, w.painted != nil; !w.busy {
		w.rest()
	}
}

// papers are what is painted on: of all screens, since each needs one for a moment
// only.
var papers = sync.Pool{New: func() any { return new([]byte) }}

// mostKept is how many bytes a paper has that is used again: most frames are much
// smaller than a whole one.
const mostKept = 8 << 10

// rest lets go of what was painted on.
func (w *writer) rest() {
	if out := w.painter.out; out != nil && cap(out) <= mostKept {
		papers.Put(&out)
	}
	w.painter.out = nil
}

// ready reports whether a frame would be sent at once. It tells when one will, if
// not: nothing needs to be drawn for a terminal that takes nothing.
func (w *writer) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owed = w.busy && !w.away
	return !w.owed
}

// sent says that what was painted is out.
func (w *writer) sent() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.painted != nil {
		return // it was painted after
	}
	w.rest()
	w.busy = false
	if w.paint(); w.busy {
		w.stir()
		return
	}
	if w.owed {
		w.owed = false
		go w.free() // it may wait for this goroutine
	}
}

// order sends a sequence.
func (w *writer) order(seq string) { w.change(func() { w.orders = append(w.orders, seq...) }) }

// redraw makes the next frame a whole one.
func (w *writer) redraw() { w.change(w.painter.Forget) }

// enter sends a sequence, then frames.
func (w *writer) enter(seq string) {
	w.change(func() {
		w.orders, w.away = append(w.orders, seq...), false
		w.painter.Forget()
		w.paint()
	})
}

// leave sends a sequence and no more frames. It waits until the sequence is
// out, at most for limit: a stalled terminal may never take it.
func (w *writer) leave(seq string, limit time.Duration) {
	done := make(chan struct{})
	w.change(func() {
		w.orders, w.away, w.idle = append(w.orders, seq...), true, append(w.idle, done)
	})
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
}

// close ends the goroutine, once it has sent what it has.
func (w *writer) close() { w.change(func() { w.closed = true }) }

func (w *writer) write() {
	var orders []byte
	closed, failed := false, false
	for !closed {
		<-w.wake
		w.mu.Lock()
		painted, idle := w.painted, w.idle
		closed = w.closed
		orders, w.orders = append(orders[:0], w.orders...), w.orders[:0]
		if w.away {
			painted = nil
		}
		w.painted, w.idle = nil, nil
		w.mu.Unlock()
		for _, out := range [][]byte{orders, painted} {
			if len(out) > 0 && !failed {
				if _, err := w.out.Write(out); err != nil {
					failed = true
					w.lost(err)
				}
			}
		}
		w.sent()
		for _, c := range idle {
			close(c)
		}
	}
}
