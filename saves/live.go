package saves

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"example.org/fray/model"
)

// Deps are what a live table gets from outside: it has no clock and no dice
// of its own.
type Deps struct {
	Now  func() time.Time
	Seed func() [32]byte // 32 bytes nobody can foresee, for an evening's dice
}

// Live is an open table: one writer, many watchers. All its methods may be
// called from any goroutine.
type Live struct {
	rules model.Rules
	deps  Deps
	why   error // why it cannot be written; nil when it can
	temp  string

	now    atomic.Pointer[model.Table]
	wishes chan wish
	quit   chan struct{}
	gone   chan struct{}
	once   sync.Once
	ending error

	write sync.Mutex // guards what follows
	book  *book
	dice  *evening
	wrote bool

	watch watchers
}

// Open opens the table in the file at path. When another program writes it,
// or the file or its folder cannot be written, the table can be looked at
// only, and Why says so. The errors are *Damaged, *Newer, *NotFray, and that
// the file is not there.
func Open(path string, rules model.Rules, deps Deps) (*Live, error) {
	if _, err := readHeader(path); err != nil {
		return nil, err
	}
	b, err := openBook(path)
	switch {
	case is[*InUse](err)(), is[*Unwritable](err)():
		l, lookErr := look(path, rules, deps)
		if lookErr != nil {
			return nil, lookErr
		}
		l.why = err
		return l, nil
	case err != nil:
		return nil, err
	}
	l, err := start(b, rules, deps)
	if err != nil {
		_ = b.close()
		return nil, err
	}
	return l, nil
}

// Look opens the table in the file at path to be looked at, whoever else has
// it open. See Refresh.
func Look(path string, rules model.Rules) (*Live, error) {
	return look(path, rules, Deps{})
}

func look(path string, rules model.Rules, deps Deps) (*Live, error) {
	b, err := lookBook(path)
	if err != nil {
		return nil, err
	}
	l := newLive(b, rules, deps)
	l.why = ErrLooking
	if err := l.load(); err != nil {
		_ = b.close()
		return nil, err
	}
	close(l.gone)
	return l, nil
}

// Make makes a table in a new file at path, whose time the rulebook called
// system keeps; its folder is made too. The errors are *Taken, *Unwritable,
// *Full and what the model says of the name.
func Make(path string, rules model.Rules, name, system string, deps Deps) (*Live, error) {
	b, err := makeBook(path)
	if err != nil {
		return nil, err
	}
	l, err := start(b, rules, deps)
	if err != nil {
		_ = b.close()
		removeFiles(path)
		return nil, err
	}
	if _, err = l.Do(program, model.Make{Name: name, System: system}); err != nil {
		_ = l.Close()
		removeFiles(path)
		return nil, err
	}
	return l, nil
}

func start(b *book, rules model.Rules, deps Deps) (*Live, error) {
	l := newLive(b, rules, deps)
	if err := l.load(); err != nil {
		return nil, err
	}
	dice, err := b.readEvening()
	if err != nil {
		return nil, explain(b.path, err)
	}
	l.dice = dice
	go l.serve()
	return l, nil
}

func newLive(b *book, rules model.Rules, deps Deps) *Live {
	return &Live{rules: rules, deps: deps, book: b,
		wishes: make(chan wish), quit: make(chan struct{}), gone: make(chan struct{})}
}

func (l *Live) load() error {
	if err := l.book.checkHead(); err != nil {
		return err
	}
	t, err := l.book.load(l.rules)
	if err != nil {
		return err
	}
	l.now.Store(&t)
	return nil
}

// Path is where the table's file is.
func (l *Live) Path() string { return l.book.path }

// Now gives the table as it stands.
func (l *Live) Now() model.Table { return *l.now.Load() }

// ReadOnly reports whether the table can only be looked at.
func (l *Live) ReadOnly() bool { return l.why != nil }

// Why says why the table can only be looked at: *InUse, *Unwritable or
// ErrLooking. It is nil when the table can be played.
func (l *Live) Why() error { return l.why }

