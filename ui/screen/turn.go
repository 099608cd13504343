package screen

import (
	"sync"
	"time"
)

// turn is held by the one screen of this process that does what no key waits for:
// it draws what others have done, or works something out. The other processors stay
// free for keys. As long as anybody can run on all of them, Go looks at the network
// every 10 ms at best.
var turn sync.Mutex

const (
	longestStretch = 2 * time.Millisecond // between two calls of yield that let others in
	pause          = time.Millisecond     // for which others are let in
)

// InTurn does work that no key waits for, when the screens that are being drawn have
// had their turn, and returns its result. The work calls yield now and then, so that
// others are let in during what takes long.
func InTurn[T any](work func(yield func()) T) T {
	time.Sleep(pause)
	turn.Lock()
	defer turn.Unlock()
	last := time.Now()
	return work(func() {
		if time.Since(last) < longestStretch {
			return
		}
		turn.Unlock()
		time.Sleep(pause)
		turn.Lock()
		last = time.Now()
	})
}
