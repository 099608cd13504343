package screen

import (
	"sync"
	"time"
)

// turn is held by the one screen of this process that does what no key waits for:
// it draws what others have done, or works something out. The other processors stay
// free for keys. As long as anybody can run on all of them, Go looks at the network
// every 10 ms at best.
var turn turns

// turns is a lock that whoever draws gets before whoever works something out: a frame
// that shows what has happened must not wait for the odds of hundreds of other screens.
// Among equals, whoever came first gets it first.
type turns struct {
	mu              sync.Mutex
	held            bool
	drawers, others []chan struct{} // who waits; closed when it is their turn
}

func (t *turns) lock(drawer bool) {
	t.mu.Lock()
	if !t.held {
		t.held = true
		t.mu.Unlock()
		return
	}
	waiting := &t.others
	if drawer {
		waiting = &t.drawers
	}
	now := make(chan struct{})
	*waiting = append(*waiting, now)
	t.mu.Unlock()
	<-now
}

func (t *turns) unlock() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, waiting := range []*[]chan struct{}{&t.drawers, &t.others} {
		if len(*waiting) > 0 {
			close((*waiting)[0])
			*waiting = (*waiting)[1:]
			return
		}
	}
	t.held = false
}

const (
	longestStretch = 2 * time.Millisecond // between two calls of yield that let others in
	pause          = time.Millisecond     // for which others are let in
)

// InTurn does work that no key waits for, when the screens that are being drawn have
// had their turn, and returns its result. The work calls yield now and then, so that
// others are let in during what takes long.
func InTurn[T any](work func(yield func()) T) T {
	time.Sleep(pause)
	turn.lock(false)
	defer turn.unlock()
	last := time.Now()
	return work(func() {
		if time.Since(last) < longestStretch {
			return
		}
		turn.unlock()
		time.Sleep(pause)
		turn.lock(false)
		last = time.Now()
	})
}
