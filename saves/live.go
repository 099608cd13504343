package saves

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

// Deps are what a live table gets from outside: it has no clock and no dice
// of its own.
type Deps struct {
	Now  func() time.Time
	Seed func() [32]byte // 32 bytes nobody can foresee, others each time: two make a session's dice

	// ReadRulebook makes a rulebook of a text that came to the table; nil where none does.
	ReadRulebook model.ReadRulebook

	// Slow, where it is set, is called before a long log is read from its first event,
	// since the index is missing or of another log, with how many events there are.
	Slow func(events uint64)
}

// Live is an open table: one writer, many watchers. All its methods may be
// called from any goroutine.
type Live struct {
	rules  model.Rulebooks
	deps   Deps
	log    Log
	index  *indexed
	reader *reader

	now    atomic.Pointer[model.Table]
	id     atomic.Pointer[Hash] // of the first line; nil while there is none
	found  atomic.Pointer[Findings]
	why    atomic.Pointer[error] // why it may not be written, beside what the log says; nil when it may
	failed atomic.Pointer[error] // why what was done last is not durable
	check  atomic.Pointer[progress]
	watch  Watchers
	views  views

	jobs    chan job // what comes while something is written
	quit    chan struct{}
	running sync.WaitGroup
	once    sync.Once
	ending  error

	write sync.Mutex // guards what follows
	last  Line       // of the newest event
	dice  *fairdice.Session
	read  bool // whether the log was looked through for the dice of a session under way
	wrote bool
	here  func() []model.Seat // see AskPlayers
}

// Open gives the table whose events lie in a log. It takes the log and the index over,
// and closes them. Where the log cannot be written, the table can only be looked at, and
// Why says so. The errors are those of the log and *Damaged where it has no event.
func Open(log Log, index Index, rules model.Rulebooks, deps Deps) (*Live, error) {
	l := newLive(log, index, rules, deps)
	l.found.Store(log.Findings())
	err := l.load(context.Background())
	if err == nil && l.Now().Seq() == 0 {
		err = &Damaged{Path: log.Path(), What: "it holds no event: making it was cut short", Fix: "Make the table again under another name"}
	}
	if err != nil {
		_, _ = log.Close(), index.Close()
		return nil, err
	}
	if l.Why() == nil {
		if err := l.noteLoss(l.Findings()); err != nil {
			l.failed.Store(&err)
		}
	}
	return l, l.begin()
}

// empty is the table before its first event.
func (l *Live) empty() model.Table { return model.New(l.rules).WithTexts(l.deps.ReadRulebook) }

