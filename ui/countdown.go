package ui

import (
	"fmt"
	"time"

	"example.org/fray/model/scene"
	tea "github.com/charmbracelet/bubbletea"
)

// countdown is how long whoever sits here has to answer. The screen is drawn once a second
// while that runs, and not otherwise.
type countdown struct {
	until time.Time // zero: as long as they like
	waits bool      // for the next second
}

// second says that another second is over.
type second struct{}

// next has the screen drawn again in a second, where something runs.
func (c *countdown) next(m *Model) tea.Cmd {
	c.until = time.Time{}
	if m.plays() && len(m.table.State.Deadlines) > 0 {
		c.until, _ = scene.Deadline(m.table, m.seat)
	}
	if c.waits || !c.until.After(m.cfg.Now()) {
		return nil
	}
	c.waits = true
	return m.cfg.After(time.Second, second{})
}

// words say how long there is; "" where there is no end.
func (c *countdown) words(m *Model) string {
	left := c.until.Sub(m.cfg.Now())
	if c.until.IsZero() || left <= 0 {
		return ""
	}
	return fmt.Sprintf("%d s left", (left+time.Second-1)/time.Second)
}
