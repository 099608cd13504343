package saves

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// Store is where tables are: the files of a folder, or a database. It knows a table by a
// name, which is the Path of its log: that of its file, or what it is called in the
// database. The methods may be called from any goroutine, and several programs, on several
// machines, may have the same store open. The package logtest holds the exam that every
// implementation passes.
//
// Where a method names a table that is not there, errors.Is(err, fs.ErrNotExist) holds, and
// the error of Find is *NotFound; else it is one of the medium.
type Store interface {
	// List gives the tables that have events: the one first that was played last or, where
	// the store goes by that, made last.
	List(ctx context.Context) ([]Listed, error)

	// Find gives the name of the table that somebody means who types what it is called, in
	// small or capital letters.
	Find(ctx context.Context, typed string) (name string, err error)

	// Create gives an empty log for a new table that is to be called so. The error is
	// *Taken where the store has such a table.
	Create(ctx context.Context, called string) (Log, error)

	// Open opens the log of a table to play at it. Where it can only be read, its Why says
	// so.
	Open(ctx context.Context, name string) (Log, error)

	// Look opens the log of a table to be read, whoever plays at it.
	Look(ctx context.Context, name string) (Log, error)

	// Played reports whether a program has a table open to play at it.
	Played(ctx context.Context, name string) (bool, error)

	// Delete takes a table away for good, with all that is kept beside its log. The error is
	// *InUse while it is played, and ErrDeletesNothing where the store lets nobody delete;
	// nothing has changed then.
	Delete(ctx context.Context, name string) error

	// Backups gives the backups of a table, the oldest first; none where the store keeps
	// none of its own.
	Backups(ctx context.Context, name string) ([]Backup, error)

	// Restore makes a new table, to be called so, of a backup that Backups gives, by its
	// session. Before the table is there, edit is called with its log, unless it is nil, and closes it. It returns
	// the name of the new table, and sentences about what is missing from it. The error says
	// which backups there are, where that is none of them.
	Restore(ctx context.Context, name string, session int, called string, edit func(Log) error) (restored string, notes []string, err error)

	// CheckBackups reads the backups of the table whose log it is, and returns a sentence for
	// each that is damaged or of another table, and what to do where the log itself is
	// damaged; "" where that is for those who run the store.
	CheckBackups(ctx context.Context, log Log) (wrong []string, fix string)

	// Records opens the records of the table whose log it is, which need not be closed.
	Records(ctx context.Context, log Log) (Records, error)

	// OwnRecords opens the records that belong to no table: what its hosts keep of people.
	OwnRecords(ctx context.Context) (Records, error)

	// With gives the bodies of the records with a kind and an id, by the names of their
	// tables.
	With(ctx context.Context, kind Kind, id string) (map[string][]byte, error)

	// IndexPath is the path of a file in which what is worked out of a table's log can be
	// kept on this machine.
	IndexPath(name string) string

	// Close gives everything back. Logs and records of the store are closed first.
	Close() error
}

// ErrDeletesNothing is the error of deleting in a store where nobody who plays may.
var ErrDeletesNothing = errors.New("whoever plays in this store only adds to it: its tables are deleted by those who run the database")

// Listed is a table of a [Store].
type Listed struct {
	Path   string    `json:"path"`   // its name in the store
	Name   string    `json:"name"`   // what it is called
	Seq    uint64    `json:"seq"`    // its newest event; 0 when the store cannot say
	Played time.Time `json:"played"` // when that was
	Size   int64     `json:"size"`   // bytes; 0 when the store does not say
	ID     string    `json:"-"`      // the hash of its first line; "" when the store does not say
	Gone   bool      `json:"gone"`   // it is not there, but backups of it are: opening it puts it together again
}

// Backup is the log of a table as it stood at the end of a session.
type Backup struct {
	Path    string    `json:"path"`
	Session int       `json:"session"` // its number; no clock goes into it, which may be wrong
	Events  uint64    `json:"events"`  // number of the newest event in it; 0 when it does not say
	Time    time.Time `json:"time"`    // of that event
	Table   string    `json:"table"`   // what the table was called
	Size    int64     `json:"size"`    // in bytes
	Hash    string    `json:"-"`       // of the line of that event
}

// IndexSuffix ends the name of an index; see [Store].IndexPath.
const IndexSuffix = ".index"

// String names the backup as people tell it from others.
func (b Backup) String() string {
	if b.Time.IsZero() {
		return filepath.Base(b.Path)
	}
	return fmt.Sprintf("%s, which ends at event %d of %s", filepath.Base(b.Path), b.Events, b.Time.Local().Format(time.DateTime))
}
