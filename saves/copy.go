package saves

import (
	"context"
	"fmt"
	"time"
)

// atOnceCopied is how many lines are copied in one append.
const atOnceCopied = 500

// Copy copies a whole log into an empty one, each line with its hash. The errors are
// those of the two logs, that an event is lost, and ErrConflict where the other is not
// empty.
func Copy(ctx context.Context, from, to Log) error {
	var after, next uint64
	var lines []Line
	add := func() error {
		if len(lines) == 0 {
			return nil
		}
		hash := lines[len(lines)-1].Hash
		if err := to.Append(ctx, after, lines); err != nil {
			return err
		}
		if lines[len(lines)-1].Hash != hash {
			return fmt.Errorf("the copy of event %d has another hash than the event", next)
		}
		after, lines = next, nil
		return nil
	}
	for line, err := range from.Read(ctx, 0) {
		if err != nil {
			return err
		}
		if line.Body == nil {
			return fmt.Errorf("event %d is lost: a table is carried over only whole", line.Seq)
		}
		line.Body = append([]byte(nil), line.Body...)
		lines = append(lines, line)
		next = max(next, line.Seq)
		if len(lines) >= atOnceCopied {
			if err := add(); err != nil {
				return err
			}
		}
	}
	return add()
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
