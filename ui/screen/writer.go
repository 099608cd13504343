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

	mu     sync.Mutex
	next   *frame // the newest that isn't sent
	orders []byte // sequences to be sent before it, all of them
	forget bool   // the terminal's content isn't known any more
	away   bool   // frames are kept back
	busy   bool   // a frame is on its way, or waits for it
	owed   bool   // a frame was refused meanwhile
	closed bool
	idle   []chan struct{}
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
	select {
	case w.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// show makes f the newest frame.
func (w *writer) show(f frame) { w.change(func() { w.next, w.busy = &f, true }) }

// ready reports whether a frame would be sent at once. It tells when one will, if
// not: nothing needs to be drawn for a terminal that takes nothing.
func (w *writer) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owed = w.busy && !w.away
	return !w.owed
}

// sent says that what was taken is out.
func (w *writer) sent() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = w.next != nil
	if w.owed && !w.busy {
		w.owed = false
		go w.free() // it may wait for this goroutine
	}
}

// order sends a sequence.
func (w *writer) order(seq string) { w.change(func() { w.orders = append(w.orders, seq...) }) }

// redraw makes the next frame a whole one.
func (w *writer) redraw() { w.change(func() { w.forget = true }) }

// enter sends a sequence, then frames.
func (w *writer) enter(seq string) {
	w.change(func() { w.orders, w.forget, w.away = append(w.orders, seq...), true, false })
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

// mostKept is how many bytes are kept for the next frame: most are much smaller
// than a whole one.
const mostKept = 4 << 10

func (w *writer) write() {
	var p Painter
	var orders []byte
	closed, failed := false, false
	for !closed {
		<-w.wake
		w.mu.Lock()
		f, idle := w.next, w.idle
		closed = w.closed
		orders, w.orders = append(orders[:0], w.orders...), w.orders[:0]
		if w.away {
			f = nil
		} else {
			w.next = nil
		}
		if w.forget {
			p.Forget()
		}
		w.forget, w.idle = false, nil
		w.mu.Unlock()
		var drawn []byte
		if f != nil {
			drawn = p.Frame(f.lines, f.w, f.h)
		}
		for _, out := range [][]byte{orders, drawn} {
			if len(out) > 0 && !failed {
				if _, err := w.out.Write(out); err != nil {
					failed = true
					w.lost(err)
				}
			}
		}
		if cap(drawn) > mostKept {
			p.out = nil
		}
		w.sent()
		for _, c := range idle {
			close(c)
		}
	}
}
