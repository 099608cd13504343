package saves

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"

	"example.org/fray/model"
)

// entry is an event with its line. Without a body it is lost.
type entry struct {
	model.Event
	Line
}

// events reads the events behind one, each with its salt, and those that are lost.
func events(ctx context.Context, log Log, after uint64) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for e, err := range entries(ctx, log, after) {
			if (err != nil || e.Line.Seq > 0) && !yield(e, err) {
				return
			}
		}
	}
}

// entries reads what stands behind an event: the events as [events] does, and the lines
// that are none, which have a line alone.
func entries(ctx context.Context, log Log, after uint64) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		var salt model.Salt
		behind := after == 0
		for line, err := range log.Read(ctx, max(after, 1)-1) {
			if err != nil {
				yield(entry{}, err)
				return
			}
			e := entry{Line: line}
			switch {
			case line.Seq == 0:
				if behind && !yield(e, nil) {
					return
				}
				continue
			case line.Seq > after:
				if line.Body != nil {
					e.Event, err = readEvent(log.Path(), line)
					e.Salt = salt
				}
				if !yield(e, err) || err != nil {
					return
				}
			}
			behind = behind || line.Seq == after
			salt = saltAfter(line)
		}
	}
}

// eventsBehind reads the events behind one that was read before. Where another line
// stands there now, the error is errOther.
func eventsBehind(ctx context.Context, log Log, at Reached) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for e, err := range events(ctx, log, max(at.Seq, 1)-1) {
			if err == nil && e.Line.Seq == at.Seq && e.Hash != at.Hash {
				err = errOther
			}
			if err == nil && e.Line.Seq <= at.Seq {
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func readEvent(path string, line Line) (e model.Event, err error) {
	err = e.UnmarshalJSON(line.Body)
	switch {
	case err != nil:
		return e, &Damaged{Path: path, What: fmt.Sprintf("event %d cannot be read: %.80v", line.Seq, err), Err: err}
	case e.Seq != line.Seq:
		return e, &Damaged{Path: path, What: fmt.Sprintf("event %d calls itself %d", line.Seq, e.Seq)}
	}
	return e, nil
}

// saltAfter gives the salt of the event behind one with a line. It is made from the
// line's hash and its body, and not from the hash alone, which every seat may get to
// know (see [Live.Seal]). The first event has no salt: it makes no ids.
func saltAfter(l Line) model.Salt {
	if l.Seq == 0 {
		return model.Salt{}
	}
	h := sha256.New()
	h.Write([]byte("fray: salt\x00"))
	h.Write(l.Hash[:])
	h.Write(l.Body)
	return model.Salt(h.Sum(nil))
}
