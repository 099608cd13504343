package saves

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.org/fray/model"
)

// Index holds what was derived from a log, so that the log need not be read again:
// snapshots of the table, who may know of which event, and the words of each. It is never
// a source: it may be lost, damaged or of another log at any time, and is made again. Its
// methods may be called from any goroutine.
type Index interface {
	// Of makes it the index of the log whose first line has the given hash, with snapshots
	// of the given edition. What it holds of any other is forgotten.
	Of(log Hash, edition int) error
	// Forget forgets everything.
	Forget() error

	// Snapshot returns the newest snapshot up to an event; at.Seq is 0 if there is none.
	Snapshot(upTo uint64) (at Reached, body []byte, err error)
	// AddSnapshot keeps a snapshot and drops old ones.
	AddSnapshot(at Reached, body []byte) error
	// DropSnapshots forgets the snapshots from an event on.
	DropSnapshots(from uint64) error

	// Audiences returns the last event whose audience is known.
	Audiences() (Reached, error)
	// AddAudiences adds the audiences of the events that follow that one, without gaps. Those
	// that are known are left out.
	AddAudiences(all []EventAudience) error
	// EachAudience implements [model.LogReader]'s Audiences.
	EachAudience(upTo uint64, each func(who []string, of []uint32)) error
	// LastOfKind implements [model.LogReader]'s Last.
	Last(kind string, before uint64) (uint64, error)

	// Words returns the last event whose words are known, and the names in them; see
	// AddWords.
	Words() (upTo Reached, names string, err error)
	// AddWords adds the words of the events after one whose words are known, up to upTo, and
	// keeps the names that were used for them. Other names than before leave earlier words as
	// they are.
	AddWords(after uint64, upTo Reached, names string, all []EventWords) error
	// DropWords forgets all words.
	DropWords() error
	// Find yields the events before a given one whose words contain all words of a text,
	// the newest first. It looks at what the gamemaster is told; with apart, at what others
	// are told too, and at least one word must be in what only they are told.
	Find(text string, apart bool, before uint64, yield func(seq uint64) bool) error
	// OfKinds yields the events of the given kinds before a given one, the newest first.
	OfKinds(kinds []string, before uint64, yield func(seq uint64) bool) error

	// Checked returns the event that an unfinished check has reached; see SetChecked.
	Checked() (uint64, error)
	// SetChecked keeps the event that a check has reached; 0 when it is finished.
	SetChecked(seq uint64) error

	// Remembered returns what was kept under a key; "" if there is none.
	Remembered(key string) (value string, err error)
	// Remember keeps a value that took long to work out.
	Remember(key, value string) error

	// Rest frees memory until the index is used again.
	Rest()
	// Close closes the index.
	Close() error
}

// Reached names an event by its number and the hash of its line.
type Reached struct {
	Seq  uint64
	Hash Hash
}

// Known is an event that somebody remembers of the log whose first line has the hash ID.
type Known struct {
	ID Hash
	Reached
}

// EventAudience says who may know of an event; see [model.Event.Audience]. Who is "" for
// an event that is lost.
type EventAudience struct {
	Reached
	Who   string
	Kinds []string
}

// EventWords are the words in which an event is told: Words to the gamemaster, Apart those
// that only others are told.
type EventWords struct {
	Seq          uint64
	Words, Apart string
}

// snapshotEvery is the number of events between two snapshots.
const snapshotEvery = 256

// indexed is the index of a table, with the work that is still to be done on it.
type indexed struct {
	Index
	wake chan struct{} // receives after something was appended or searched for

	mu      sync.Mutex // guards what follows
	dropped uint64     // snapshots from this event on are to be forgotten; 0: none
	kept    uint64     // event of the newest snapshot that was kept or read

	work  sync.Mutex // held by whoever adds words or audiences; guards what follows
	clock model.Clock
	at    uint64 // the event after which the log's clock is clock
}

// wakeUp has keepIndexed run soon.
func (x *indexed) wakeUp() {
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// of makes it the index of a log. If it cannot be used it starts empty.
func (x *indexed) of(log Hash) {
	if x.Of(log, edition) != nil {
		_ = x.Forget()
		_ = x.Of(log, edition)
	}
}

// drop marks the snapshots from an event on as to be forgotten. dropNow forgets them
// before the next use, so that an append does not wait for it.
func (x *indexed) drop(from uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.dropped == 0 || from < x.dropped {
		x.dropped = from
	}
	x.kept = min(x.kept, from-1)
}

// dropNow forgets the snapshots that drop has marked.
func (x *indexed) dropNow() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.dropped > 0 {
		if x.DropSnapshots(x.dropped) != nil {
			_ = x.Forget()
		}
		x.dropped = 0
	}
}

// snapshot returns the newest snapshot of the table up to an event, with Seq 0 if none
// can be read.
func (x *indexed) snapshot(empty model.Table, upTo uint64) (Reached, model.Table) {
	x.dropNow()
	at, body, err := x.Snapshot(upTo)
	if err == nil && at.Seq > 0 {
		var t model.Table
		if t, err = empty.Restore(body, at.Seq); err == nil {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.kept = max(x.kept, at.Seq)
			return at, t
		}
	}
	return Reached{}, model.Table{}
}

// keepSnapshot keeps a snapshot of a table whose newest event is in the line last, unless
// there is one already. If it fails, the next opening takes longer and nothing else.
func (x *indexed) keepSnapshot(t model.Table, last Line) {
	x.dropNow()
	x.mu.Lock()
	defer x.mu.Unlock()
	if t.Seq() != last.Seq || last.Seq <= x.kept || last.Hash == (Hash{}) {
		return
	}
	if body, err := t.Snapshot(); err == nil && x.AddSnapshot(Reached{last.Seq, last.Hash}, body) == nil {
		x.kept = last.Seq
	}
}

