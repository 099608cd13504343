package simulate

import (
	"context"
	"runtime"
	"sync"
)

// Play plays the fights with the numbers from first to last-1 and adds them to f, as many
// in parallel as there are processors. It stops early when ctx ends. The order in which
// they are added does not matter.
func (x *Simulation) Play(ctx context.Context, f *Forecast, first, last int) {
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
