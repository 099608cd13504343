package saves

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// book is a table's file: events that are only ever added. It is used by one
// goroutine at a time.
type book struct {
	path     string
	conn     *sqlite3.Conn
	insert   *sqlite3.Stmt // nil when the book is only read
	lock     *lock
	seq      uint64 // newest event
	hash     digest // its hash
	known    head   // what the head file said just before
	newest   head   // what it should say, once something was written
	pages    int    // of the write-ahead log that wait to go into the file
	unsynced bool   // a throw-away file: nothing is synced, nothing kept beside
	fresh    bool   // no commit yet: the folder may not know all names
}

// checkpointAt (which tests lower) is after how many pages of the write-ahead log they are moved
// into the file: 2 MB, so that a crash leaves little to read again.
var checkpointAt = 512

func dsn(path, query string) string {
	register()
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	u := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(full)}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // C:/… on Windows
	}
	q := url.Values{"vfs": {fileLayer}}
	if query != "" {
		q.Set(query, "1")
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// openBook opens the file to be written. Somebody else's or a newer file is
// left alone.
func openBook(path string) (*book, error) {
	l, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	b, err := openLocked(path, l)
	if err != nil {
		l.release()
		return nil, err
	}
	return b, nil
}

func openLocked(path string, l *lock) (*book, error) {
	h, err := readHeader(path)
	if err != nil {
		return nil, err
	}
	if h.empty {
		return nil, unfinished(path)
	}
	c, err := sqlite3.OpenFlags(dsn(path, ""), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, explain(path, err)
	}
	b := &book{path: path, conn: c, lock: l, fresh: true}
	if err := b.start(); err != nil {
		_ = c.Close()
		return nil, explain(path, err)
	}
	return b, nil
}

func (b *book) start() error {
	if err := migrate(b.conn, b.path); err != nil {
		return err
	}
	if err := b.prepare(); err != nil {
		return err
	}
	return b.readEnd()
}

// makeBook makes a new file, and its folder where that is missing. A file
// that was begun but holds no event yet is begun anew.
func makeBook(path string) (*book, error) {
	if err := makeFolder(path); err != nil {
		return nil, err
	}
	l, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	b, err := makeLocked(path, l)
	if err != nil {
		l.release()
		return nil, err
	}
	return b, nil
}

func makeLocked(path string, l *lock) (*book, error) {
	if exists(path) {
		if err := clearUnfinished(path); err != nil {
			return nil, err
		}
	}
	return createFile(path, l, false)
}

func createFile(path string, l *lock, throwAway bool) (*book, error) {
	c, err := sqlite3.OpenFlags(dsn(path, ""), sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, explain(path, err)
	}
	b := &book{path: path, conn: c, lock: l, fresh: true, unsynced: throwAway}
	if throwAway {
		err = c.Exec(`PRAGMA synchronous = OFF`)
	}
	if err == nil {
		err = prepareFile(c)
	}
	if err == nil {
		err = b.start()
	}
	if err != nil {
		_ = c.Close()
		removeFiles(path) // nothing is in them yet
		return nil, explain(path, err)
	}
	return b, nil
}

// lookBook opens the file to be read only.
func lookBook(path string) (*book, error) {
	h, err := readHeader(path)
	if err != nil {
		return nil, err
	}
	if h.empty {
		return nil, unfinished(path)
	}
	// After a crash even a reader has to put the write-ahead log in order,
	// for which it must be allowed to write beside the file.
	b, err := lookWith(path, "", sqlite3.OPEN_READWRITE)
	if !is[*Unwritable](err)() {
		return b, err
	}
	b, err = lookWith(path, "", sqlite3.OPEN_READONLY)
	if is[*Unwritable](err)() && !exists(path+"-wal") {
		// Nobody can change a file in a folder that nobody can write to.
		return lookWith(path, "immutable", sqlite3.OPEN_READONLY)
	}
	return b, err
}

func lookWith(path, query string, flags sqlite3.OpenFlag) (*book, error) {
	c, err := sqlite3.OpenFlags(dsn(path, query), flags|sqlite3.OPEN_URI)
	if err != nil {
		return nil, explain(path, err)
	}
	b := &book{path: path, conn: c}
	has, err := pragma(c, "user_version")
	if err == nil && has > len(steps) {
		err = &Newer{path, has, len(steps)}
	}
	if err == nil && has < len(steps) {
		err = fmt.Errorf("%s is of an older form (version %d of %d) and must be opened to play once, which brings it up to date", path, has, len(steps))
	}
	if err == nil {
		err = c.Exec(`PRAGMA query_only = ON`)
	}
	if err == nil {
		_, err = c.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true)
	}
	if err == nil {
		err = c.BusyTimeout(2 * time.Second)
	}
	if err == nil {
		err = b.readEnd()
	}
	if err != nil {
		_ = c.Close()
		return nil, explain(path, err)
	}
	return b, nil
}

