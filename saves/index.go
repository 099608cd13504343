package saves

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.org/fray/model"
)

// Index is what was worked out of a log so that it need not be read again: snapshots of
// the table, who may know of which event, and the words of each. It is never a source:
// it may be lost, damaged or of another log at any time, and is made again. Its methods
// may be called from any goroutine.
type Index interface {
	// Of makes it the index of the log whose first line has a hash, with snapshots of an
	// edition. What it holds of another is forgotten.
	Of(log Hash, edition int) error
	// Forget forgets everything.
	Forget() error

	// Snapshot gives the newest snapshot up to an event; number 0 where there is none.
	Snapshot(upTo uint64) (at Reached, body []byte, err error)
	// AddSnapshot keeps one, and lets go of old ones.
	AddSnapshot(at Reached, body []byte) error
	// DropSnapshots forgets those from an event on.
	DropSnapshots(from uint64) error

	// Audiences is up to which event it is known who may know of it.
	Audiences() (Reached, error)
	// AddAudiences adds that of the events behind it, all of them.
	AddAudiences(all []EventAudience) error
	// EachAudience implements [model.LogReader]'s Audiences.
	EachAudience(upTo uint64, words func(n uint32, who string), each func([]uint32)) error
	// LastOfKind implements [model.LogReader]'s Last.
	Last(kind string, before uint64) (uint64, error)

	// Words is up to which event words are known, and whom they name; see AddWords.
	Words() (upTo Reached, names string, err error)
	// AddWords adds the words of events behind that one, of which upTo is the last, and
	// says whom the words name. Other names than before leave the words as they are.
	AddWords(upTo Reached, names string, all []EventWords) error
	// DropWords forgets all words.
	DropWords() error
	// Find goes through the events before one that hold all words of a text, each as a
	// part of any, the newest first: in what the gamemaster is told or, with apart, those
	// others where at least one of them is in what only others are told.
	Find(text string, apart bool, before uint64, yield func(seq uint64) bool) error
	// OfKinds goes through the events of some kinds before one, the newest first.
	OfKinds(kinds []string, before uint64, yield func(seq uint64) bool) error

	// Checked is the event up to which a check came that was not ended; see SetChecked.
	Checked() (uint64, error)
	// SetChecked keeps it.
	SetChecked(seq uint64) error

	// Rest gives back what it holds in memory until somebody asks again.
	Rest()
	// Close gives everything back.
	Close() error
}

// Reached is an event with the hash of its line.
type Reached struct {
	Seq  uint64
	Hash Hash
}

// EventAudience says who may know of an event; see [model.Event.Audience]. Who is "" of
// one that is lost.
type EventAudience struct {
	Reached
	Who   string
	Kinds []string
}

// EventWords are what the log says of an event: to the gamemaster, and what others may
// be told besides.
type EventWords struct {
	Seq          uint64
	Words, Apart string
}

// snapshotEvery is after how many events another snapshot is kept.
const snapshotEvery = 256

// indexed is the index of a table, with what of it is still to be done.
type indexed struct {
	Index
	wake chan struct{} // something was appended or searched for

	mu      sync.Mutex // guards what follows
	dropped uint64     // snapshots from this event on are to be forgotten; 0: none
	kept    uint64     // event of the newest snapshot that was kept or read

	work  sync.Mutex // held by whoever adds to it; guards what follows
	clock model.Clock
	at    uint64 // the event up to which clock is
}

// wakes tells of something to be done behind.
func (x *indexed) wakes() {
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// of makes it the index of a log. One that cannot be used is as one that is empty.
func (x *indexed) of(log Hash) {
	if x.Of(log, edition) != nil {
		_ = x.Forget()
		_ = x.Of(log, edition)
	}
}

// drop has the snapshots from an event on be forgotten before they are asked for:
// nobody who appends waits for it.
func (x *indexed) drop(from uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.dropped == 0 || from < x.dropped {
		x.dropped = from
	}
	x.kept = min(x.kept, from-1)
}

// dropNow forgets them.
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

// snapshot gives the newest snapshot of the table up to an event; number 0 where there
// is none that can be read.
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

// keepSnapshot keeps a snapshot of a table whose newest event stands in a line, unless
// there is one. Failing costs time and no more.
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

// due reports whether another snapshot's turn has come.
func (x *indexed) due(seq uint64) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return seq >= x.kept+snapshotEvery
}

// indexAfter (which tests shorten) is how long after an append it goes into the index: what
// comes in that time goes in together, and who searches meanwhile has it done first. So
// long, too, the index holds memory.
var indexAfter = 30 * time.Second

// behind writes the index behind what is appended, until the table is closed, and gives
// back what nobody uses.
func (l *Live) behind(ctx context.Context) {
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
	_ = l.know(ctx, t.Seq()) // who asks will hear of it; what is appended next tries again
	_ = l.say(ctx)
}

// ask asks the index, in which it is known who may know of the events up to one. One
// that is damaged is made anew.
func (l *Live) ask(upTo uint64, what func(Index) error) error {
	return l.index.retried(l.ID(), func() error {
		if err := l.know(context.Background(), upTo); err != nil {
			return err
		}
		return what(l.index.Index)
	})
}

// retried does something with the index, and where it fails once more with an empty one.
func (x *indexed) retried(id string, what func() error) error {
	defer x.wakes()
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
	knownAtOnce = 8192 // events whose audiences are added together
	saidAtOnce  = 1000 // events whose words are
)

// know brings it up to date up to an event who may know of what.
func (l *Live) know(ctx context.Context, upTo uint64) error {
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
		if all = append(all, a); len(all) >= knownAtOnce {
			if err := add(); err != nil {
				return err
			}
		}
	}
	return add()
}

// clockMoved is the kind under which [model.Event.Audience] has the clock.
const clockMoved = "clock-moved"

// clockAt finds out what the log's clock was after an event.
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

// say brings the words of the log up to date.
func (l *Live) say(ctx context.Context) error {
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
	upTo, n := at, 0
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
		if n == saidAtOnce {
			if err := l.index.AddWords(upTo, names, all); err != nil {
				return err
			}
			all, n = all[:0], 0
		}
	}
	return l.index.AddWords(upTo, names, all)
}
