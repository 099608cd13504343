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
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/serve"
)

// rememberedFolder returns the folder with the newest event of each table. It is beside the
// settings, so that a folder of tables which was set back to an older state is noticed.
func rememberedFolder(a *app) string { return filepath.Join(filepath.Dir(stateFile(a)), "tables") }

// logOptions returns the options for opening the log at path. If no newest event is stored
// for it, reading starts at the newest snapshot of its index.
func logOptions(a *app, path string) logfile.Options {
	o := logfile.Options{State: rememberedFolder(a)}
	if _, known := logfile.Recall(o.State, path); !known {
		x := index.Look(indexOf(path))
		if at, _, err := x.Snapshot(math.MaxInt64); err == nil {
			o.From, o.FromHash = at.Seq, at.Hash
		}
		_ = x.Close() // it was only read
	}
	return o
}

// openLive opens the table at path to play it. If another program plays it, or it cannot be
// written, it is read-only; see [saves.Live.Why].
func openLive(a *app, path string) (*saves.Live, error) {
	var log saves.Log
	var err error
	if name, is := strings.CutPrefix(path, databasePrefix); is {
		var s *postgres.Store
		if s, err = a.needDatabase(); err == nil {
			log, err = s.Play(context.Background(), name)
		}
	} else {
		log, err = logfile.OpenOrLook(path, logOptions(a, path))
	}
	if err != nil {
		return nil, err
	}
	x := index.Open(indexFor(a, log))
	if log.Why() != nil {
		x = index.Look(indexFor(a, log))
	}
	return saves.Open(log, x, rules(), withProgress(a, deps()))
}

// openReadOnly opens the table at path read-only. It creates no files.
func openReadOnly(a *app, path string) (*saves.Live, error) {
	log, err := a.openLogReadOnly(path)
	if err != nil {
		return nil, err
	}
	return saves.Open(log, index.Look(indexFor(a, log)), rules(), withProgress(a, saves.Deps{ReadRulebook: readRulebookText}))
}

// openLogReadOnly opens the log at path read-only.
func (a *app) openLogReadOnly(path string) (saves.Log, error) {
	if name, is := strings.CutPrefix(path, databasePrefix); is {
		return a.logInDatabase(name)
	}
	return asLog(logfile.Look(path, logOptions(a, path)))
}

