package saves

import (
	"cmp"
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
}

// Live is an open table: one writer, many watchers. All its methods may be
// called from any goroutine.
type Live struct {
	rules model.Rules
	deps  Deps
	path  string
	temp  string // of a demo

	now    atomic.Pointer[model.Table]
	past   *archive
	found  atomic.Pointer[Findings]
	greets greeting
	why    atomic.Pointer[error] // why it cannot be written; nil when it can
	failed atomic.Pointer[error] // why what was done last is not on the disk
	watch  Watchers
	door
	finding finding
	write   sync.Mutex // guards what follows
	pen
}

// greeting is what is said of a table that was opened, beside what was found damaged.
type greeting struct {
	all  []string
	late string
}

// Late says which events were the last when the program ended without being told
// to, and stand; "" where it was told.
func (l *Live) Late() string { return l.greets.late }

// door is where commands come in, and how the writer is sent home.
type door struct {
	wishes chan wish     // what comes while something is written
	lag    chan struct{} // a commit has left something to be done later
	quit   chan struct{}
	gone   chan struct{}
	once   sync.Once
	ending error
}

// pen is what is written with.
type pen struct {
	book  *book // nil after a disk failed, until it can be opened again
	lock  *lock
	dice  *fairdice.Session
	wrote bool
	at    time.Time           // of the last act, when the table was wrote
	here  func() []model.Seat // see AskPlayers

	lagged bool // something will be done later
}

// Open opens the table in the file at path. When another program writes it,
// the file or its folder cannot be written, or a newer program made it, the
// table can be looked at only, and Why says so. A damaged table opens as far as
// it is sound: see Findings. The errors are *Damaged when nothing of it is,
// *NotFray, and that the file is not there.
func Open(path string, rules model.Rules, deps Deps) (*Live, error) {
	if !odds(path) {
		_, err := readHeader(path)
		return nil, cmp.Or(err, unfinished(path))
	}
	lock, err := takeLock(path)
	if err == nil {
		var o opened
		if o, err = openTable(path, lock, rules, deps.Now); err == nil {
			return start(o, lock, rules, deps), nil
		}
		lock.release()
	}
	if !isA[*InUse](err) && !isA[*Unwritable](err) && !isA[*Newer](err) {
		return nil, err
	}
	l, lookErr := look(path, rules, deps)
	if lookErr != nil {
		return nil, lookErr
	}
	l.why.Store(&err)
	return l, nil
}

// Look opens the table in the file at path to be looked at, whoever else has
// it open. See Refresh.
func Look(path string, rules model.Rules) (*Live, error) {
	return look(path, rules, Deps{})
}

func look(path string, rules model.Rules, deps Deps) (*Live, error) {
	o, err := lookTable(path, rules)
	if err != nil {
		return nil, err
	}
	l := newLive(o, rules, deps)
	why := ErrLooking
	if o.book.form > len(steps) {
		why = &Newer{path, o.book.form, len(steps)}
	}
	l.why.Store(&why)
	close(l.gone)
	return l, nil
}

// OnlyLook lets nothing more be written to the table from here.
func (l *Live) OnlyLook() {
	why := ErrLooking
	l.why.Store(&why)
}

// TakeOver makes a table that is only looked at one that is written here, once
// the program that wrote it has gone. The errors are *InUse while it has not,
// and those of Open.
func (l *Live) TakeOver() error {
	if l.why.Load() == nil {
		return nil
	}
	if l.deps.Now == nil {
		return ErrLooking
	}
	l.write.Lock()
	defer l.write.Unlock()
	lock, err := takeLock(l.path)
	if err != nil {
		return err
	}
	l.past.hold()
	defer func() { l.past.goOn(l.book) }()
	o, err := openTable(l.path, lock, l.rules, l.deps.Now)
	if err != nil {
		lock.release()
		return err
	}
	_ = l.book.drop()
	l.book, l.dice, l.lock = o.book, o.dice, lock
	l.gone = make(chan struct{})
	l.say(o.found)
	l.why.Store(nil)
	l.publish(o.table)
	l.begin()
	return nil
}

// Make makes a table in a new file at path, whose time the rulebook called
// system keeps; its folder is made too. The errors are *Taken, *Unwritable,
// *Full and what the model says of the name.
func Make(path string, rules model.Rules, name, system string, deps Deps) (*Live, error) {
	b, err := makeBook(path, deps.Now())
	if err != nil {
		return nil, err
	}
	l := start(opened{book: b, table: model.New(rules)}, b.lock, rules, deps)
	if _, err = l.Do(program, model.Make{Name: name, System: system}); err != nil {
		_ = l.Close()
		removeFiles(path)
		return nil, err
	}
	return l, nil
}

func start(o opened, lock *lock, rules model.Rules, deps Deps) *Live {
	l := newLive(o, rules, deps)
	l.lock, l.dice = lock, o.dice
	if err := l.noteLoss(o.found); err != nil {
		l.failed.Store(&err)
	}
	l.begin()
	return l
}

// begin lets the table be written.
func (l *Live) begin() {
	if !l.book.unsynced { // a demo's index is made when somebody searches
		go l.indexing()
	}
	go l.serve()
}

