package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/serve"
)

// rememberedFolder returns the folder with the newest event of each table. It is beside the
// settings, so that a folder of tables which was set back to an older state is noticed.
func rememberedFolder(a *app) string { return filepath.Join(filepath.Dir(stateFile(a)), "tables") }

// place is a table of a store, by its name there.
type place struct {
	store saves.Store
	name  string
}

// files returns the folder of tables as a store. Its records are beside the settings, so
// that a copied table does not include them.
func (a *app) files() *logfile.Store {
	s := &logfile.Store{Folder: a.folder(), State: rememberedFolder(a), Kept: serveFolder(a)}
	s.Reached = func(path string) saves.Reached { // the newest snapshot of its index
		x := index.Look(s.IndexPath(path))
		defer func() { _ = x.Close() }() // it was only read
		at, _, err := x.Snapshot(math.MaxInt64)
		if err != nil {
			return saves.Reached{}
		}
		return at
	}
	return s
}

// tables returns the store of tables that are named without a path: the database if one is
// set, otherwise the folder.
func (a *app) tables() (saves.Store, error) {
	s, err := a.database()
	if s == nil || err != nil {
		return a.files(), err
	}
	return s, nil
}

// open opens a table to play it. If another program plays it, or it cannot be written, it
// is read-only; see [saves.Live.Why].
func (p place) open(a *app) (*saves.Live, error) {
	log, err := p.store.Open(context.Background(), p.name)
	if err != nil {
		return nil, err
	}
	open := index.Open
	if log.Why() != nil {
		open = index.Look
	}
	d := deps()
	d.Store = p.store
	return saves.Open(log, open(p.store.IndexPath(log.Path())), rules(), withProgress(a, d))
}

// look opens a table read-only. It creates no files.
func (p place) look(a *app) (*saves.Live, error) {
	log, err := p.store.Look(context.Background(), p.name)
	if err != nil {
		return nil, err
	}
	return saves.Open(log, index.Look(p.store.IndexPath(log.Path())), rules(), withProgress(a, saves.Deps{ReadRulebook: readRulebookText, Store: p.store}))
}

// search finds text in the log of a read-only table. If the index is missing or far behind,
// and nobody plays the table, the index is built first and kept.
func search(a *app, live *saves.Live, seat model.Seat, text string) ([]uint64, error) {
	tell := func(words string) {
		if isTerminal(a.err) {
			fmt.Fprintln(a.err, "fray: "+words)
		}
	}
	if live.Indexing() {
		tell("reading the words of the log, since its index is missing or behind")
		if played, err := live.Store().Played(context.Background(), live.Path()); err == nil && !played {
			with, err := place{live.Store(), live.Path()}.index()
			if err != nil {
				fmt.Fprintln(a.err, clean(fmt.Sprintf("fray: the index cannot be kept (%v): each search reads the words of the log again", err)))
			} else {
				defer func() { _ = with.Close() }() // it was only read
				live = with
			}
		}
	}
	return live.Search(context.Background(), seat, text, int(live.Now().Seq()))
}

// index opens a table read-only, with an index that is kept.
func (p place) index() (*saves.Live, error) {
	log, err := p.store.Look(context.Background(), p.name)
	if err != nil {
		return nil, err
	}
	x, err := index.OpenCopy(p.store.IndexPath(log.Path()))
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return saves.Open(log, x, rules(), saves.Deps{ReadRulebook: readRulebookText, Store: p.store})
}

// withProgress prints on a terminal why opening takes long.
func withProgress(a *app, d saves.Deps) saves.Deps {
	if isTerminal(a.err) {
		d.Slow = func(events uint64) {
			fmt.Fprintf(a.err, "fray: reading all %d events of the log, since its index is missing\n", events)
		}
	}
	return d
}

// makeNamed creates a table: in the database if one is set and name is not a path,
// otherwise in a new file.
func makeNamed(a *app, name, system string) (*saves.Live, error) {
	if logfile.IsPath(name) {
		path, files := logfile.Path(name), a.files()
		return makeLive(a, files, logfile.TableName(path), system, func() (saves.Log, error) { return files.CreateAt(path) })
	}
	s, err := a.tables()
	if err != nil {
		return nil, err
	}
	return makeIn(a, s, name, system)
}

// makeIn creates a table in a store.
func makeIn(a *app, s saves.Store, name, system string) (*saves.Live, error) {
	return makeLive(a, s, name, system, func() (saves.Log, error) { return s.Create(context.Background(), name) })
}

