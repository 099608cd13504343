package pane

import (
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
)

// Counting is the one thing that is being counted for an overlay. What is begun
// anew stops the one before, whose result is dropped.
type Counting struct{ stop *atomic.Bool }

// Begin has something counted behind the screen: work asks stop, from another
// goroutine, whether anybody still waits, and then takes in what it gave. What
// then gives may be the next count.
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

// counts is the message that brings what was counted.
type counts struct {
	stop *atomic.Bool
	got  any
}

// Count has something counted behind the screen for an overlay that is a value: what
// work gives comes as a message, see [Counting.Took]. What is begun anew stops the one
// before.
func (c Counting) Count(work func(stop func() bool) any) (Counting, Intent) {
	c.Stop()
	mine := new(atomic.Bool)
	return Counting{mine}, Fetch{Run: func() any { return counts{mine, work(mine.Load)} }}
}

// Took gives what was counted, from the message that brings it; false for any other
// message.
func (c Counting) Took(msg tea.Msg) (got any, ok bool) {
	m, is := msg.(counts)
	return m.got, is && m.stop == c.stop
}

// Stop lets go of what is being counted.
func (c *Counting) Stop() {
	if c.stop != nil {
		c.stop.Store(true)
		c.stop = nil
	}
}

// Busy reports whether something is being counted.
func (c *Counting) Busy() bool { return c.stop != nil }