// Make makes a table in an empty log. The errors are those of the log and what the model
// says of the table that is to be made; the log is closed then.
func Make(log Log, index Index, rules model.Rulebooks, as model.Make, deps Deps) (*Live, error) {
	l := newLive(log, index, rules, deps)
	err := l.load(context.Background())
	if err == nil {
		err = l.begin()
	}
	if err == nil {
		_, err = l.Do(program, as)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func newLive(log Log, index Index, rules model.Rulebooks, deps Deps) *Live {
	l := &Live{rules: rules, deps: deps, log: log, jobs: make(chan job), quit: make(chan struct{})}
	l.index = &indexed{Index: index, wake: make(chan struct{}, 1)}
	l.reader = &reader{live: l}
	t := l.empty().WithReader(l.reader)
	l.now.Store(&t)
	l.check.Store(&progress{})
	return l
}

// begin has the table be written and watched.
func (l *Live) begin() error {
	ctx, leave := context.WithCancel(context.Background())
	changed, err := l.log.Watch(ctx)
	if err != nil {
		leave()
		return err
	}
	l.running.Go(func() { <-l.quit; leave() })
	l.running.Go(l.serve)
	l.running.Go(func() {
		for range changed {
			if seq, _, err := l.log.Newest(ctx); err == nil && seq == l.Now().Seq() && l.log.Why() == nil && l.log.Findings().Same(l.found.Load()) {
				continue // it was appended here
			}
			l.write.Lock()
			l.heed(ctx)
			l.write.Unlock()
		}
	})
	l.running.Go(func() { l.behind(ctx) })
	return nil
}

// OnlyLook lets nothing more be written to the table from here.
func (l *Live) OnlyLook() {
	why := ErrLooking
	l.why.Store(&why)
}

// TakeOver makes a table that is only looked at one that is written here, once the
// program that wrote it has gone. The errors are *InUse while it has not, and those of
// Open.
func (l *Live) TakeOver() error {
	if l.deps.Now == nil || l.why.Load() != nil {
		return ErrLooking
	}
	l.write.Lock()
	defer l.write.Unlock()
	if l.log.Why() == nil {
		return nil
	}
	if err := l.log.TakeOver(context.Background()); err != nil {
		return err
	}
	l.read = false
	return l.loadAnew(context.Background())
}

// Findings is what was found damaged, at opening or since, and nil while
// nothing was. Who watches is told when there is more.
func (l *Live) Findings() *Findings { return l.found.Load() }

// Found is Findings in words, a sentence each.
func (l *Live) Found() []string { return l.Findings().Lines() }

// Saved is nil while everything that is shown is durable; else it is the
// error of what was tried last.
func (l *Live) Saved() error {
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Seal is the number of the newest event and the hash of its line: with it, a player can
// tell later whether the log is the one that was played.
func (l *Live) Seal() (seq uint64, hash string) {
	l.write.Lock()
	defer l.write.Unlock()
	return l.last.Seq, l.last.Hash.String()
}

// ID tells the table from every other: the hash of its first line. Empty when
// that is lost.
func (l *Live) ID() string {
	id := l.id.Load()
	if id == nil || *id == (Hash{}) {
		return ""
	}
	return id.String()
}

// Path is where the table's log is, as people are told.
func (l *Live) Path() string { return l.log.Path() }

// Now gives the table as it stands.
func (l *Live) Now() model.Table { return *l.now.Load() }

// ReadOnly reports whether the table can only be looked at.
func (l *Live) ReadOnly() bool { return l.Why() != nil }

// Why says why the table can only be looked at: *InUse, *Unwritable, *Full or ErrLooking.
// It is nil when the table can be played.
func (l *Live) Why() error {
	if why := l.why.Load(); why != nil {
		return *why
	}
	if l.deps.Now == nil {
		return ErrLooking
	}
	return l.log.Why()
}

// Do decides a command, appends what follows from it and gives the new table.
// It returns when that is durable. After an error nothing has happened. The
// errors are those of decide.Decide, those of the log, Why and ErrClosed.
func (l *Live) Do(by model.Seat, c model.Command) (model.Table, error) {
	if why := l.Why(); why != nil {
		return l.Now(), why
	}
	a, done := l.atOnce(by, c)
	if !done {
		j := job{by: by, command: c, answer: make(chan answer, 1)}
		select {
		case l.jobs <- j:
		case <-l.quit:
			return l.Now(), ErrClosed
		}
		a = <-j.answer
	}
	if a.broken != nil {
		panic(fmt.Sprintf("deciding %T: %v", c, a.broken)) // in the goroutine that can tell somebody
	}
	return a.table, a.err
}

// Refresh reads what another program has added to the log, and reports whether there
// was any. It is done by itself, too, as the log tells of it.
func (l *Live) Refresh() (bool, error) {
	l.write.Lock()
	defer l.write.Unlock()
	return l.refresh(context.Background())
}

// Events reads the log, oldest first, after one event; 0 for all of it. The error ends
// it.
func (l *Live) Events(after uint64) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		for e, err := range events(context.Background(), l.log, after) {
			if (err != nil || e.Body != nil) && !yield(e.Event, err) {
				return
			}
		}
	}
}

// Lines reads the log behind an event as it stands, oldest first; 0 reads all of it. A
// line that must stay secret - the seeds of a session whose end is not in the log - has a
// hash and no body, and so has an event that is lost.
func (l *Live) Lines(after uint64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		told, err := toldSeeds(context.Background(), l.log, after)
		if err != nil {
			yield(Line{}, err)
			return
		}
		for line, err := range l.log.Read(context.Background(), after) {
			if line.Seq == 0 && !told[line.Hash] {
				line.Body = nil
			}
			if !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// publish makes t the table that everybody sees.
func (l *Live) publish(t model.Table) {
	t = t.WithReader(l.reader).Shortened(within)
	l.now.Store(&t)
	l.watch.Tell()
}

// Watch gives a channel that receives after the table has changed, once for
// any number of changes that nobody looked at. cancel closes it.
func (l *Live) Watch() (changed <-chan struct{}, cancel func()) { return l.watch.Add() }

// Close keeps a snapshot and gives the log and the index back. What was done is safe
// without it, and the session goes on: only the gamemaster ends it.
func (l *Live) Close() error {
	l.once.Do(func() {
		close(l.quit)
		l.running.Wait()
		l.write.Lock()
		defer l.write.Unlock()
		if l.Why() == nil {
			l.index.keepSnapshot(l.Now(), l.last)
		}
		l.reader.close()
		l.ending = errors.Join(l.log.Close(), l.index.Close())
		l.found.Store(l.log.Findings()) // the backup may have found more
	})
	return l.ending
}