// makeLive creates a table of a store in an empty log, which create makes.
func makeLive(a *app, s saves.Store, name, system string, create func() (saves.Log, error)) (*saves.Live, error) {
	as, err := newTable(a, name, system)
	if err != nil {
		return nil, err
	}
	log, err := create()
	if err != nil {
		return nil, err
	}
	d := deps()
	d.Store = s
	live, err := saves.Make(log, index.Open(s.IndexPath(log.Path())), rules(), as, d)
	if err != nil {
		if gone := s.Delete(context.Background(), log.Path()); !errors.Is(gone, saves.ErrDeletesNothing) {
			err = errors.Join(err, gone)
		}
		return nil, err
	}
	return live, nil
}

// newTable returns the command that creates a table for a rulebook. A rulebook that is a
// text becomes part of the table.
func newTable(a *app, name, system string) (model.Make, error) {
	text, ok, err := rulebookText(a, system)
	if ok {
		return model.Make{Name: name, Text: text}, nil
	}
	return model.Make{Name: name, System: system}, err
}

// openGuestList opens the guest list of a table.
func openGuestList(live *saves.Live) (*serve.GuestList, error) {
	records, err := live.Records(context.Background())
	if err != nil {
		return nil, err
	}
	return serve.OpenGuestList(records)
}

// demoLive opens the demo with the clock of a rulebook, or with its own for "".
func demoLive(a *app, own model.Rulebooks, system string) (*saves.Live, error) {
	d := deps()
	d.Store = a.files() // which has its records while it is played
	return saves.Demo(index.Memory(), own, d, system)
}

// check checks the whole log of a table and its backups.
func (p place) check(noted string) (saves.Report, error) {
	hash, err := saves.ParseNoted(noted)
	if err != nil {
		return saves.Report{}, err
	}
	log, err := p.store.Look(context.Background(), p.name)
	if err != nil {
		return saves.Report{}, err
	}
	x := index.Look(p.store.IndexPath(log.Path()))
	r, err := saves.Check(context.Background(), log, x, rules(), readRulebookText, hash)
	wrong, fix := p.store.CheckBackups(context.Background(), log)
	if r.Wrong = append(r.Wrong, wrong...); !r.Good() {
		r.Proofs, r.NotProved, r.Fix = []string{}, []string{}, fix
	}
	return r, errors.Join(err, log.Close(), x.Close())
}

// importLog creates a table from an exported JSON file.
func importLog(a *app, from io.Reader) (path string, notes []string, err error) {
	files, called := a.files(), ""
	to := transfer.Target{
		Make: func(name string) (saves.Log, error) {
			called = name
			return files.Begin()
		},
		Drop: func(log saves.Log) error {
			return errors.Join(log.Close(), files.Delete(context.Background(), log.Path()))
		},
		Rules: rules(), Read: readRulebookText, Now: deps().Now, Seed: deps().Seed,
	}
	log, notes, err := transfer.Import(context.Background(), from, to)
	if err != nil {
		return "", nil, err
	}
	if err := files.Finish(log, called); err != nil {
		return "", nil, errors.Join(err, to.Drop(log))
	}
	return log.Path(), notes, log.Close()
}

// restoreBackup creates a table from a backup of a table, in the same store, named after
// the session.
func restoreBackup(a *app, p place, asked string) (to string, notes []string, err error) {
	ctx := context.Background()
	all, err := p.store.Backups(ctx, p.name)
	if err != nil {
		return "", nil, err
	}
	n, _ := strconv.Atoi(asked) // anything but a number is no backup
	name := ""
	if i := slices.IndexFunc(all, func(b saves.Backup) bool { return strconv.Itoa(b.Session) == asked }); i >= 0 {
		evening := all[i].Time.Local().Format(" (evening of 2006-01-02)")
		name = model.Clean(cmp.Or(all[i].Table, logfile.TableName(p.name)), model.LongestName-len(evening)) + evening // what it was called stands in its log
	}
	to, notes, err = p.store.Restore(ctx, p.name, n, name)
	if err != nil {
		return "", nil, err
	}
	live, err := place{p.store, to}.open(a)
	if err != nil {
		return "", nil, err
	}
	_, err = live.Do(model.Seat{Role: model.Program}, model.Rename{Name: name, System: live.Now().System})
	return to, notes, errors.Join(err, live.Close())
}
