package simulate

import (
	"context"
	"runtime"
	"sync"
)

// Play adds the fights with the numbers from first to last-1 to a forecast, as many at once
// as there are processors. It stops early when ctx ends. Which fights were added first
// makes no difference.
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
