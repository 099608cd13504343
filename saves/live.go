package saves

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

// Deps are what a live table needs from outside: it has no clock and no source of
// randomness of its own.
type Deps struct {
	Now  func() time.Time
	Seed func() [32]byte // 32 bytes nobody can foresee, others each time: two make a session's dice

	// ReadRulebook makes a rulebook of a text that came to the table; nil where none does.
	ReadRulebook model.ReadRulebook

	// Store is where the table is, with its records.
	Store Store

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
	why    atomic.Pointer[error]         // why it may not be written, beside what the log says; nil when it may
	odd    atomic.Pointer[NotUnderstood] // what this version does not understand of it
	failed atomic.Pointer[error]         // why what was done last is not durable
	fates  atomic.Pointer[[]string]      // what became of acts of which it was not known whether they are saved
	faults atomic.Pointer[string]        // see SetFaults
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
	end   Hash       // of the last line, which may be no event
	dice  *fairdice.Session
	read  bool // whether the log was looked through for the dice of a session under way
	wrote bool
	open  *draft              // of which it is not known whether it is saved; nil for none
	here  func() []model.Seat // see AskPlayers
}

// Open opens the table whose events are in a log. It owns the log and the index from then
// on, and closes them. If the log cannot be written the table can only be looked at, and
// Why says so. The errors are those of the log, and *Damaged if it holds no event.
func Open(log Log, index Index, rules model.Rulebooks, deps Deps) (*Live, error) {
	l := newLive(log, index, rules, deps)
	l.found.Store(log.Findings())
	err := l.load(context.Background())
	if found := log.Findings(); err == nil && !found.Same(l.Findings()) { // it was mended meanwhile
		l.found.Store(found)
		err = l.load(context.Background())
	}
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

// Store is where the table is; nil for one that is nowhere.
func (l *Live) Store() Store { return l.deps.Store }

// Records opens the records of the table.
func (l *Live) Records(ctx context.Context) (Records, error) { return l.deps.Store.Records(ctx, l.log) }

// empty is the table before its first event.
func (l *Live) empty() model.Table { return model.New(l.rules).WithTexts(l.deps.ReadRulebook) }

// Make makes a table in an empty log. The errors are those of the log and the refusals of
// the model; the log is then closed.
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
	l.fates.Store(&[]string{})
	l.faults.Store(new(string))
	return l
}

// begin starts the goroutines that write, watch and index the table.
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
		why := l.log.Why()
		for range changed {
			was := why
			if why = l.log.Why(); (why == nil) != (was == nil) {
				l.watch.Tell()
			}
			if seq, _, err := l.log.Newest(ctx); err == nil && seq == l.Now().Seq() && why == nil && l.Saved() == nil && l.log.Findings().Same(l.found.Load()) {
				continue // it was appended here
			}
			l.write.Lock()
			l.catchUp(ctx)
			l.write.Unlock()
		}
	})
	l.running.Go(func() { l.keepIndexed(ctx) })
	return nil
}

// OnlyLook refuses all further commands.
func (l *Live) OnlyLook() {
	why := ErrLooking
	l.why.Store(&why)
}

// TakeOver lets a table that was only looked at be played, once the program that played it
// has gone. The errors are *InUse while it has not, and those of Open.
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

// Findings returns what was found damaged, at opening or since; nil if nothing was.
// Watchers are told when there is more.
func (l *Live) Findings() *Findings { return l.found.Load() }

// Found returns all that whoever runs the table is to be told of it: [Live.Damage], and those of
// [Live.Fates] and [Live.SetFaults].
func (l *Live) Found() []string {
	out := append(l.Damage(), l.Fates()...)
	if faults := *l.faults.Load(); faults != "" {
		out = append(out, faults)
	}
	return out
}

// Damage returns the findings as sentences, and where the check of the log could not go on.
func (l *Live) Damage() []string { return slices.Concat(l.Findings().Lines(), l.unread()) }

// SetFaults sets what is wrong with the text of a rulebook that somebody writes while the table is
// played, in lines, in place of what was wrong before; "" for nothing. Watchers are told.
func (l *Live) SetFaults(words string) {
	l.faults.Store(&words)
	l.watch.Tell()
}

