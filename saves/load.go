package saves

import (
	"context"
	"errors"
	"slices"

	"example.org/fray/model"
)

// edition is the version of snapshots. It goes up when the model applies events or writes
// tables in another way; an index with snapshots of another edition is made anew.
const edition = 13

// load reads the table from the newest snapshot that fits the log, or else from the first
// event.
func (l *Live) load(ctx context.Context) error {
	l.id.Store(nil)
	for line, err := range l.log.Read(ctx, 0) {
		if err != nil {
			return err
		}
		l.id.Store(&line.Hash)
		break
	}
	newest, end, err := l.log.Newest(ctx)
	l.end = end
	if err != nil || newest == 0 {
		return err
	}
	defer func() {
		if l.last.Seq > newest { // somebody appended meanwhile
			l.end = l.last.Hash
		}
	}()
	l.index.of(*l.id.Load())
	for upTo := newest; ; {
		at, t := l.index.snapshot(l.empty(), upTo)
		if at.Seq == 0 {
			return l.fold(ctx, newest)
		}
		switch oldest, err := l.foldFrom(ctx, at, t); {
		case errors.Is(err, errOther):
			l.index.drop(at.Seq)
			upTo = at.Seq - 1
		case errors.Is(err, errReachesBack):
			l.index.drop(oldest)
			upTo = oldest - 1
		default:
			return err
		}
	}
}

var (
	errOther       = errors.New("the snapshot is of another log")
	errReachesBack = errors.New("a later event changes one that the snapshot holds")
)

// foldFrom applies the events after a snapshot. If they undo, redo or correct events that
// are in the snapshot, the error is errReachesBack, and oldest is the first of those.
func (l *Live) foldFrom(ctx context.Context, at Reached, t model.Table) (oldest uint64, err error) {
	t = t.WithReader(l.reader).BeginLoading()
	for e, err := range events(ctx, l.log, at.Seq-1) {
		switch {
		case err != nil:
			return 0, err
		case e.Line.Seq == at.Seq && e.Hash != at.Hash:
			return 0, errOther
		case e.Line.Seq > at.Seq:
			if back := OldestChanged(e.Event); back > 0 && back <= at.Seq && (oldest == 0 || back < oldest) {
				oldest = back
			}
			if oldest == 0 {
				t = l.applied(t, e)
			}
		}
		l.last = e.Line
	}
	if oldest > 0 {
		return oldest, errReachesBack
	}
	if t, err = l.wholeOf(t); err != nil {
		return 0, err
	}
	l.publish(t)
	return 0, nil
}

// wholeOf finishes a table to which all of its log was applied.
func (l *Live) wholeOf(t model.Table) (model.Table, error) {
	t, ok := t.EndLoading()
	if !ok {
		return t, &Damaged{Path: l.log.Path(), What: "events that were undone or redone cannot be read again"}
	}
	return t, nil
}

// applied applies an event; a lost one changes nothing.
func (l *Live) applied(t model.Table, e entry) model.Table {
	if e.Body == nil {
		return t
	}
	return t.Apply(e.Event)
}

// OldestChanged returns the oldest event that an event undoes, redoes or corrects; 0 for none.
func OldestChanged(e model.Event) (oldest uint64) {
	for _, f := range e.Facts {
		of := uint64(0)
		switch f := f.(type) {
		case model.Undone:
			of = f.Seq
		case model.Redone:
			of = f.Seq
		case model.Amended:
			of = f.Event
		}
		if of > 0 && (oldest == 0 || of < oldest) {
			oldest = of
		}
	}
	return oldest
}

// slowFrom is the number of events from which on reading them takes so long that people are
// told.
const slowFrom = 20_000

// fold builds the table from its first event, and keeps a snapshot at the end.
func (l *Live) fold(ctx context.Context, newest uint64) error {
	if newest >= slowFrom && l.deps.Slow != nil {
		l.deps.Slow(newest)
	}
	l.index.drop(1)
	l.reader.anew.Store(true)
	defer l.reader.anew.Store(false)
	t := l.empty().WithReader(l.reader).BeginLoading()
	for e, err := range manyEvents(ctx, l.log, 0) {
		if err != nil {
			return err
		}
		t = l.applied(t, e).Shortened(within)
		l.last = e.Line
	}
	t, err := l.wholeOf(t)
	if err != nil {
		return err
	}
	l.publish(t)
	if l.Why() == nil && newest >= snapshotEvery {
		l.index.keepSnapshot(t, l.last)
	}
	return nil
}

// loadAnew reads the table again after its log was replaced or lost events.
func (l *Live) loadAnew(ctx context.Context) error {
	l.reader.forget()
	l.views.forget()
	err := l.load(ctx)
	if err != nil {
		l.failed.Store(&err)
	}
	return err
}

// refresh reads what others have added to the log.
func (l *Live) refresh(ctx context.Context) (bool, error) {
	seq, hash, err := l.log.Newest(ctx)
	if err != nil {
		return false, err
	}
	t, was, last := l.Now(), l.last, l.last
	switch {
	case seq == was.Seq && hash == was.Hash:
		l.end = hash
		return false, nil
	case seq < was.Seq:
		return true, l.loadAnew(ctx)
	}
	dice := diceFollower{home: homeOf(l.log.Path()), dice: l.dice}
	for e, err := range entries(ctx, l.log, max(was.Seq, 1)-1) {
		if err != nil {
			return false, err
		}
		if e.Line.Seq == was.Seq && e.Hash != was.Hash {
			l.read = false
			return true, l.loadAnew(ctx)
		}
		if e.Line.Seq > was.Seq {
			t, last = l.applied(t, e), e.Line
		}
		if e.Line.Seq != was.Seq {
			dice.follow(e)
		}
		hash = e.Hash
	}
	l.end = hash
	if last.Seq == was.Seq {
		return false, nil // only a line that is no event stands behind it
	}
	if l.last = last; l.read {
		l.dice = dice.dice
	}
	if t.OldestChange() > 0 {
		l.index.drop(t.OldestChange())
	}
	l.publish(t)
	return true, nil
}

// catchUp takes in what the log reports: new damage, and what others have added. Where
// the log answers again that was away, nothing is left unsaved: what could not be saved
// was refused.
func (l *Live) catchUp(ctx context.Context) {
	l.takeFindings()
	if l.open != nil {
		_, _ = l.settle(ctx) // the next change, or act, tries again
		return
	}
	_, err := l.refresh(ctx) // what cannot be read now may be when more is told
	if failed := l.failed.Load(); err == nil && failed != nil && isA[*Away](*failed) {
		l.failed.Store(nil)
		l.watch.Tell()
	}
}

// takeFindings takes in the damage that the log reports.
func (l *Live) takeFindings() {
	was, found := l.found.Load(), l.log.Findings()
	if found != was && !found.Same(was) {
		l.found.Store(found)
		if found.Lost() > was.Lost() {
			err := l.loadAnew(context.Background())
			if err == nil && l.Why() == nil {
				err = l.noteLoss(missingSince(found, was))
			}
			if err != nil {
				l.failed.Store(&err)
			}
		}
		l.watch.Tell()
	}
}

// missingSince returns the findings with only those gaps that are new.
func missingSince(now, was *Findings) *Findings {
	f := now.Clone()
	f.Missing = slices.DeleteFunc(f.Missing, func(g Gap) bool { return was != nil && slices.Contains(was.Missing, g) })
	return f
}
