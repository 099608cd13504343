package saves

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"example.org/fray/model"
)

const (
	within  = 1024 // events that a table holds at least; up to twice as many
	chunk   = 64   // events that are read together
	chunksN = 16   // chunks that are remembered
)

// archive is the part of a log that stays in the file until somebody looks at
// it. It reads for itself, so that nobody who plays has to wait for it.
type archive struct {
	rules model.Rules
	anew  bool                                             // its snapshots don't count
	odd   func(error)                                      // told what cannot be read; may be nil
	ask   func(upTo uint64, what func(*index) error) error // the index; nil: there is none

	mu   sync.Mutex // guards what follows
	path string     // of the file; "": book is somebody else's
	book *book
	read []page // the one used last first
	over bool
	told bool // that not all can be read: every frame would tell it again
}

// page is a chunk of the log, the newest event first.
type page struct {
	n      uint64
	events []model.Event
}

// Page implements model.Past.
func (a *archive) Page(before uint64) (out []model.Event, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for n := before - 1; n > 0 && len(out) == 0 && err == nil; n = (n - 1) / chunk * chunk {
		var events []model.Event
		events, err = a.chunk((n-1)/chunk, n)
		i := slices.IndexFunc(events, func(e model.Event) bool { return e.Seq <= n })
		if i >= 0 {
			out = events[i:]
		}
	}
	a.tell(err)
	return out, err
}

// chunk gives the events of a chunk, none of those that are lost, and of the newest at
// least those up to an event.
func (a *archive) chunk(n, upTo uint64) ([]model.Event, error) {
	if i := slices.IndexFunc(a.read, func(p page) bool { return p.n == n }); i >= 0 {
		p := a.read[i]
		a.read = slices.Delete(a.read, i, i+1)
		if p.events[0].Seq >= upTo { // else there may be more by now
			a.read = slices.Insert(a.read, 0, p)
			return p.events, nil
		}
	}
	if err := a.ready(); err != nil {
		return nil, err
	}
	first, last := n*chunk+1, (n+1)*chunk
	events, err := a.book.page(last+1, chunk)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(events, func(e model.Event) bool { return e.Seq < first }); i >= 0 {
		events = events[:i] // some of this chunk are lost
	}
	events = slices.Clip(events)
	if len(events) > 0 {
		a.read = slices.Insert(a.read[:min(len(a.read), chunksN-1)], 0, page{n, events})
	}
	return events, nil
}

// Kept implements model.Past.
func (a *archive) Kept(before uint64) (model.Table, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, err := a.kept(before)
	a.tell(err)
	return t, err
}

func (a *archive) kept(before uint64) (model.Table, error) {
	if err := a.ready(); err != nil {
		return model.Table{}, err
	}
	if a.anew {
		return model.New(a.rules), nil
	}
	seq, body, err := a.book.newestSnapshot(before - 1)
	if err != nil {
		return model.Table{}, explain(a.book.path, err)
	}
	if seq > 0 {
		if t, err := model.Restore(a.rules, body, seq); err == nil {
			return t, nil
		}
	}
	return model.New(a.rules), nil // the log knows better
}

// errNoIndex says that a log is only read.
var errNoIndex = errors.New("the log has no index")

// Audiences implements model.Past.
func (a *archive) Audiences(upTo uint64, words func(n uint32, who string), each func(some []uint32)) error {
	if a.ask == nil {
		return errNoIndex
	}
	return a.ask(upTo, func(x *index) error {
		return cmp.Or(x.eachAudience(words), x.eachKnown(upTo, each))
	})
}

// Last implements model.Past.
func (a *archive) Last(kind string, before uint64) (seq uint64, err error) {
	if a.ask == nil {
		return 0, errNoIndex
	}
	err = a.ask(before-1, func(x *index) error {
		seq, err = x.last(kind, before)
		return err
	})
	return seq, err
}

// ready opens the file, or the one that has taken its place.
func (a *archive) ready() (err error) {
	if a.over {
		return ErrClosed
	}
	if a.path == "" || a.book != nil && !a.book.moved() {
		return nil
	}
	a.drop()
	a.book, err = lookBook(a.path)
	return err
}

func (a *archive) drop() {
	if a.path != "" && a.book != nil {
		_ = a.book.drop()
		a.book = nil
	}
	a.read = nil
}

func (a *archive) tell(err error) {
	if err != nil && !a.told && a.odd != nil && isA[*Damaged](err) {
		a.told = true
		a.odd(err)
	}
}

// hold closes the file, and has whoever wants to read it wait until go on: as
// long as anybody has it open, nobody else finds out what of its write-ahead log
// is sound.
func (a *archive) hold() {
	a.mu.Lock()
	a.drop()
}

// goOn reads the file that a book is in; nil for the one of before.
func (a *archive) goOn(b *book) {
	if b != nil {
		a.path = b.stands()
	}
	a.told = false
	a.mu.Unlock()
}

// close gives the file back.
func (a *archive) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drop()
	a.over = true
}
