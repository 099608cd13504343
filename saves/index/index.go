package index

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"

	"example.org/fray/saves"
)

// Index is the index of one log, in a file or in memory. It implements [saves.Index].
type Index struct {
	path  string // of its file; "": it is in memory
	look  bool   // the file is only read, and what is added stays in memory
	place string // what the file takes the place of when it is closed; "": of nothing

	mu      sync.Mutex // guards what follows
	log     saves.Hash // whose index it is to be
	edition int
	own     *store // what is written; nil while it rests
	base    *base  // what is only read; nil: nothing
	numbers map[string]uint32
	over    bool
}

// base is a file that is only read, up to where it ended when it was opened: another
// program may be adding to it.
type base struct {
	*store
	known, words, snapshots uint64 // up to which event each counts
}

var _ saves.Index = (*Index)(nil)

// Open returns the index in the file at path. The file is made on first use if there is
// none that can be read. If it cannot be written the index is in memory.
func Open(path string) *Index { return &Index{path: path} }

// Look returns the index in the file at path, which is only read: what is added is kept in
// memory.
func Look(path string) *Index { return &Index{path: path, look: true} }

// copiesFor is the age at which a copy is removed as one that a killed program has left.
const copiesFor = time.Hour

// OpenCopy returns the index in a copy of the file at path, which replaces that file when
// it is closed: programs that use the file meanwhile are not disturbed. The error is that
// the folder cannot be written.
func OpenCopy(path string) (*Index, error) {
	const ending = ".copy"
	folder, start := filepath.Dir(path), "."+filepath.Base(path)+"."
	old, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, copy := range old {
		if !strings.HasPrefix(copy.Name(), start) || !strings.HasSuffix(copy.Name(), ending) {
			continue
		}
		if info, err := copy.Info(); err == nil && time.Since(info.ModTime()) > copiesFor {
			_ = os.Remove(filepath.Join(folder, copy.Name()))
		}
	}
	to, err := os.OpenFile(filepath.Join(folder, start+rand.Text()+ending), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if plain(path) == nil {
		var from *os.File
		if from, err = os.Open(path); err == nil {
			_, err = io.Copy(to, from)
			_ = from.Close() // it was only read
		}
	}
	if err := errors.Join(err, to.Close()); err != nil {
		_ = os.Remove(to.Name())
		return nil, err
	}
	return &Index{path: to.Name(), place: path}, nil
}

// Memory returns an index in memory.
func Memory() *Index { return &Index{} }

// Of makes it the index of a log; see [saves.Index].
func (x *Index) Of(log saves.Hash, edition int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.log == log && x.edition == edition {
		return nil
	}
	was := about{}
	switch {
	case x.base != nil:
		was = x.base.about
	case x.own != nil:
		was = x.own.about
	}
	fits := was.log == log && was.edition == edition
	if x.own != nil && !fits {
		x.drop()
	}
	x.log, x.edition = log, edition
	return nil // what there is of it is opened when somebody asks
}

// ready opens the file or files on first use.
func (x *Index) ready() (err error) {
	switch {
	case x.over:
		return saves.ErrClosed
	case x.own != nil:
		return nil
	case x.path != "" && !x.look:
		if x.own, err = x.file(); err == nil {
			return nil
		}
	case x.path != "" && x.look:
		x.base = x.lookedAt()
	}
	if x.own, err = openStore(""); err != nil {
		return err
	}
	about := about{log: x.log, edition: x.edition}
	if b := x.base; b != nil {
		about.known, about.words, about.names, about.checked = b.about.known, b.about.words, b.about.names, b.about.checked
	}
	return x.own.setAbout(about)
}

// file opens the file, and makes it anew if it is not an index of this log.
func (x *Index) file() (*store, error) {
	s, err := openStore(x.path)
	if err == nil && (x.log == saves.Hash{} || s.about.log == x.log && s.about.edition == x.edition) {
		return s, nil
	}
	if err == nil {
		_ = s.conn.Close()
	}
	if err := removeFile(x.path); err != nil {
		return nil, err
	}
	if s, err = openStore(x.path); err != nil {
		return nil, err
	}
	if err := s.setAbout(about{log: x.log, edition: x.edition}); err != nil {
		_ = s.conn.Close()
		return nil, err
	}
	return s, nil
}

// lookedAt opens the file to be read; nil if it is not an index of this log.
func (x *Index) lookedAt() *base {
	s, err := lookStore(x.path)
	if err != nil {
		return nil
	}
	if (x.log != saves.Hash{}) && (s.about.log != x.log || s.about.edition != x.edition) {
		_ = s.conn.Close()
		return nil
	}
	return &base{s, s.about.known.Seq, s.about.words.Seq, math.MaxInt64}
}

// removeFile removes the file, and what SQLite may have left beside it.
func removeFile(path string) error {
	for _, suffix := range append(ofSQLite[:len(ofSQLite):len(ofSQLite)], "") {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Forget forgets everything; see [saves.Index].
func (x *Index) Forget() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop()
	if x.path == "" {
		return nil
	}
	if x.look {
		x.path = "" // it is of no use
		return nil
	}
	return removeFile(x.path)
}

// drop closes what is open.
func (x *Index) drop() {
	if x.own != nil {
		_ = x.own.conn.Close()
	}
	if x.base != nil {
		_ = x.base.conn.Close()
	}
	x.own, x.base, x.numbers = nil, nil, nil
}

// Rest closes the file until somebody asks; see [saves.Index].
func (x *Index) Rest() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.own != nil && x.own.kept {
		x.drop()
	}
}

// Close closes the index; see [saves.Index].
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop()
	if x.place != "" && !x.over {
		if err := os.Rename(x.path, x.place); err != nil && !errors.Is(err, os.ErrNotExist) {
			_ = os.Remove(x.path) // it is made anew some time
		}
	}
	x.over = true
	return nil
}

