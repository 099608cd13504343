package simulate

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Play plays the fights with the numbers from first to last-1 and adds them to f, as many
// in parallel as there are processors. It stops early when ctx ends. The order in which
// they are added does not matter.
func (x *Simulation) Play(ctx context.Context, f *Forecast, first, last int) {
	garbage.more()
	defer garbage.asBefore()
	numbers := make(chan int)
	ended := make(chan Ended)
	var players sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		players.Go(func() {
			for n := range numbers {
				ended <- x.Fight(n)
			}
		})
	}
	go func() {
		defer func() { close(numbers); players.Wait(); close(ended) }()
		for n := first; n < last; n++ {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	for e := range ended {
		f.Add(e)
	}
}

// garbage lets the program collect it less often while fights are played anywhere: they hold
// little, and throw so much away that a third of the time would go into collecting it.
var garbage collected

type collected struct {
	sync.Mutex
	users  int
	before int // the percentage at other times; 0 if it was not changed
}

// lessOften is the percentage by which the heap may grow until garbage is collected, in a
// program that holds no more than holdsLittle bytes.
const (
	lessOften   = 400
	holdsLittle = 64 << 20
)

func (c *collected) more() {
	c.Lock()
	defer c.Unlock()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	if metrics.Read(live); c.users == 0 && live[0].Value.Uint64() <= holdsLittle {
		c.before = debug.SetGCPercent(lessOften)
	}
	c.users++
}

func (c *collected) asBefore() {
	c.Lock()
	defer c.Unlock()
	if c.users--; c.users > 0 || c.before == 0 {
		return
	}
	if now := debug.SetGCPercent(c.before); now != lessOften { // somebody has set another meanwhile
		debug.SetGCPercent(now)
	}
	c.before = 0
}