// asLog gives a log as what every store gives: a nil pointer would be a log to whoever
// compares it with nil.
func asLog(log *logfile.File, err error) (saves.Log, error) {
	if err != nil {
		return nil, err
	}
	return log, nil
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
		if !logfile.Played(live.Path()) {
			with, err := openIndexed(a, live.Path())
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

// openIndexed opens the table at path read-only, with an index that is kept.
func openIndexed(a *app, path string) (*saves.Live, error) {
	log, err := a.openLogReadOnly(path)
	if err != nil {
		return nil, err
	}
	x, err := index.OpenCopy(indexFor(a, log))
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return saves.Open(log, x, rules(), saves.Deps{ReadRulebook: readRulebookText})
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
	s, err := a.database()
	if err != nil {
		return nil, err
	}
	if isFile(name) {
		path := logfile.Path(name)
		return makeLive(a, logfile.TableName(path), system, func() (*logfile.File, error) { return logfile.Create(path, fileOptions(a)) })
	}
	if s == nil {
		return makeNew(a, name, system)
	}
	as, err := newTable(a, name, system)
	if err != nil {
		return nil, err
	}
	log, err := s.Create(context.Background(), name)
	if err != nil {
		return nil, err
	}
	return saves.Make(log, index.Open(indexFor(a, log)), rules(), as, deps())
}

// fileOptions returns the options for the log of a new table.
func fileOptions(a *app) logfile.Options { return logfile.Options{State: rememberedFolder(a)} }

// makeNew creates a table in a new file in the folder of tables.
func makeNew(a *app, name, system string) (*saves.Live, error) {
	return makeLive(a, name, system, func() (*logfile.File, error) { return logfile.New(a.folder(), name, fileOptions(a)) })
}

// makeLive creates a table in a new file, which create makes.
func makeLive(a *app, name, system string, create func() (*logfile.File, error)) (*saves.Live, error) {
	as, err := newTable(a, name, system)
	if err != nil {
		return nil, err
	}
	log, err := create()
	if err != nil {
		return nil, err
	}
	live, err := saves.Make(log, index.Open(indexFor(a, log)), rules(), as, deps())
	if err != nil {
		return nil, errors.Join(err, logfile.Remove(log.Path(), rememberedFolder(a)))
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
func openGuestList(a *app, live *saves.Live) (*serve.GuestList, error) {
	records, err := recordsOf(a, live)
	if err != nil {
		return nil, err
	}
	return serve.OpenGuestList(records)
}

// recordsOf opens the records of a table. It is not beside the table, so that a copied table does
// not include it.
func recordsOf(a *app, live *saves.Live) (saves.Records, error) {
	name, is := strings.CutPrefix(live.Path(), databasePrefix)
	if !is {
		return recordFile(a, live.ID()), nil
	}
	s, err := a.needDatabase()
	if err != nil {
		return nil, err
	}
	return s.Records(context.Background(), name)
}

// recordFile returns the records of a table that is kept in a file, by the table's id.
func recordFile(a *app, id string) *logfile.Records {
	return logfile.OpenRecords(filepath.Join(serveFolder(a), "tables", cmp.Or(id, "lost")))
}

// demoLive opens the demo with the clock of a rulebook, or with its own for "".
func demoLive(own model.Rulebooks, system string) (*saves.Live, error) {
	return saves.Demo(index.Memory(), own, deps(), system)
}

// checkAt checks the table at path, with its backups if it is a file.
func checkAt(a *app, path, noted string) (saves.Report, error) {
	hash, err := saves.ParseNoted(noted)
	if err != nil {
		return saves.Report{}, err
	}
	name, stored := strings.CutPrefix(path, databasePrefix)
	var log saves.Log
	if stored {
		log, err = a.logInDatabase(name)
	} else { // read the whole log, ignoring its index
		log, err = logfile.Look(path, logfile.Options{State: rememberedFolder(a)})
	}
	if err != nil {
		return saves.Report{}, err
	}
	x := index.Look(indexFor(a, log))
	r, err := saves.Check(context.Background(), log, x, rules(), readRulebookText, hash)
	if f, is := log.(*logfile.File); is {
		r.Wrong = append(r.Wrong, f.CheckBackups()...)
	}
	if !r.Good() {
		if r.Proofs = []string{}; !stored {
			r.Fix = fmt.Sprintf("'fray play %[1]s' opens it as far as it is sound and keeps what was found; 'fray restore %[1]s' lists its backups", saves.Typed(path))
		}
	}
	return r, errors.Join(err, log.Close(), x.Close())
}

// indexOf returns the path of the index of the log at path.
func indexOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + index.Suffix
}

// importLog creates a table from an exported JSON file.
func importLog(a *app, from io.Reader) (path string, notes []string, err error) {
	to := transfer.Target{
		Make: func(name string) (saves.Log, error) {
			return asLog(logfile.New(a.folder(), name, fileOptions(a)))
		},
		Drop: func(log saves.Log) error {
			return errors.Join(log.Close(), logfile.Remove(log.Path(), rememberedFolder(a)))
		},
		Rules: rules(), Read: readRulebookText, Now: deps().Now,
	}
	log, notes, err := transfer.Import(context.Background(), from, to)
	if err != nil {
		return "", nil, err
	}
	return log.Path(), notes, log.Close()
}

// restoreBackup creates a table from a backup of the table at path, in the same folder,
// named after the session.
func restoreBackup(a *app, path, asked string) (to string, notes []string, err error) {
	all, err := logfile.Backups(path)
	if err != nil {
		return "", nil, err
	}
	i := slices.IndexFunc(all, func(b logfile.Backup) bool { return strconv.Itoa(b.Session) == asked })
	if i < 0 {
		n, _ := strconv.Atoi(asked) // anything but a number is no backup
		_, _, err = logfile.Restore(path, n, "", logfile.Options{})
		return "", nil, err
	}
	name := fmt.Sprintf("%s (evening of %s)", cmp.Or(all[i].Table, logfile.TableName(path)), all[i].Time.Local().Format("2006-01-02"))
	to, notes, err = logfile.Restore(path, all[i].Session, name, fileOptions(a))
	if err != nil {
		return "", nil, err
	}
	live, err := openLive(a, to)
	if err != nil {
		return "", nil, err
	}
	_, err = live.Do(model.Seat{Role: model.Program}, model.Rename{Name: name, System: live.Now().System})
	return to, notes, errors.Join(err, live.Close())
}
