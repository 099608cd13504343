package saves

import (
	"context"
	"errors"
	"io/fs"

	"example.org/fray/model"
)

// Tables are those of a store, as a program opens them: with the rulebooks that it knows, its
// clock and dice, and what it has worked out of their logs.
type Tables struct {
	Store Store
	Rules model.Rulebooks
	Deps  Deps // of each table; its Store is not needed

	// Anyway has tables be played that this version does not wholly understand; their logs say so.
	Anyway bool

	// Index gives the index in the file at a path; where write is false it changes no file.
	Index func(path string, write bool) Index
}

// Open opens a table to play at it. If another program plays it, or it cannot be written, it is
// read-only; see [Live.Why]. The errors are those of the store and of the log.
func (t Tables) Open(ctx context.Context, name string) (*Live, error) {
	log, err := t.Store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	live, err := Open(log, t.indexOf(log, log.Why() == nil), t.Rules, t.deps())
	if err == nil && t.Anyway && isA[*NotUnderstood](live.Why()) {
		if _, err := live.Do(program, model.PlayAnyway{}); err != nil {
			return nil, errors.Join(err, live.Close())
		}
	}
	return live, err
}

// Look opens a table read-only, whoever plays at it. It makes no files.
func (t Tables) Look(ctx context.Context, name string) (*Live, error) {
	log, err := t.Store.Look(ctx, name)
	if err != nil {
		return nil, err
	}
	d := t.deps()
	d.Now, d.Seed = nil, nil
	return Open(log, t.indexOf(log, false), t.Rules, d)
}

// Make makes a table and opens it.
func (t Tables) Make(ctx context.Context, as model.Make) (*Live, error) {
	log, err := t.Store.Create(ctx, as.Name)
	if err != nil {
		return nil, err
	}
	return t.MakeIn(ctx, log, as)
}

// MakeIn makes a table in an empty log of the store, and opens it. If that is refused, nothing is
// left of the log, where the store deletes anything.
func (t Tables) MakeIn(ctx context.Context, log Log, as model.Make) (*Live, error) {
	live, err := Make(log, t.indexOf(log, true), t.Rules, as, t.deps())
	if err != nil {
		if gone := t.Store.Delete(ctx, log.Path()); !errors.Is(gone, ErrDeletesNothing) && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		return nil, err
	}
	return live, nil
}

func (t Tables) indexOf(log Log, write bool) Index {
	return t.Index(t.Store.IndexPath(log.Path()), write)
}

func (t Tables) deps() Deps {
	d := t.Deps
	d.Store = t.Store
	return d
}
