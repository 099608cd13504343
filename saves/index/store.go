package index

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"example.org/fray/saves"
)

// store is one SQLite file, or one in memory.
type store struct {
	conn  *sqlite3.Conn
	kept  bool // in a file
	about about
}

// about is what a store says of itself.
type about struct {
	log     saves.Hash
	edition int
	known   saves.Reached // up to which it is known who may know
	words   saves.Reached // up to which the words are known
	names   string        // whom the words name
	checked uint64
}

const tables = `
	CREATE TABLE about (id INTEGER PRIMARY KEY CHECK (id = 1), log BLOB NOT NULL, edition INTEGER NOT NULL,
		known INTEGER NOT NULL, known_hash BLOB NOT NULL, words INTEGER NOT NULL, words_hash BLOB NOT NULL, names TEXT NOT NULL,
		checked INTEGER NOT NULL);
	CREATE TABLE snapshots (seq INTEGER PRIMARY KEY, hash BLOB NOT NULL, body BLOB NOT NULL);
	CREATE TABLE audience (n INTEGER PRIMARY KEY, who TEXT NOT NULL);
	CREATE TABLE known (first INTEGER PRIMARY KEY, audiences BLOB NOT NULL);
	CREATE TABLE kind (kind TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) WITHOUT ROWID;
	CREATE TABLE remembered (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
	CREATE VIRTUAL TABLE find USING fts5 (words, tokenize = 'trigram', content = '', columnsize = 0);
	CREATE TABLE short (seq INTEGER PRIMARY KEY, words TEXT NOT NULL, apart TEXT NOT NULL);
	CREATE INDEX apart ON short (seq) WHERE apart <> '';`

// schema is what the tables look like in a file that this program has made.
var schema = sync.OnceValues(func() (string, error) {
	c, err := sqlite3.OpenFlags(":memory:", sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE)
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	err = fts5.Register(c)
	if err == nil {
		err = c.Exec(tables)
	}
	if err != nil {
		return "", err
	}
	return schemaOf(c)
})

// mostSchema is how many characters of a schema are read.
const mostSchema = 1 << 14

func schemaOf(c *sqlite3.Conn) (string, error) {
	var b strings.Builder
	err := query(c, `SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`, func(row *sqlite3.Stmt) bool {
		fmt.Fprintf(&b, "%s %s %s %s\n", row.ColumnText(0), row.ColumnText(1), row.ColumnText(2), row.ColumnText(3))
		return b.Len() < mostSchema
	})
	return b.String(), err
}

// errForeign is the error of a file that this program has not made.
var errForeign = errors.New("it is not as this program makes it")

// ofSQLite end the names of what SQLite would believe that stands beside a file, and open
// even where it is a pipe, at which it would wait. This program leaves none.
var ofSQLite = []string{"-journal", "-wal", "-shm"}

