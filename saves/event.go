package saves

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"runtime"

	"example.org/fray/model"
)

// entry is an event with its line. Without a body it is lost.
type entry struct {
	model.Event
	Line
}

// events reads the events after one, each with its salt. Lost ones have no body.
func events(ctx context.Context, log Log, after uint64) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for e, err := range entries(ctx, log, after) {
			if (err != nil || e.Line.Seq > 0) && !yield(e, err) {
				return
			}
		}
	}
}

// entries reads all lines after an event: events as [events] does, and lines that are no
// events, which have a Line and no Event.
func entries(ctx context.Context, log Log, after uint64) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		var before Line
		behind := after == 0
		for line, err := range log.Read(ctx, max(after, 1)-1) {
			if err != nil {
				yield(entry{}, err)
				return
			}
			if line.Seq == 0 {
				if behind && !yield(entry{Line: line}, nil) {
					return
				}
				continue
			}
			if line.Seq > after {
				e, err := decode(log.Path(), before, line)
				if !yield(e, err) || err != nil {
					return
				}
			}
			behind, before = behind || line.Seq == after, line
		}
	}
}

// decode reads the event of a line. before is the line of the event before it.
func decode(path string, before, line Line) (e entry, err error) {
	e.Line = line
	if line.Body != nil {
		e.Event, err = readEvent(path, line)
		e.Salt, e.ShortHash = saltAfter(before), line.Hash.Short()
	}
	return e, err
}

// decodedTogether is how many lines one goroutine decodes at a time.
const decodedTogether = 128

// manyEvents is [events] for callers that want most of a long log: lines are read ahead and
// decoded on all processors.
func manyEvents(ctx context.Context, log Log, after uint64) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		type decoded struct {
			all []entry
			err error // of what follows them
		}
		var ahead []chan decoded // in the order of the log
		giveFirst := func() bool {
			d := <-ahead[0]
			ahead = ahead[1:]
			for _, e := range d.all {
				if !yield(e, nil) {
					return false
				}
			}
			if d.err != nil {
				yield(entry{}, d.err)
			}
			return d.err == nil
		}
		lines := []Line{{}} // the line before, and those to be decoded
		start := func(err error) {
			out, some := make(chan decoded, 1), lines
			go func() {
				d := decoded{all: make([]entry, 0, len(some))}
				for i := 1; i < len(some) && d.err == nil; i++ {
					var e entry
					if e, d.err = decode(log.Path(), some[i-1], some[i]); d.err == nil {
						d.all = append(d.all, e)
					}
				}
				d.err = cmp.Or(d.err, err)
				out <- d
			}()
			ahead, lines = append(ahead, out), []Line{some[len(some)-1]}
		}
		for line, err := range log.Read(ctx, max(after, 1)-1) {
			switch {
			case err != nil:
				start(err)
			case line.Seq == 0:
			case line.Seq <= after:
				lines[0] = line
			default:
				lines = append(lines, line)
			}
			if len(lines) > decodedTogether {
				start(nil)
			}
			if len(ahead) > runtime.GOMAXPROCS(0) && !giveFirst() {
				return
			}
		}
		start(nil)
		for len(ahead) > 0 && giveFirst() {
		}
	}
}

// eventsBehind reads the events after one that was read before. If that one has another
// hash now, the error is errOther.
func eventsBehind(ctx context.Context, log Log, at Reached) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for e, err := range manyEvents(ctx, log, max(at.Seq, 1)-1) {
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
