package saves

import (
	"context"
	"sync"
)

// Handle is what a log and records have in common wherever they lie: somebody has them
// open, until they close them.
type Handle struct {
	over   error
	closed chan struct{}
	once   sync.Once
}

// NewHandle gives an open handle. over is the error of using it after it was closed.
func NewHandle(over error) *Handle { return &Handle{over: over, closed: make(chan struct{})} }

// Usable is nil while the handle is open and the context has not ended.
func (h *Handle) Usable(ctx context.Context) error {
	select {
	case <-h.closed:
		return h.over
	default:
		return ctx.Err()
	}
}

// Closed gives a channel that is closed with the handle.
func (h *Handle) Closed() <-chan struct{} { return h.closed }

// Close closes the handle; closing again does nothing. It gives nil.
func (h *Handle) Close() error {
	h.once.Do(func() { close(h.closed) })
	return nil
}