// Do decides a command, commits what follows from it and gives the new table.
// It returns when the disk has it. After an error nothing has happened. The
// errors are those of model.Decide, *Full and others of the disk, Why and
// ErrClosed.
func (l *Live) Do(by model.Seat, c model.Command) (model.Table, error) {
	if l.why != nil {
		return l.Now(), l.why
	}
	if !l.Now().Complete() {
		switch c.(type) {
		case model.Undo, model.Redo:
			if err := l.Older(context.Background()); err != nil {
				return l.Now(), err
			}
		}
	}
	w := wish{by: by, command: c, answer: make(chan answer, 1)}
	select {
	case l.wishes <- w:
	case <-l.gone:
		return l.Now(), ErrClosed
	}
	a := <-w.answer
	if a.broken != nil {
		panic(fmt.Sprintf("deciding %T: %v", c, a.broken)) // in the goroutine that can tell somebody
	}
	return a.table, a.err
}

// Older reads the whole log, when only its end is there: a table opened from
// a snapshot cannot undo or show what was before it. The table as it stands
// stays the same.
func (l *Live) Older(ctx context.Context) error {
	if l.Now().Complete() {
		return nil
	}
	// A reader of its own, so that nobody who plays has to wait for it.
	b, err := lookBook(l.book.path)
	if err != nil {
		return err
	}
	defer func() { _ = b.close() }()
	t := model.New(l.rules)
	err = b.lines(0, func(x line) bool {
		t = t.Apply(x.event)
		return ctx.Err() == nil
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	l.write.Lock()
	defer l.write.Unlock()
	if l.Now().Complete() {
		return nil
	}
	to := l.Now().Seq()
	err = l.book.lines(t.Seq(), func(x line) bool {
		if x.event.Seq <= to {
			t = t.Apply(x.event)
		}
		return x.event.Seq < to
	})
	if err != nil {
		return err
	}
	l.publish(t)
	return nil
}

// Refresh reads what another program has added to a table that is only looked
// at, and reports whether there was any.
func (l *Live) Refresh() (bool, error) {
	if l.why == nil {
		return false, nil
	}
	select {
	case <-l.quit:
		return false, ErrClosed
	default:
	}
	l.write.Lock()
	t, behind := l.Now(), false
	before := t.Seq()
	err := l.book.lines(before, func(x line) bool {
		behind = behind || reachesBack(x.event) && !t.Complete()
		if !behind {
			t = t.Apply(x.event)
		}
		return !behind
	})
	if err == nil && behind {
		t, err = l.book.fold(l.rules)
	}
	if err == nil {
		err = l.book.readEnd()
	}
	if err == nil && t.Seq() != before {
		l.publish(t)
	}
	l.write.Unlock()
	return t.Seq() != before, explain(l.book.path, err)
}

// Events reads the log from the file, oldest first, after one event; 0 for
// all of it. The error ends it.
func (l *Live) Events(after uint64) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		b, err := lookBook(l.book.path)
		if err != nil {
			yield(model.Event{}, err)
			return
		}
		defer func() { _ = b.close() }()
		going := true
		err = b.lines(after, func(x line) bool {
			going = yield(x.event, nil)
			return going
		})
		if err != nil && going {
			yield(model.Event{}, err)
		}
	}
}

// publish makes t the table that everybody sees.
func (l *Live) publish(t model.Table) {
	l.now.Store(&t)
	l.watch.tell()
}

// Watch gives a channel that receives after the table has changed, once for
// any number of changes that nobody looked at. cancel ends it.
func (l *Live) Watch() (changed <-chan struct{}, cancel func()) { return l.watch.add() }

// watchers are those who want to know that the table has changed.
type watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

func (w *watchers) add() (<-chan struct{}, func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[chan struct{}]bool{}
	}
	ch := make(chan struct{}, 1)
	w.all[ch] = true
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, ch)
	}
}

func (w *watchers) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
