package serve

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// tuning holds how this process is tuned for its number of clients.
var tuning struct {
	sync.Mutex
	screens, streams, percent int
	large                     bool
}

// tuneFor tunes the process when the number of screens and of streams of pages changes by so
// many. Changing the settings stops the whole process for a moment, so it is done only at the
// thresholds.
//
// A screen keeps little memory and allocates much. With many screens half of the memory
// would be garbage, so it is collected more often; with few, and for pages, which keep less,
// that is not worth the time. During a collection no processor is idle, and then Go polls the
// network only every 10 ms. With one thread more than processors the system soon runs one that
// polls; with more of them, collecting takes the processors from other programs.
func tuneFor(screens, streams int) {
	const few, many, hundreds = 32, 100, 400
	c := &tuning
	c.Lock()
	defer c.Unlock()
	c.screens, c.streams = c.screens+screens, c.streams+streams
	percent := 200
	switch {
	case c.screens > hundreds: // else collecting would take half a processor
		percent = 100
	case c.screens > many:
		percent = 50
	case c.screens > few:
		percent = 100
	}
	if percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	large := c.screens+c.streams > few
	switch {
	case large && !c.large:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	case !large && c.large:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) - 1)
	}
	c.large = large
}