func newLive(o opened, rules model.Rules, deps Deps) *Live {
	l := &Live{rules: rules, deps: deps, path: o.book.path, greets: greeting{o.words, o.late}, pen: pen{book: o.book},
		door:    door{wishes: make(chan wish), lag: make(chan struct{}, 1), quit: make(chan struct{}), gone: make(chan struct{})},
		finding: finding{wake: make(chan struct{}, 1)}}
	l.past = &archive{rules: rules, path: o.book.stands(), odd: l.unread, ask: l.ask}
	t := o.table.On(l.past)
	l.now.Store(&t)
	l.say(o.found)
	return l
}

// say adds to what has been found.
func (l *Live) say(f *Findings) {
	if f.some() {
		l.found.Store(l.found.Load().add(f))
		l.watch.Tell()
	}
}

// Findings is what was found damaged, at opening or since, and nil while
// nothing was. Who watches is told when there is more.
func (l *Live) Findings() *Findings { return l.found.Load() }

// Saved is nil while everything that is shown is on the disk; else it is the
// error of what was tried last.
func (l *Live) Saved() error {
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Seal is the number of the newest event and its hash: with it, a player can
// tell later whether the log is the one that was played.
func (l *Live) Seal() (seq uint64, hash string) {
	l.write.Lock()
	defer l.write.Unlock()
	if l.book == nil {
		return 0, ""
	}
	return l.book.seq, l.book.hash.String()
}

// ID tells the table from every other: the hash of its first event. Empty when
// that cannot be read.
func (l *Live) ID() string {
	l.write.Lock()
	defer l.write.Unlock()
	if l.book == nil {
		return ""
	}
	first, err := l.book.hashAt(1)
	if err != nil {
		return ""
	}
	return first.String()
}

// Path is where the table's file is.
func (l *Live) Path() string { return l.path }

// Now gives the table as it stands.
func (l *Live) Now() model.Table { return *l.now.Load() }

// ReadOnly reports whether the table can only be looked at.
func (l *Live) ReadOnly() bool { return l.why.Load() != nil }

// Why says why the table can only be looked at: *InUse, *Unwritable, *Newer or
// ErrLooking. It is nil when the table can be played.
func (l *Live) Why() error {
	if why := l.why.Load(); why != nil {
		return *why
	}
	return nil
}

// Do decides a command, commits what follows from it and gives the new table.
// It returns when the disk has it. After an error nothing has happened. The
// errors are those of decide.Decide, *Full and others of the disk, Why and
// ErrClosed.
func (l *Live) Do(by model.Seat, c model.Command) (model.Table, error) {
	if why := l.Why(); why != nil {
		return l.Now(), why
	}
	a, done := l.atOnce(by, c)
	if !done {
		w := wish{by: by, command: c, answer: make(chan answer, 1)}
		select {
		case l.wishes <- w:
		case <-l.gone:
			return l.Now(), ErrClosed
		}
		a = <-w.answer
	}
	if a.broken != nil {
		panic(fmt.Sprintf("deciding %T: %v", c, a.broken)) // in the goroutine that can tell somebody
	}
	return a.table, a.err
}

// reader opens the table's file once more, to be read.
func (l *Live) reader() (*book, error) { return lookBook(l.file()) }

// Refresh reads what another program has added to a table that is only looked
// at, and reports whether there was any.
func (l *Live) Refresh() (bool, error) {
	if l.why.Load() == nil {
		return false, nil
	}
	select {
	case <-l.quit:
		return false, ErrClosed
	default:
	}
	l.write.Lock()
	defer l.write.Unlock()
	if l.book.temp == "" && l.book.moved() {
		// Who writes has put another file in its place.
		o, err := lookTable(l.path, l.rules)
		if err != nil {
			return false, err
		}
		_ = l.book.drop()
		l.past.hold()
		l.book = o.book
		l.past.goOn(l.book)
		l.say(o.found)
		l.publish(o.table)
		return true, nil
	}
	t := l.Now()
	before := t.Seq()
	err := l.book.lines(before, func(x line) bool {
		t = t.Apply(x.event)
		return true
	})
	if err == nil {
		err = l.book.readEnd()
	}
	if err == nil && t.Seq() != before {
		l.publish(t)
	}
	return t.Seq() != before, explain(l.path, err)
}

// Events reads the log from the file, oldest first, after one event; 0 for
// all of it. The error ends it.
func (l *Live) Events(after uint64) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		b, err := l.reader()
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

// unread is told of a part of the log that cannot be read: it is mended, or at
// least told, behind whoever wanted it.
func (l *Live) unread(err error) {
	go func() {
		select {
		case <-l.quit:
			return
		default:
		}
		if l.ReadOnly() {
			l.tellOnly(err)
		} else {
			_ = l.mendNow() // what it finds is told
		}
	}()
}

// publish makes t the table that everybody sees.
func (l *Live) publish(t model.Table) {
	t = t.On(l.past).Short(within)
	l.now.Store(&t)
	l.watch.Tell()
}

// Watch gives a channel that receives after the table has changed, once for
// any number of changes that nobody looked at. cancel closes it.
func (l *Live) Watch() (changed <-chan struct{}, cancel func()) { return l.watch.Add() }

// Watchers are those who want to know that something has changed. The zero value
// is ready; its methods may be called from any goroutine.
type Watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

// Add gives a channel that receives after a change, once for any number of
// changes that nobody looked at. cancel closes it, so that whoever waits goes on.
func (w *Watchers) Add() (changed <-chan struct{}, cancel func()) {
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
		if w.all[ch] {
			delete(w.all, ch)
			close(ch)
		}
	}
}

// Tell says that something has changed. It waits for nobody.
func (w *Watchers) Tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
