package saves

import (
	"bytes"
	"context"
	"errors"
	"time"
)

// atOnceCopied is how many lines are copied in one append.
const atOnceCopied = 500

// Copy copies a whole log into an empty one, each line with its hash. Where events are lost, a
// line of the copy says which. The errors are those of the two logs, and ErrConflict where the
// other is not empty.
func Copy(ctx context.Context, from, to Log) error {
	c := copying{ctx: ctx, to: to}
	for line, err := range from.Read(ctx, 0) {
		if err == nil {
			err = c.line(line)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(c.miss(), c.flush())
}

// copying is a log that is copied.
type copying struct {
	ctx    context.Context
	to     Log
	lines  []Line // that wait
	newest uint64 // number of the newest event, in all
	after  uint64 // of the newest that was appended
	last   Hash   // of the last line
	lost   *Lost  // events that are missing behind it
}

func (c *copying) line(l Line) error {
	if l.Body == nil {
		if c.lost == nil {
			c.lost = &Lost{First: l.Seq}
		}
		c.lost.Last, c.lost.Next = l.Seq, l.Hash.String()
		return nil
	}
	if err := c.miss(); err != nil {
		return err
	}
	l.Body = bytes.Clone(l.Body)
	_, hash := Seal(c.last, l.Body)
	if err := c.add(l, hash, max(c.newest, l.Seq)); err != nil || hash == l.Hash {
		return err
	}
	// It cannot be proved, since the line before is lost: what comes behind follows its own hash.
	c.lost = &Lost{First: c.newest + 1, Last: c.newest, Next: l.Hash.String()}
	return c.miss()
}

// miss adds a line for the events that are missing.
func (c *copying) miss() error {
	g := c.lost
	if g == nil {
		return nil
	}
	c.lost = nil
	return c.add(Line{Body: g.Body()}, g.Behind(), g.Last)
}

func (c *copying) add(l Line, last Hash, newest uint64) error {
	c.lines, c.last, c.newest = append(c.lines, l), last, newest
	if len(c.lines) >= atOnceCopied {
		return c.flush()
	}
	return nil
}

// flush appends the lines that wait.
func (c *copying) flush() error {
	if len(c.lines) == 0 {
		return nil
	}
	err := c.to.Append(c.ctx, c.after, c.lines)
	c.after, c.lines = c.newest, nil
	return err
}

// lasting are the kinds of records that belong to a table wherever it is served, and how
// long those that were copied are kept; 0: until they are taken.
var lasting = map[Kind]time.Duration{
	KeyRecords: 0, PreferenceRecords: 0, PlaceRecords: 0, SeenRecords: 0,
	InviteRecords: 31 * 24 * time.Hour, // each says itself until when it is valid
}

// CopyRecords copies from one place to another what belongs to the table wherever it is
// served: keys, invites, preferences and places.
func CopyRecords(ctx context.Context, from, to Records) error {
	for kind, lasts := range lasting {
		all, err := from.List(ctx, kind)
		if err != nil {
			return err
		}
		for id, body := range all {
			if err := to.Put(ctx, kind, id, body, lasts); err != nil {
				return err
			}
		}
	}
	return nil
}
