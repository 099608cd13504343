package saves_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
)

// makeAt makes a table in a new file.
func makeAt(path, name string, deps saves.Deps) (*saves.Live, error) {
	return makeWith(path, name, deps, logfile.Options{Now: deps.Now})
}

// makeWith makes a table in a new file that is opened with options.
func makeWith(path, name string, deps saves.Deps, o logfile.Options) (*saves.Live, error) {
	log, err := logfile.Create(path, o)
	if err != nil {
		return nil, err
	}
	return saves.Make(log, index.Open(log.Path()+saves.IndexSuffix), rules, model.Make{Name: name, System: "toy"}, deps)
}

// from is where a log is read from at opening, by its index.
func from(x *index.Index, o logfile.Options) logfile.Options {
	o.Indexed = x.Known()
	return o
}

// openAt opens the table in a file.
func openAt(path string, deps saves.Deps) (*saves.Live, error) {
	x := index.Open(path + saves.IndexSuffix)
	log, err := logfile.OpenOrLook(path, from(x, logfile.Options{Now: deps.Now}))
	if err != nil {
		return nil, err
	}
	return saves.Open(log, x, rules, deps)
}

// lookAt opens the table in a file to be looked at.
func lookAt(path string) (*saves.Live, error) {
	x := index.Look(path + saves.IndexSuffix)
	log, err := logfile.Look(path, from(x, logfile.Options{}))
	if err != nil {
		return nil, err
	}
	return saves.Open(log, x, rules, saves.Deps{})
}

// checkAt checks the table in a file.
func checkAt(path, hash string) (saves.Report, error) {
	noted, err := saves.ParseNoted(hash)
	if err != nil {
		return saves.Report{}, err
	}
	log, err := logfile.Look(path, logfile.Options{})
	if err != nil {
		return saves.Report{}, err
	}
	x := index.Look(path + saves.IndexSuffix)
	defer func() { _, _ = log.Close(), x.Close() }()
	return saves.Check(context.Background(), log, x, rules, nil, noted)
}

func makeTable(t testing.TB) *saves.Live {
	t.Helper()
	l, err := makeAt(filepath.Join(t.TempDir(), "vault.fray"), "The Vault", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// overwrite puts bytes into a file.
func overwrite(t testing.TB, path string, at int64, b []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(b, at); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
