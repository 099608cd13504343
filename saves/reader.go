package saves

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"example.org/fray/model"
)

const (
	within  = 1024 // events that a table holds at least; up to twice as many
	perPage = 16   // events that are read together
	pagesN  = 64   // pages that are remembered
)

// reader gives access to the part of a log that a table does not hold in memory. It does
// not take the writer's lock, so that nobody who plays waits for it.
type reader struct {
	live   *Live
	anew   atomic.Bool           // the table is being folded from its first event: snapshots don't count
	failed atomic.Pointer[error] // why a part of the log could not be read

	mu     sync.Mutex // guards what follows
	pages  []page     // the one used last first
	closed bool
}

// page is a piece of the log, the newest event first.
type page struct {
	n      uint64
	events []model.Event
}

var _ model.LogReader = (*reader)(nil)

// Page implements model.LogReader.
func (r *reader) Page(before uint64) (out []model.Event, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if err != nil && !r.closed && !errors.Is(err, ErrLogClosed) {
			r.failed.Store(&err) // whoever goes through the log gets less of it
		}
	}()
	for n := before - 1; n > 0 && len(out) == 0 && err == nil; n = (n - 1) / perPage * perPage {
		var events []model.Event
		events, err = r.page((n-1)/perPage, n)
		i := slices.IndexFunc(events, func(e model.Event) bool { return e.Seq <= n })
		if i >= 0 {
			out = events[i:]
		}
	}
	return out, err
}

// page returns the events of a page without lost ones. The newest page, which grows, is
// read at least up to an event.
func (r *reader) page(n, upTo uint64) ([]model.Event, error) {
	if r.closed {
		return nil, ErrClosed
	}
	if i := slices.IndexFunc(r.pages, func(p page) bool { return p.n == n }); i >= 0 {
		p := r.pages[i]
		r.pages = slices.Delete(r.pages, i, i+1)
		if p.events[0].Seq >= upTo { // else there may be more by now
			r.pages = slices.Insert(r.pages, 0, p)
			return p.events, nil
		}
	}
	var all []model.Event
	for e, err := range events(context.Background(), r.live.log, n*perPage) {
		if err != nil {
			return nil, err
		}
		if e.Body != nil && e.Line.Seq <= (n+1)*perPage {
			all = append(all, e.Event)
		}
		if e.Line.Seq >= (n+1)*perPage {
			break
		}
	}
	slices.Reverse(all)
	all = slices.Clip(all)
	if len(all) > 0 {
		r.pages = slices.Insert(r.pages[:min(len(r.pages), pagesN-1)], 0, page{n, all})
	}
	return all, nil
}

// Snapshot implements model.LogReader.
func (r *reader) Snapshot(before uint64) (model.Table, error) {
	if r.anew.Load() {
		return r.live.empty(), nil
	}
	if at, t := r.live.index.snapshot(r.live.empty(), before-1); at.Seq > 0 {
		return t, nil
	}
	return r.live.empty(), nil // the log knows better
}

// Audiences implements model.LogReader.
func (r *reader) Audiences(upTo uint64, each func(who []string, of []uint32)) error {
	return r.live.askIndex(upTo, func(x Index) error { return x.EachAudience(upTo, each) })
}

// LastOfKind implements model.LogReader.
func (r *reader) LastOfKind(kind string, before uint64) (seq uint64, err error) {
	err = r.live.askIndex(before-1, func(x Index) error {
		seq, err = x.Last(kind, before)
		return err
	})
	return seq, err
}

// forget drops what was read, when the log was replaced.
func (r *reader) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pages = nil
}

func (r *reader) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pages, r.closed = nil, true
}