// Fates says, a sentence each, what became of acts of which it was not known for a while
// whether they were saved. It may grow: then the channel of Watch is ready.
func (l *Live) Fates() []string { return *l.fates.Load() }

// Saved returns nil if the last append succeeded, else its error.
func (l *Live) Saved() error {
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Seal returns the number of the newest event and the hash of its line, by which a player
// can tell later whether the log is the one that was played.
func (l *Live) Seal() (seq uint64, hash string) {
	l.write.Lock()
	defer l.write.Unlock()
	return l.last.Seq, l.last.Hash.String()
}

// LeadsTo reports whether the log still has a line with a hash that somebody has seen there.
// The error is that it cannot be read.
func (l *Live) LeadsTo(hash Hash) (bool, error) {
	t := l.Now()
	for line := range t.Log() { // it is most often one of the newest
		if line.Event.Seq <= t.ColdUpTo {
			break
		}
		e := line.Event
		if line.Was != nil {
			e = *line.Was
		}
		if e.ShortHash == hash.Short() {
			return true, nil
		}
	}
	for line, err := range l.log.Read(context.Background(), 0) {
		if err != nil || line.Hash == hash {
			return err == nil, err
		}
	}
	return false, nil
}

// ID returns the hash of the first line, which no other table has; "" if that line is lost.
func (l *Live) ID() string {
	id := l.id.Load()
	if id == nil || *id == (Hash{}) {
		return ""
	}
	return id.String()
}

// Path returns where the table's log is, as people are told.
func (l *Live) Path() string { return l.log.Path() }

// Now returns the current table.
func (l *Live) Now() model.Table { return *l.now.Load() }

// ReadOnly reports whether the table can only be looked at.
func (l *Live) ReadOnly() bool { return l.Why() != nil }

// Why says why the table can only be looked at: *InUse, *Unwritable, *Full, *NotUnderstood or
// ErrLooking. It is nil when the table can be played.
func (l *Live) Why() error {
	if why := l.why.Load(); why != nil {
		return *why
	}
	if l.deps.Now == nil {
		return ErrLooking
	}
	if why := l.log.Why(); why != nil {
		return why
	}
	if odd := l.odd.Load(); odd != nil {
		return odd
	}
	return nil
}

// Do decides a command, appends the events that follow from it, and returns the new table
// when they are durable. After an error nothing has changed. The errors are those of
// decide.Decide, those of the log, Why and ErrClosed.
func (l *Live) Do(by model.Seat, c model.Command) (model.Table, error) {
	_, anyway := c.(model.PlayAnyway)
	if why := l.Why(); why != nil && !(anyway && isA[*NotUnderstood](why)) {
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

// Refresh reads what another program has added to the log, and reports whether there was
// anything. It also happens by itself, a moment after the log was added to.
func (l *Live) Refresh() (bool, error) {
	l.write.Lock()
	defer l.write.Unlock()
	return l.refresh(context.Background())
}

// Events reads the events after one, the oldest first; 0 reads all. An error ends it.
func (l *Live) Events(after uint64) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		for e, err := range events(context.Background(), l.log, after) {
			if (err != nil || e.Body != nil) && !yield(e.Event, err) {
				return
			}
		}
	}
}

// Lines reads the lines after an event, the oldest first; 0 reads all. A line that must
// stay secret - the seeds of a session whose end is not in the log - has a digest and no
// body; a lost event has neither.
func (l *Live) Lines(after uint64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		told, err := toldSeeds(context.Background(), l.log, after)
		if err != nil {
			yield(Line{}, err)
			return
		}
		for line, err := range l.log.Read(context.Background(), after) {
			if line.Seq == 0 && !told[line.Hash] {
				line.Body, line.Digest = nil, DigestOf(line.Body)
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
	l.odd.Store(nil)
	if why := t.NotUnderstood(); why != nil {
		l.odd.Store(&NotUnderstood{l.log.Path(), why})
	}
	l.watch.Tell()
}

// Watch returns a channel that receives after the table has changed: once, however many
// changes there were since it was last read. cancel closes it.
func (l *Live) Watch() (changed <-chan struct{}, cancel func()) { return l.watch.Add() }

// Close keeps a snapshot and closes the log and the index. What was done is safe without
// it, and the session goes on: only the gamemaster ends it.
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
