package saves

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// application marks the file as ours: "fray" in ASCII.
const application = 0x66726179

// steps lead from one form of the file to the next; a file's user_version is
// the number of steps it has been through. A released step never changes.
var steps = []string{
	`CREATE TABLE events (
		seq  INTEGER PRIMARY KEY,
		body TEXT NOT NULL,
		hash BLOB NOT NULL
	);
	CREATE TABLE snapshots (
		seq     INTEGER PRIMARY KEY,
		edition INTEGER NOT NULL,
		body    BLOB NOT NULL
	);
	CREATE TABLE evening (
		id    INTEGER PRIMARY KEY CHECK (id = 1),
		seed  BLOB NOT NULL,
		drawn INTEGER NOT NULL
	);`,
	`CREATE TABLE hidden (
		id    INTEGER PRIMARY KEY CHECK (id = 1),
		seed  BLOB NOT NULL,
		drawn INTEGER NOT NULL
	);`,
}

// formHidden is the first form that keeps a seed of hidden dice.
const formHidden = 2

// header is what the first bytes of an SQLite file tell.
type header struct {
	application uint32
	version     int
	empty       bool // no byte was written yet
}

// readHeader looks at the file without SQLite, so that a file of somebody
// else is not touched at all.
func readHeader(path string) (header, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return header{}, explain(path, err)
	case info.IsDir():
		return header{}, &NotFray{path, "a folder"}
	case !info.Mode().IsRegular(): // it may never end
		return header{}, &NotFray{path, "no regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return header{}, explain(path, err)
	}
	defer func() { _ = f.Close() }()
	var b [100]byte
	switch n, err := io.ReadFull(f, b[:]); {
	case n == 0 && errors.Is(err, io.EOF):
		return header{empty: true}, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return header{}, &NotFray{path, fmt.Sprintf("only %d bytes long", n)}
	case err != nil:
		return header{}, explain(path, err)
	}
	if string(b[:16]) != "SQLite format 3\x00" {
		return header{}, &NotFray{path, "not an SQLite file, or its first page is damaged"}
	}
	h := header{
		application: binary.BigEndian.Uint32(b[68:]),
		version:     int(binary.BigEndian.Uint32(b[60:])),
	}
	if h.application != application {
		return h, &NotFray{path, "an SQLite file of another program"}
	}
	return h, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// prepareFile gives a new, empty file its marks: they can't be changed later.
func prepareFile(c *sqlite3.Conn) error {
	// Eight bytes at the end of every page are what its checksum stands in.
	if _, err := c.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, 8); err != nil {
		return err
	}
	// A journal file here could outlive a power cut and roll back, later, what
	// the write-ahead log has long since been told.
	return c.Exec(fmt.Sprintf(`PRAGMA journal_mode = MEMORY; PRAGMA application_id = %d; PRAGMA journal_mode = WAL`, application))
}

// migrate takes the file through the steps it has not been through. What has
// been through some is kept as it is first.
func (b *book) migrate(now time.Time) error {
	has, err := pragma(b.conn, "user_version")
	b.form = has
	if err != nil || has == len(steps) {
		return err
	}
	if has > len(steps) {
		return &Newer{b.path, has, len(steps)}
	}
	if has > 0 {
		if err := b.keepForm(has, now); err != nil {
			return err
		}
	}
	for v := has; v < len(steps); v++ {
		if err := b.conn.Exec(fmt.Sprintf(`BEGIN IMMEDIATE; %s PRAGMA user_version = %d; COMMIT`, steps[v], v+1)); err != nil {
			_ = b.conn.Exec(`ROLLBACK`)
			return err
		}
		b.form = v + 1
	}
	// The version must stand in the file itself, where others look for it.
	_, _, err = b.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_TRUNCATE)
	return err
}

func pragma(c *sqlite3.Conn, name string) (int, error) { return number(c, `PRAGMA `+name) }
