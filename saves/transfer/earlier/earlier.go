// Package earlier reads the tables of an earlier fray, whose log was an SQLite file.
//
// # Why
//
// Such a file is a stranger's as much as any. It is copied into a folder of its own before
// it is opened, so that nothing is written beside it; its schema must be the one that fray
// wrote, to the letter, so that no view, trigger or index of somebody else is ever run;
// and memory, the length of a row and the time that a row takes are bounded.
package earlier

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Header begins every SQLite file.
const Header = "SQLite format 3\x00"

// Event is an event as the file has it. One without a body is lost.
type Event struct {
	Seq   uint64
	Body  []byte // valid until the next one is read
	Sound bool   // it has the hash that it was written with
}

// Wrong says what is wrong with a file.
type Wrong struct{ What string }

// Error says what is wrong.
func (e *Wrong) Error() string { return e.What }

const (
	application = 0x66726179 // "fray" in ASCII
	form        = 2          // of the file: its last one

	mostFile = int64(2 << 30) // bytes of the file, and of its write-ahead log
	mostRow  = 8 << 20        // bytes of a row
	mostHeap = 128 << 20      // bytes of memory

	// waitForRow is how long a row may take: a file can be made so that the next one
	// never comes.
	waitForRow = 5 * time.Second
)

// schema is what fray wrote, with single spaces.
var schema = []string{
	"CREATE TABLE evening ( id INTEGER PRIMARY KEY CHECK (id = 1), seed BLOB NOT NULL, drawn INTEGER NOT NULL )",
	"CREATE TABLE events ( seq INTEGER PRIMARY KEY, body TEXT NOT NULL, hash BLOB NOT NULL )",
	"CREATE TABLE hidden ( id INTEGER PRIMARY KEY CHECK (id = 1), seed BLOB NOT NULL, drawn INTEGER NOT NULL )",
	"CREATE TABLE snapshots ( seq INTEGER PRIMARY KEY, edition INTEGER NOT NULL, body BLOB NOT NULL )",
}

// Events reads the events of a table, oldest first. The file is not changed, and nothing
// is made beside it. The error, a *Wrong or one of the disk, ends it.
func Events(ctx context.Context, path string) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if err := events(ctx, path, yield); err != nil {
			yield(Event{}, err)
		}
	}
}

func events(ctx context.Context, path string, yield func(Event, error) bool) (err error) {
	dir, err := os.MkdirTemp("", "fray-import-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	to := filepath.Join(dir, "table")
	if err := copyFile(path, to); err != nil {
		return err
	}
	if err := copyFile(path+"-wal", to+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r := &reader{}
	r.ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	if r.conn, err = sqlite3.OpenContext(r.ctx, "file:"+filepath.ToSlash(to)); err != nil {
		return r.explain(err)
	}
	defer func() { err = errors.Join(err, r.conn.Close()) }()
	r.conn.SetInterrupt(r.ctx)
	r.conn.HardHeapLimit(mostHeap)
	r.conn.Limit(sqlite3.LIMIT_LENGTH, mostRow)
	// What a damaged page still holds is judged by the hashes of its events.
	if err := r.conn.Exec(`PRAGMA checksum_verification = OFF`); err != nil {
		return r.explain(err)
	}
	if err := r.known(); err != nil {
		return r.explain(err)
	}
	return r.explain(r.read(yield))
}

// copyFile copies a regular file.
func copyFile(from, to string) (err error) {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &Wrong{fmt.Sprintf("%s is not a regular file", filepath.Base(from))}
	}
	if info.Size() > mostFile {
		return &Wrong{fmt.Sprintf("%s is too long: it has %d bytes, and %d are read at most", filepath.Base(from), info.Size(), mostFile)}
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it is only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, mostFile))
	return errors.Join(err, out.Close())
}

// reader reads a copy of a file.
type reader struct {
	conn *sqlite3.Conn
	ctx  context.Context
	stop context.CancelFunc
	late atomic.Bool // a row did not come in time
}

// explain gives what SQLite says as words about the file.
func (r *reader) explain(err error) error {
	_, wrong := errors.AsType[*Wrong](err)
	switch {
	case err == nil || wrong:
		return err
	case r.late.Load():
		return &Wrong{"it cannot be read: the next row does not come"}
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case errors.Is(err, sqlite3.NOMEM), errors.Is(err, sqlite3.TOOBIG):
		return &Wrong{"it cannot be read: it would take too much memory"}
	}
	return &Wrong{fmt.Sprintf("it cannot be read: %v", err)}
}

// known compares what the file is made of with what fray made.
func (r *reader) known() error {
	for _, q := range []struct {
		sql  string
		want int
	}{{`PRAGMA application_id`, application}, {`PRAGMA user_version`, form}} {
		got := 0
		if err := r.query(q.sql, func(s *sqlite3.Stmt) bool { got = s.ColumnInt(0); return false }); err != nil {
			return err
		}
		if got != q.want {
			return &Wrong{"it is an SQLite file, but no table of fray's last form"}
		}
	}
	var found []string
	err := r.query(`SELECT type, sql FROM sqlite_schema`, func(s *sqlite3.Stmt) bool {
		found = append(found, strings.Join(strings.Fields(s.ColumnText(1)), " "))
		return s.ColumnText(0) == "table" && len(found) <= len(schema)
	})
	if err != nil {
		return err
	}
	if slices.Sort(found); !slices.Equal(found, schema) {
		return &Wrong{"it holds other tables than fray made: somebody has changed it"}
	}
	return nil
}

// query runs one statement; row sees each of its rows until it says false.
func (r *reader) query(sql string, row func(*sqlite3.Stmt) bool) error {
	late := time.AfterFunc(waitForRow, func() { r.late.Store(true); r.stop() })
	defer late.Stop()
	s, _, err := r.conn.Prepare(sql)
	if err != nil {
		return err
	}
	for s.Step() {
		late.Stop() // whoever looks at the row may take their time
		if !row(s) {
			break
		}
		late.Reset(waitForRow)
	}
	if err := s.Err(); err != nil {
		_ = s.Close() // says the same
		return err
	}
	return s.Close()
}

// read goes through the events.
func (r *reader) read(yield func(Event, error) bool) error {
	var odd error
	before, newest := [sha256.Size]byte{}, uint64(0)
	err := r.query(`SELECT seq, body, hash FROM events ORDER BY seq`, func(s *sqlite3.Stmt) bool {
		e := Event{Seq: uint64(s.ColumnInt64(0)), Body: s.ColumnRawText(1)}
		if e.Seq <= newest || e.Seq > 1<<40 {
			odd = &Wrong{fmt.Sprintf("event %d follows event %d", e.Seq, newest)}
			return false
		}
		newest = e.Seq
		hash := chain(before, e.Seq, e.Body)
		kept := s.ColumnRawBlob(2)
		e.Sound = string(kept) == string(hash[:])
		if len(kept) == len(before) {
			before = [sha256.Size]byte(kept)
		}
		return yield(e, nil)
	})
	return errors.Join(odd, err)
}

// chain is the hash of an event: over the hash before it, its number and its body.
func chain(before [sha256.Size]byte, seq uint64, body []byte) [sha256.Size]byte {
	b := binary.BigEndian.AppendUint64(slices.Clone(before[:]), seq)
	return sha256.Sum256(append(b, body...))
}
