package pane

import (
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
)

// Counting is a computation that runs behind the screen for an overlay. A new one stops the
// one before, whose result is dropped.
type Counting struct{ stop *atomic.Bool }

// Begin runs work on another goroutine. work calls stop now and then, which reports whether
// nobody waits for the result any more. then gets the result on the goroutine of the screen,
// and its intent may begin the next computation.
func Begin[T any](c *Counting, work func(stop func() bool) T, then func(T) Intent) Intent {
	c.Stop()
	mine := new(atomic.Bool)
	c.stop = mine
	return Fetch{
		Run: func() any { return work(mine.Load) },
		Then: func(_ Frame, got any) Intent {
			if c.stop != mine {
				return nil
			}
			c.stop = nil
			return then(got.(T))
		},
	}
}

// counts is the message with a result.
type counts struct {
	stop *atomic.Bool
	got  any
}

// Count runs work on another goroutine for an overlay that is a value: the result comes as a
// message, see [Counting.Took]. It stops the computation before.
func (c Counting) Count(work func(stop func() bool) any) (Counting, Intent) {
	c.Stop()
	mine := new(atomic.Bool)
	return Counting{mine}, Fetch{Run: func() any { return counts{mine, work(mine.Load)} }}
}

// Took is the result in a message; false for any other message.
func (c Counting) Took(msg tea.Msg) (got any, ok bool) {
	m, is := msg.(counts)
	return m.got, is && m.stop == c.stop
}

// Stop stops the computation that is running, if any.
func (c *Counting) Stop() {
	if c.stop != nil {
		c.stop.Store(true)
		c.stop = nil
	}
}

// Busy reports whether a computation is running.
func (c *Counting) Busy() bool { return c.stop != nil }
