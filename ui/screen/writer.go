package screen

import (
	"io"
	"sync"
	"time"
)

// frame is the lines that a terminal of w by h cells should show.
type frame struct {
	lines []string
	w, h  int
}

// writer sends frames and control sequences to a terminal, from a goroutine of its own.
type writer struct {
	out       io.Writer
	failed    func(error) // called once, when writing fails
	available func()      // called when a frame can be taken after ready has refused one
	wake      chan struct{}

	mu       sync.Mutex
	painter  Painter
	next     *frame // the newest, while it is not painted
	painted  []byte // the bytes that are not sent yet, in the memory of the painter
	controls []byte // control sequences to be sent before painted
	left     bool   // the terminal has been left: no frames are sent
	busy     bool   // painted bytes are being sent, or wait for that
	refused  bool   // ready has refused a frame since
	closed   bool
	flushed  []chan struct{}
}

func newWriter(out io.Writer, lost func(error), free func()) *writer {
	w := &writer{out: out, failed: lost, available: free, wake: make(chan struct{}, 1)}
	go w.write()
	return w
}

// update runs f with the lock held, and wakes the goroutine.
func (w *writer) update(f func()) {
	w.mu.Lock()
	f()
	w.mu.Unlock()
	w.wakeUp()
}

func (w *writer) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default: // it is awake already
	}
}

// show makes f the newest frame, in the place of one that was not painted yet.
func (w *writer) show(f frame) { w.update(func() { w.next = &f; w.paint() }) }

// paint turns the newest frame into bytes, unless others are being sent: both lie in the
// memory of the painter. It runs on the goroutine of whoever shows the frame; that of
// the writer only waits for the terminal.
func (w *writer) paint() {
	if w.next == nil || w.busy || w.left {
		return
	}
	w.painter.out = *bufferPool.Get().(*[]byte)
	w.painted = w.painter.Frame(w.next.lines, w.next.w, w.next.h)
	if w.next, w.busy = nil, w.painted != nil; !w.busy {
		w.release()
	}
}

// bufferPool holds the buffers in which frames are painted. All screens share them,
// since each needs one for a moment only.
var bufferPool = sync.Pool{New: func() any { return new([]byte) }}

// largestPooled is the size, in bytes, up to which a buffer is used again: most frames
// are much smaller than a whole one.
const largestPooled = 8 << 10

// release gives the painter's buffer back.
func (w *writer) release() {
	if out := w.painter.out; out != nil && cap(out) <= largestPooled {
		bufferPool.Put(&out)
	}
	w.painter.out = nil
}

// ready reports whether a frame would be sent at once. If not, available is called when
// one would: nothing needs to be drawn for a terminal that takes nothing.
func (w *writer) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refused = w.busy && !w.left
	return !w.refused
}

// sent ends the sending of what was painted, and begins with the next frame.
func (w *writer) sent() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.painted != nil {
		return // these bytes were painted meanwhile
	}
	w.release()
	w.busy = false
	if w.paint(); w.busy {
		w.wakeUp()
		return
	}
	if w.refused {
		w.refused = false
		go w.available() // which may wait for this goroutine
	}
}

// control sends a control sequence.
func (w *writer) control(seq string) { w.update(func() { w.controls = append(w.controls, seq...) }) }

// redraw makes the next frame a whole one.
func (w *writer) redraw() { w.update(w.painter.Forget) }

// enter sends a control sequence, and frames from then on.
func (w *writer) enter(seq string) {
	w.update(func() {
		w.controls, w.left = append(w.controls, seq...), false
		w.painter.Forget()
		w.paint()
	})
}

// leave sends a control sequence, and no more frames. It waits until the sequence has
// been sent, but no longer than limit: a stalled terminal may never take it.
func (w *writer) leave(seq string, limit time.Duration) {
	done := make(chan struct{})
	w.update(func() {
		w.controls, w.left, w.flushed = append(w.controls, seq...), true, append(w.flushed, done)
	})
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
}

// close ends the goroutine when it has sent what is waiting.
func (w *writer) close() { w.update(func() { w.closed = true }) }

func (w *writer) write() {
	var orders []byte
	closed, failed := false, false
	for !closed {
		<-w.wake
		w.mu.Lock()
		painted, idle := w.painted, w.flushed
		closed = w.closed
		orders, w.controls = append(orders[:0], w.controls...), w.controls[:0]
		if w.left {
			painted = nil
		}
		w.painted, w.flushed = nil, nil
		w.mu.Unlock()
		for _, out := range [][]byte{orders, painted} {
			if len(out) > 0 && !failed {
				if _, err := w.out.Write(out); err != nil {
					failed = true
					w.failed(err)
				}
			}
		}
		w.sent()
		for _, c := range idle {
			close(c)
		}
	}
}