// asked calls what with the index open.
func (x *Index) asked(what func() error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.ready(); err != nil {
		return err
	}
	return x.explain(what())
}

// written calls what in a transaction.
func (x *Index) written(what func() error) error {
	return x.asked(func() error {
		was := x.own.about
		err := x.own.conn.Exec(`BEGIN`)
		if err == nil {
			if err = what(); err == nil {
				err = x.own.conn.Exec(`COMMIT`)
			}
			if err != nil {
				_ = x.own.conn.Exec(`ROLLBACK`)
				x.own.about, x.numbers = was, nil
			}
		}
		return err
	})
}

func (x *Index) explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the index %s: %w", x.path, err)
}

// stores returns the stores that are read, the one with the newest events first.
func (x *Index) stores() []*store {
	if x.base != nil {
		return []*store{x.own, x.base.store}
	}
	return []*store{x.own}
}

// back yields the events that a query finds before one, the newest first. The last
// parameter of the query is that event; in a file that is only read nothing after upTo
// counts.
func (x *Index) back(before uint64, upTo func(*base) uint64, sql string, args []any, yield func(seq uint64) bool) error {
	return x.asked(func() error {
		for _, s := range x.stores() {
			end := before
			if x.base != nil && s == x.base.store {
				end = min(end, upTo(x.base)+1)
			}
			more := true
			err := s.query(sql, func(row *sqlite3.Stmt) bool {
				more = yield(uint64(row.ColumnInt64(0)))
				return more
			}, append(slices.Clone(args), end)...)
			if err != nil || !more {
				return err
			}
		}
		return nil
	})
}

// Checked returns the event that an unfinished check has reached; see [saves.Index].
func (x *Index) Checked() (seq uint64, err error) {
	err = x.asked(func() error { seq = x.own.about.checked; return nil })
	return seq, err
}

// SetChecked keeps the event that a check has reached; see [saves.Index].
func (x *Index) SetChecked(seq uint64) error {
	return x.written(func() error {
		a := x.own.about
		a.checked = seq
		return x.own.setAbout(a)
	})
}

const (
	snapshotsKept = 3    // of the newest
	snapshotStep  = 4096 // events, of each of which one older snapshot stays
)

// Snapshot returns the newest snapshot up to an event; see [saves.Index].
func (x *Index) Snapshot(upTo uint64) (at saves.Reached, body []byte, err error) {
	err = x.asked(func() error {
		for _, s := range x.stores() {
			most := upTo
			if x.base != nil && s == x.base.store {
				most = min(most, x.base.snapshots)
			}
			err := s.query(`SELECT seq, hash, body FROM snapshots WHERE seq <= ? ORDER BY seq DESC LIMIT 1`, func(row *sqlite3.Stmt) bool {
				if seq := uint64(row.ColumnInt64(0)); seq > at.Seq {
					at = saves.Reached{Seq: seq}
					copy(at.Hash[:], row.ColumnRawBlob(1))
					body = row.ColumnBlob(2, nil)
				}
				return false
			}, most)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return at, body, err
}

// AddSnapshot keeps a snapshot; see [saves.Index].
func (x *Index) AddSnapshot(at saves.Reached, body []byte) error {
	return x.written(func() error {
		err := x.own.query(`INSERT OR REPLACE INTO snapshots (seq, hash, body) VALUES (?, ?, ?)`, nil, at.Seq, at.Hash[:], body)
		if err != nil {
			return err
		}
		return x.own.query(`DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)
			AND seq NOT IN (SELECT min(seq) FROM snapshots GROUP BY seq / ?)`, nil, snapshotsKept, snapshotStep)
	})
}

// DropSnapshots forgets the snapshots from an event on; see [saves.Index].
func (x *Index) DropSnapshots(from uint64) error {
	return x.written(func() error {
		if x.base != nil {
			x.base.snapshots = min(x.base.snapshots, from-1)
		}
		return x.own.query(`DELETE FROM snapshots WHERE seq >= ?`, nil, from)
	})
}

// mostRemembered is the length beyond which a value is not kept.
const mostRemembered = 1 << 16

// Remembered returns what was kept under a key; see [saves.Index].
func (x *Index) Remembered(key string) (value string, err error) {
	err = x.asked(func() error {
		for _, s := range x.stores() {
			err := s.query(`SELECT value FROM remembered WHERE key = ?`, func(row *sqlite3.Stmt) bool {
				value = row.ColumnText(0)
				return false
			}, key)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return value, err
}

// Remember keeps a value; see [saves.Index].
func (x *Index) Remember(key, value string) error {
	if len(key)+len(value) > mostRemembered {
		return nil
	}
	return x.written(func() error {
		return x.own.query(`INSERT OR REPLACE INTO remembered (key, value) VALUES (?, ?)`, nil, key, value)
	})
}
