package saves

import (
	"context"
	"fmt"
	"sync/atomic"
)

// progress is how far the check of the log has come.
type progress struct {
	reached atomic.Uint64         // the event that was read last
	newest  atomic.Uint64         // the event that was the newest when it began
	failed  atomic.Pointer[error] // why it could not go on
}

// Inspect checks the whole log while the table is played. Damage is repaired by the log and
// reported in Findings. An unfinished check of an earlier run is continued. If ctx ends it,
// the next run continues it. The error is that the log could not be read.
func (l *Live) Inspect(ctx context.Context) error {
	from, err := l.index.Checked()
	newest := l.Now().Seq()
	if err != nil || from >= newest {
		from = 0
	}
	p := l.check.Load()
	p.reached.Store(from)
	p.newest.Store(newest)
	for line, err := range l.log.Read(ctx, from) {
		if err != nil {
			if ctx.Err() == nil {
				p.failed.Store(&err)
				l.watch.Tell()
			}
			if ctx.Err() != nil && l.Why() == nil {
				_ = l.index.SetChecked(p.reached.Load()) // it begins anew, then
			}
			return err
		}
		if line.Seq > 0 {
			p.reached.Store(line.Seq)
		}
	}
	p.reached.Store(newest)
	if from > 0 && l.Why() == nil {
		return l.index.SetChecked(0)
	}
	return nil
}

// Unchecked returns a sentence if the check of the log is not finished, else "". What it met is
// among the findings.
func (l *Live) Unchecked() string {
	p := l.check.Load()
	if p.failed.Load() != nil {
		return ""
	}
	reached, newest := p.reached.Load(), p.newest.Load()
	if reached >= newest {
		return ""
	}
	return fmt.Sprintf("The check of the log came to event %d of %d; the next time the table is opened it goes on from there.", reached, newest)
}

// unread says, in sentences, where the log could not be read, and why.
func (l *Live) unread() (out []string) {
	p := l.check.Load()
	if err := p.failed.Load(); err != nil {
		out = append(out, fmt.Sprintf("The check of the log could not go on behind event %d: %v.", p.reached.Load(), *err))
	}
	if err := l.reader.failed.Load(); err != nil {
		out = append(out, fmt.Sprintf("A part of the log could not be read: %v.", *err))
	}
	return out
}