// due reports whether it is time for another snapshot.
func (x *indexed) due(seq uint64) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return seq >= x.kept+snapshotEvery
}

// indexAfter (which tests shorten) is the delay between an append and its indexing: all
// events of that time are indexed together. A search in between indexes them first. The
// index frees its memory after the same time.
var indexAfter = 30 * time.Second

// keepIndexed indexes what is appended, until the table is closed, and frees the memory of
// an index that is not used.
func (l *Live) keepIndexed(ctx context.Context) {
	for {
		select {
		case <-l.index.wake:
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(indexAfter):
			if l.Why() == nil {
				l.indexNow(ctx)
			}
			l.index.Rest()
		case <-ctx.Done():
			return
		}
	}
}

// indexNow brings the index up to date.
func (l *Live) indexNow(ctx context.Context) {
	l.write.Lock()
	t, last := l.Now(), l.last
	l.write.Unlock()
	if l.index.due(t.Seq()) {
		l.index.keepSnapshot(t, last)
	}
	_ = l.indexAudiences(ctx, t.Seq()) // a failure is reported to the next search, and tried again after the next append
	_ = l.indexWords(ctx)
}

// askIndex calls what with an index that holds the audiences of the events up to upTo. A
// damaged index is made anew first.
func (l *Live) askIndex(upTo uint64, what func(Index) error) error {
	return l.index.retried(l.ID(), func() error {
		if err := l.indexAudiences(context.Background(), upTo); err != nil {
			return err
		}
		return what(l.index.Index)
	})
}

// Remembered returns a value that was kept under a key; "" if there is none.
func (l *Live) Remembered(key string) (value string) {
	_ = l.index.retried(l.ID(), func() (err error) { // it is worked out again
		value, err = l.index.Remembered(key)
		return err
	})
	return value
}

// Remember keeps a value that took long to work out, as long as the index is kept.
func (l *Live) Remember(key, value string) {
	_ = l.index.retried(l.ID(), func() error { return l.index.Remember(key, value) })
}

// retried calls what, and if that fails, once more with an empty index.
func (x *indexed) retried(id string, what func() error) error {
	defer x.wakeUp()
	err := what()
	if err == nil || isA[*Damaged](err) {
		return err
	}
	for _, ends := range []error{ErrClosed, ErrLogClosed, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, ends) {
			return err
		}
	}
	if x.Forget() != nil {
		return err
	}
	if log, parseErr := ParseHash(id); parseErr == nil {
		x.of(log)
	}
	return what()
}

const (
	audiencesAtOnce = 8192 // events whose audiences are added together
	wordsAtOnce     = 1000 // events whose words are added together
)

// indexAudiences adds the missing audiences to the index, up to an event.
func (l *Live) indexAudiences(ctx context.Context, upTo uint64) error {
	l.index.work.Lock()
	defer l.index.work.Unlock()
	at, err := l.index.Audiences()
	if err != nil || at.Seq >= upTo {
		return err
	}
	if err := l.clockAt(ctx, at.Seq); err != nil {
		return err
	}
	var all []EventAudience
	add := func() error {
		err := l.index.AddAudiences(all)
		if err == nil && len(all) > 0 {
			l.index.at = all[len(all)-1].Seq
		}
		all = all[:0]
		return err
	}
	for e, err := range eventsBehind(ctx, l.log, at) {
		if err != nil {
			return err
		}
		if e.Line.Seq > upTo {
			break
		}
		a := EventAudience{Reached: Reached{e.Line.Seq, e.Hash}}
		if e.Body != nil {
			a.Who, a.Kinds = e.Audience(&l.index.clock)
		}
		if all = append(all, a); len(all) >= audiencesAtOnce {
			if err := add(); err != nil {
				return err
			}
		}
	}
	return add()
}

// clockMoved is the kind of the events by which [model.Event.Audience] moves the clock.
const clockMoved = "clock-moved"

// clockAt sets the clock of the index to what the log's clock was after an event.
func (l *Live) clockAt(ctx context.Context, seq uint64) error {
	if l.index.at == seq && seq > 0 {
		return nil
	}
	l.index.clock, l.index.at = model.Clock{}, seq
	last, err := l.index.Last(clockMoved, seq+1)
	if err != nil || last == 0 {
		return err
	}
	for e, err := range events(ctx, l.log, last-1) {
		if err == nil && e.Body != nil {
			_, _ = e.Audience(&l.index.clock)
		}
		return err
	}
	return nil
}

// indexWords adds the missing words to the index.
func (l *Live) indexWords(ctx context.Context) error {
	l.index.work.Lock()
	defer l.index.work.Unlock()
	t := l.Now()
	names := namesOf(t)
	at, had, err := l.index.Words()
	if err == nil && at.Seq > 0 && !sameNames(had, names) {
		at, err = Reached{}, l.index.DropWords()
	}
	if err != nil || at.Seq >= t.Seq() {
		return err
	}
	var all []EventWords
	after, upTo, n := at.Seq, at, 0
	for e, err := range eventsBehind(ctx, l.log, at) {
		if err != nil {
			return err
		}
		if e.Line.Seq > t.Seq() {
			break // it was written since, and may have other names
		}
		upTo, n = Reached{e.Line.Seq, e.Hash}, n+1
		if e.Body != nil {
			if said := saidOf(t, e.Event); said != "" {
				all = append(all, EventWords{e.Line.Seq, said, apartOf(t, e.Event, said)})
			}
		}
		if n == wordsAtOnce {
			if err := l.index.AddWords(after, upTo, names, all); err != nil {
				return err
			}
			after, all, n = upTo.Seq, all[:0], 0
		}
	}
	return l.index.AddWords(after, upTo, names, all)
}
