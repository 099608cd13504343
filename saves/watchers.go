package saves

import (
	"context"
	"sync"
)

// Watchers are those who want to know that something has changed. The zero value
// is ready; its methods may be called from any goroutine.
type Watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

// Add gives a channel that receives after a change, once for any number of
// changes that nobody looked at. cancel closes it, so that whoever waits goes on.
func (w *Watchers) Add() (changed <-chan struct{}, cancel func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[chan struct{}]bool{}
	}
	ch := make(chan struct{}, 1)
	w.all[ch] = true
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.all[ch] {
			delete(w.all, ch)
			close(ch)
		}
	}
}

// Until is Add, until a context ends or something is closed.
func (w *Watchers) Until(ctx context.Context, closed <-chan struct{}) <-chan struct{} {
	changed, cancel := w.Add()
	go func() {
		select {
		case <-ctx.Done():
		case <-closed:
		}
		cancel()
	}()
	return changed
}

// Tell says that something has changed. It waits for nobody.
func (w *Watchers) Tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
