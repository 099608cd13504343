package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/transfer"
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
	s.Indexed = func(path string) saves.Known { return indexedAt(s.IndexPath(path)) }
	return s
}

// indexedAt returns the newest event that an index has a snapshot of.
func indexedAt(path string) saves.Known {
	x := index.Look(path)
	defer func() { _ = x.Close() }() // it was only read
	return x.Known()
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

// at returns the tables of a store as this program opens them. On a terminal it tells why opening
// one takes long.
func (a *app) at(s saves.Store) saves.Tables {
	d := deps()
	d.Slow = func(events uint64) {
		a.tell(fmt.Sprintf("reading all %d events of the log, since its index is missing", events))
	}
	return saves.Tables{Store: s, Rules: rules(), Deps: d, Index: index.OpenOrLook}
}

// open opens a table to play it; see [saves.Tables].
func (p place) open(a *app) (*saves.Live, error) {
	return a.at(p.store).Open(context.Background(), p.name)
}

// look opens a table read-only; see [saves.Tables].
func (p place) look(a *app) (*saves.Live, error) {
	return a.at(p.store).Look(context.Background(), p.name)
}

// tell says on a terminal why something takes long, or how far it has come.
func (a *app) tell(words string) {
	if isTerminal(a.err) {
		fmt.Fprintln(a.err, clean("fray: "+words))
	}
}

// search finds text in the log of a read-only table. If the index is missing or far behind,
// and nobody plays the table, the index is built first and kept.
func search(a *app, live *saves.Live, seat model.Seat, text string) ([]uint64, error) {
	if live.Indexing() {
		a.tell("reading the words of the log, since its index is missing or behind")
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

// makeNamed creates a table: in the database if one is set and name is not a path,
// otherwise in a new file.
func makeNamed(a *app, name, system string) (*saves.Live, error) {
	if logfile.IsPath(name) {
		path, files := logfile.Path(name), a.files()
		as, err := newTable(a, logfile.TableName(path), system)
		if err != nil {
			return nil, err
		}
		log, err := files.CreateAt(path)
		if err != nil {
			return nil, err
		}
		return a.at(files).MakeIn(context.Background(), log, as)
	}
	s, err := a.tables()
	if err != nil {
		return nil, err
	}
	return makeIn(a, s, name, system)
}

// makeIn creates a table of a store.
func makeIn(a *app, s saves.Store, name, system string) (*saves.Live, error) {
	as, err := newTable(a, name, system)
	if err != nil {
		return nil, err
	}
	return a.at(s).Make(context.Background(), as)
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
		r.Proofs, r.NotProved = []string{}, []string{}
		switch {
		case r.Fix == "":
			r.Fix = fix
		case fix != "": // it has backups of its own
			r.Fix += fmt.Sprintf(". 'fray restore %s' lists them", saves.Typed(log.Path()))
		}
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
	return p.store.Restore(ctx, p.name, n, name, func(log saves.Log) error {
		live, err := saves.Open(log, index.Memory(), rules(), deps())
		if err != nil {
			return err
		}
		_, err = live.Do(model.Seat{Role: model.Program}, model.Rename{Name: name, System: live.Now().System})
		return errors.Join(err, live.Close())
	})
}
