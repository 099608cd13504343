package logfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.org/fray/saves"
)

// Store is a folder of tables; see [saves.Store]. A table's name in it is the path of its
// file, which may also lie outside of the folder.
type Store struct {
	Folder string // of the files; made with the first
	State  string // see [Options]
	Kept   string // the folder of all records, which only this user can read

	// Indexed gives what the index of the table at a path knows of its log; nil: nobody does.
	Indexed func(path string) saves.Known
}

var _ saves.Store = (*Store)(nil)

// Options are those of the log of a new table.
func (s *Store) Options() Options { return Options{State: s.State} }

// options are those for the log at a path.
func (s *Store) options(path string) Options {
	o := s.Options()
	if _, known := Recall(o.State, path); !known && s.Indexed != nil {
		o.Indexed = s.Indexed(path)
	}
	return o
}

// List gives the tables of the folder; see [List].
func (s *Store) List(context.Context) ([]saves.Listed, error) { return List(s.Folder, s.State) }

// Find gives the path of a table by its name or by its path; see [Find].
func (s *Store) Find(_ context.Context, typed string) (string, error) {
	return Find(s.Folder, s.State, typed)
}

// Create makes a new file in the folder; see [New].
func (s *Store) Create(_ context.Context, called string) (saves.Log, error) {
	return asLog(New(s.Folder, called, s.Options()))
}

// Begin makes a new file in the folder that has no name yet; see [Begin].
func (s *Store) Begin() (saves.Log, error) { return asLog(Begin(s.Folder, s.Options())) }

// Finish gives the file of a log that Begin has made its name; see [File.Finish].
func (s *Store) Finish(log saves.Log, called string) error { return log.(*File).Finish(called) }

// CreateAt makes a new file at a path; see [Create].
func (s *Store) CreateAt(path string) (saves.Log, error) { return asLog(Create(path, s.Options())) }

// Open opens the log at a path; see [OpenOrLook].
func (s *Store) Open(_ context.Context, path string) (saves.Log, error) {
	return asLog(OpenOrLook(path, s.options(path)))
}

// Look opens the log at a path to be read; see [Look].
func (s *Store) Look(_ context.Context, path string) (saves.Log, error) {
	return asLog(Look(path, s.options(path)))
}

// asLog gives a log as what every store gives: a nil pointer would be a log to whoever
// compares it with nil.
func asLog(l *File, err error) (saves.Log, error) {
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Played reports whether a program writes the file; see [Played].
func (s *Store) Played(_ context.Context, path string) (bool, error) { return Played(path), nil }

// Delete removes the file and all that stands beside it; see [Remove].
func (s *Store) Delete(_ context.Context, path string) error { return Remove(path, s.State) }

// Backups lists the backups beside the file; see [Backups].
func (s *Store) Backups(_ context.Context, path string) ([]saves.Backup, error) {
	return Backups(path)
}

// Restore makes a new file of a backup, in the folder of the table; see [Restore].
func (s *Store) Restore(_ context.Context, path string, session int, called string, edit func(saves.Log) error) (string, []string, error) {
	return Restore(path, session, called, edit, s.Options())
}

// CheckBackups reads the backups beside the file of a log of this store.
func (s *Store) CheckBackups(_ context.Context, log saves.Log) (wrong []string, fix string) {
	return log.(*File).checkBackups(), fmt.Sprintf("'fray play %[1]s' opens it as far as it is sound and keeps what was found; 'fray restore %[1]s' lists its backups", saves.Typed(log.Path()))
}

// Records opens the records of a log, which lie apart from its file: they are found by the
// hash of its first line.
func (s *Store) Records(ctx context.Context, log saves.Log) (saves.Records, error) {
	id := ""
	for line, err := range log.Read(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if line.Hash != (saves.Hash{}) {
			id = line.Hash.String()
		}
		break
	}
	return s.recordsOf(id), nil
}

func (s *Store) recordsOf(id string) *Records {
	return OpenRecords(filepath.Join(s.Kept, "tables", cmp.Or(id, "lost")))
}

// OwnRecords opens the records of those who host the folder.
func (s *Store) OwnRecords(context.Context) (saves.Records, error) {
	return OpenRecords(filepath.Join(s.Kept, "house")), nil
}

// With looks through the records of all tables in the folder.
func (s *Store) With(ctx context.Context, kind saves.Kind, id string) (map[string][]byte, error) {
	kept, err := os.ReadDir(filepath.Join(s.Kept, "tables"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the records of the tables cannot be listed: %w", err)
	}
	found := map[string][]byte{}
	for _, d := range kept {
		body, err := s.recordsOf(d.Name()).Get(ctx, kind, id)
		switch {
		case errors.Is(err, saves.ErrNoRecord):
		case err != nil:
			return nil, fmt.Errorf("the records of the table %s cannot be read: %w", d.Name(), err)
		default:
			found[d.Name()] = body
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	paths, err := pathsByID(s.Folder)
	out := map[string][]byte{}
	for table, body := range found {
		if path := paths[table]; path != "" { // else it lies in another folder, or nowhere any more
			out[path] = body
		}
	}
	return out, err
}

// IndexPath is beside the file.
func (s *Store) IndexPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + saves.IndexSuffix
}

// Close has nothing to give back.
func (s *Store) Close() error { return nil }