// openStore opens a file to be written, or one in memory for "". A new one is made where
// there is none.
func openStore(path string) (*store, error) {
	if path == "" {
		return begin(":memory:", sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE)
	}
	for _, suffix := range ofSQLite {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // SQLite would let others read it
	if err == nil {
		err = f.Close()
	} else if errors.Is(err, fs.ErrExist) {
		err = plain(path)
		if info, statErr := os.Lstat(path); err == nil && (statErr != nil || saves.Links(info) > 1) {
			err = cmp.Or(statErr, errForeign) // what is written to it would be written to a file elsewhere
		}
	}
	if err != nil {
		return nil, err
	}
	return begin(dsn(path, "rw"), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
}

// lookStore opens a file that is only read.
func lookStore(path string) (*store, error) {
	if err := plain(path); err != nil {
		return nil, err
	}
	return begin(dsn(path, "ro"), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
}

// plain reports what is wrong with a file before SQLite opens it: it must be a regular
// one without a log of its own.
func plain(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	for _, suffix := range ofSQLite {
		if _, err := os.Lstat(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			return errForeign
		}
	}
	if !info.Mode().IsRegular() {
		return errForeign
	}
	if info.Size() == 0 {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var header [20]byte
	if _, err := io.ReadFull(f, header[:]); err != nil || string(header[:16]) != "SQLite format 3\x00" || header[18] != 1 || header[19] != 1 {
		return errForeign
	}
	return nil
}

func dsn(path, mode string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	u := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(full), RawQuery: "mode=" + mode}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // C:/… on Windows
	}
	return u.String()
}

// begin opens a store and compares its tables with ours.
func begin(name string, flags sqlite3.OpenFlag) (*store, error) {
	c, err := sqlite3.OpenFlags(name, flags)
	if err != nil {
		return nil, err
	}
	s := &store{conn: c, kept: flags&sqlite3.OPEN_URI != 0}
	if err := s.begin(flags&sqlite3.OPEN_READONLY != 0); err != nil {
		_ = c.Close()
		return nil, err
	}
	return s, nil
}

func (s *store) begin(looks bool) error {
	if err := fts5.Register(s.conn); err != nil {
		return err
	}
	if err := s.conn.BusyTimeout(2 * time.Second); err != nil { // another program adds to it
		return err
	}
	err := s.conn.Exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON`)
	if err == nil && !looks {
		// Nothing of it is missed when the power goes: it is made anew.
		err = s.conn.Exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY`)
	}
	if err != nil {
		return err
	}
	has, err := schemaOf(s.conn)
	if err == nil && has == "" && !looks {
		if err = s.conn.Exec(`BEGIN;` + tables + `COMMIT`); err == nil {
			err = s.setAbout(about{})
		}
		return err
	}
	want, wantErr := schema()
	switch {
	case cmp.Or(err, wantErr) != nil:
		return cmp.Or(err, wantErr)
	case has != want:
		return errForeign
	}
	return s.readAbout()
}

func (s *store) readAbout() error {
	found := false
	err := s.query(`SELECT log, edition, known, known_hash, words, words_hash, names, checked FROM about`, func(row *sqlite3.Stmt) bool {
		a := &s.about
		found = len(row.ColumnRawBlob(0)) == len(a.log) && len(row.ColumnRawBlob(3)) == len(a.log) && len(row.ColumnRawBlob(5)) == len(a.log)
		copy(a.log[:], row.ColumnRawBlob(0))
		a.edition = row.ColumnInt(1)
		a.known.Seq = uint64(row.ColumnInt64(2))
		copy(a.known.Hash[:], row.ColumnRawBlob(3))
		a.words.Seq = uint64(row.ColumnInt64(4))
		copy(a.words.Hash[:], row.ColumnRawBlob(5))
		a.names = row.ColumnText(6)
		a.checked = uint64(row.ColumnInt64(7))
		return false
	})
	if err == nil && !found {
		err = errForeign
	}
	return err
}

func (s *store) setAbout(a about) error {
	err := s.query(`INSERT OR REPLACE INTO about (id, log, edition, known, known_hash, words, words_hash, names, checked) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
		a.log[:], a.edition, a.known.Seq, a.known.Hash[:], a.words.Seq, a.words.Hash[:], a.names, a.checked)
	if err == nil {
		s.about = a
	}
	return err
}

// query runs one statement; row sees each of its rows until it says false.
func (s *store) query(sql string, row func(*sqlite3.Stmt) bool, args ...any) error {
	return query(s.conn, sql, row, args...)
}

func query(c *sqlite3.Conn, sql string, row func(*sqlite3.Stmt) bool, args ...any) error {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	for i, a := range args {
		if err == nil {
			err = bind(s, i+1, a)
		}
	}
	if err == nil {
		for s.Step() && (row == nil || row(s)) {
		}
		err = s.Err()
	}
	if closed := s.Close(); err == nil {
		err = closed
	}
	return err
}

func bind(s *sqlite3.Stmt, i int, a any) error {
	switch a := a.(type) {
	case int:
		return s.BindInt(i, a)
	case uint64:
		return s.BindInt64(i, int64(min(a, math.MaxInt64)))
	case []byte:
		return s.BindBlob(i, a)
	case string:
		return s.BindText(i, a)
	}
	return fmt.Errorf("a %T cannot be bound", a)
}
