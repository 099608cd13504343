package logfile

import (
	"path/filepath"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
)

func TestStore(t *testing.T) {
	logtest.TestStore(t, logtest.Stores{
		New: func(t *testing.T) saves.Store {
			dir := t.TempDir()
			return &Store{Folder: filepath.Join(dir, "tables"), State: filepath.Join(dir, "state"), Kept: filepath.Join(dir, "kept")}
		},
		Again: func(_ *testing.T, s saves.Store) saves.Store {
			again := *s.(*Store)
			return &again
		},
		Deletes: true,
		BacksUp: func(t *testing.T, l saves.Log) {
			if err := l.(*File).Backup(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
	})
}