func (b *book) prepare() error {
	if on, err := pragma(b.conn, "checksum_verification"); err != nil || on != 1 {
		if err == nil {
			err = b.damaged("its pages carry no checksums")
		}
		return err
	}
	if err := b.conn.BusyTimeout(2 * time.Second); err != nil {
		return err
	}
	// Pages go from the log into the file when nobody waits: see settle.
	setup := `PRAGMA wal_autocheckpoint = 0`
	if !b.unsynced {
		setup += `; PRAGMA synchronous = FULL`
	}
	if err := b.conn.Exec(setup); err != nil {
		return err
	}
	b.conn.WALHook(func(_ *sqlite3.Conn, _ string, pages int) error {
		b.pages = pages
		return nil
	})
	var err error
	b.insert, _, err = b.conn.PrepareFlags(`INSERT INTO events (seq, body, hash) VALUES (?, ?, ?)`, sqlite3.PREPARE_PERSISTENT)
	return err
}

// readEnd finds the newest event. The head file is read before it: a writer
// writes it last, so it can't rightly know of more.
func (b *book) readEnd() error {
	b.known, _ = readHead(b.path)
	b.seq, b.hash = 0, digest{}
	return query(b.conn, `SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1`, func(s *sqlite3.Stmt) bool {
		b.seq = uint64(s.ColumnInt64(0))
		copy(b.hash[:], s.ColumnRawBlob(1))
		return false
	})
}

// append commits events durably, and with them the dice drawn so far and now
// and then a snapshot. After an error the file stands as before.
func (b *book) append(d *draft) error {
	if err := b.conn.Exec(`BEGIN IMMEDIATE`); err != nil {
		return explain(b.path, err)
	}
	hash, err := b.write(d)
	if err == nil {
		err = b.conn.Exec(`COMMIT`)
	}
	if err != nil {
		if !b.conn.GetAutocommit() {
			_ = b.conn.Exec(`ROLLBACK`)
		}
		return explain(b.path, err)
	}
	last := d.lines[len(d.lines)-1]
	b.seq, b.hash = last.event.Seq, hash
	if b.unsynced {
		return nil
	}
	if b.fresh {
		syncFolder(b.path)
		b.fresh = false
	}
	// The event is safe; a head file that lags only protects less.
	b.newest = head{Seq: b.seq, Hash: b.hash.String(), Name: d.table.Name, Time: last.event.Time}
	_ = b.writeHead(false)
	return nil
}

func (b *book) writeHead(sync bool) error {
	return explain(b.path+headSuffix, b.newest.write(b.path, sync))
}

func (b *book) write(d *draft) (digest, error) {
	hash := b.hash
	for _, l := range d.lines {
		hash = chain(hash, l.event.Seq, l.body)
		if err := b.insertEvent(l.event.Seq, l.body, hash); err != nil {
			return hash, err
		}
	}
	if d.dice != nil && d.dice.changed {
		if err := writeEvening(b.conn, d.dice); err != nil {
			return hash, err
		}
	}
	if d.snapshotDue(b.seq) {
		return hash, b.writeSnapshot(d.table)
	}
	return hash, nil
}

func (b *book) insertEvent(seq uint64, body []byte, hash digest) error {
	if err := b.insert.BindInt64(1, int64(seq)); err != nil {
		return err
	}
	if err := b.insert.BindRawText(2, body); err != nil {
		return err
	}
	if err := b.insert.BindBlob(3, hash[:]); err != nil {
		return err
	}
	return b.insert.Exec()
}

// settle moves the pages of the write-ahead log into the file when there are
// many. Commits don't wait for it, and its failure loses nothing.
func (b *book) settle() {
	if b.pages >= checkpointAt {
		_, _, _ = b.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE)
		b.pages = 0
	}
}

// checkHead compares the end of the log with what the head file knows.
func (b *book) checkHead() error {
	h := b.known
	if h.Seq == 0 {
		return nil
	}
	if h.Seq > b.seq {
		return &Damaged{
			Path: b.path,
			What: fmt.Sprintf("its log ends at event %d, but event %d was written", b.seq, h.Seq),
			Fix: fmt.Sprintf("The copy %s may have the rest: 'fray import' makes a table of it. To go on from event %d, delete %s",
				b.path+copySuffix, b.seq, b.path+headSuffix),
		}
	}
	hash, err := b.hashAt(h.Seq)
	if err != nil {
		return explain(b.path, err)
	}
	if !h.is(hash) {
		return b.damaged("event %d is not the one that was written", h.Seq)
	}
	return nil
}

func (b *book) hashAt(seq uint64) (d digest, err error) {
	err = query(b.conn, `SELECT hash FROM events WHERE seq = ?`, func(s *sqlite3.Stmt) bool {
		copy(d[:], s.ColumnRawBlob(0))
		return false
	}, seq)
	return d, err
}

// close gives everything back. What was committed is safe without it.
func (b *book) close() error {
	var err error
	if b.insert != nil {
		_ = b.insert.Close()
		if !b.unsynced {
			_, _, err = b.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_TRUNCATE)
		}
	}
	if closed := b.conn.Close(); err == nil {
		err = closed
	}
	b.lock.release()
	return explain(b.path, err)
}

func unfinished(path string) error {
	return &Damaged{Path: path, What: "it holds no event: making it was cut short", Fix: "Make the table again under the same name"}
}
