package saves

import (
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// book is a table's file: events that are only ever added. It is used by one
// goroutine at a time.
type book struct {
	path string
	temp string // the folder of a file that stands in for the one at path
	conn *sqlite3.Conn
	file os.FileInfo // which file it is
	form int         // its user_version
	lock *lock
	end
	writing
}

// end is where the log ends.
type end struct {
	seq   uint64     // newest event
	hash  digest     // its hash
	salt  model.Salt // of the event that comes next
	ended time.Time
	known head // what the head file said just before
}

// writing is what only a book that is written has.
type writing struct {
	insert    *sqlite3.Stmt // nil when the book is only read
	begins    *sqlite3.Stmt
	commits   *sqlite3.Stmt
	newest    head   // what the head file should say, once something was written
	headLags  bool   // it does not say so yet
	pages     int    // of the write-ahead log, as of the last commit
	waiting   int    // of these, how many wait to go into the file
	copied    uint64 // up to which event the readable copy goes
	copyKnown bool   // whether that has been found out
	unsynced  bool   // a throw-away file: nothing is synced, nothing kept beside
	fresh     bool   // no commit yet: the folder may not know all names
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

// openToWrite opens the file, so that it can be written once start has been
// called: until then not a byte of it changes, nor when it is dropped.
func openToWrite(path string) (*book, error) {
	c, err := sqlite3.OpenFlags(dsn(path, ""), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, explain(path, err)
	}
	b := &book{path: path, conn: c, writing: writing{fresh: true}}
	if err := b.look(len(steps)); err != nil {
		_ = c.Close()
		return nil, explain(path, err)
	}
	return b, nil
}

// look reads where the log ends, of a file of a form up to newest, and keeps
// the file from being changed.
func (b *book) look(newest int) error {
	if _, err := b.conn.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true); err != nil {
		return err
	}
	if err := b.conn.BusyTimeout(2 * time.Second); err != nil {
		return err
	}
	if err := b.conn.Exec(`PRAGMA query_only = ON`); err != nil {
		return err
	}
	var err error
	if b.form, err = pragma(b.conn, "user_version"); err == nil && b.form > newest {
		err = &Newer{b.path, b.form, newest}
	}
	if err == nil {
		err = b.readEnd()
	}
	if err == nil {
		b.file, err = os.Stat(b.path)
	}
	return err
}

// start makes the book one that is written. Its file has been found sound.
func (b *book) start(now time.Time) error {
	if err := b.conn.Exec(`PRAGMA query_only = OFF`); err != nil {
		return err
	}
	if err := b.migrate(now); err != nil {
		return err
	}
	b.pages = rawLog(b.path).whole
	return b.prepare()
}

// stands is the path of the file, or of the one that stands in for it.
func (b *book) stands() string {
	if b.temp == "" {
		return b.path
	}
	return filepath.Join(b.temp, filepath.Base(b.path))
}

// drop gives the file back as it is.
func (b *book) drop() error {
	b.unprepare()
	err := b.conn.Close()
	if b.temp != "" {
		b.lock.release()
		_ = os.RemoveAll(b.temp)
	}
	return err
}

// makeBook makes a new file, and its folder where that is missing. A file
// that was begun but holds no event yet is begun anew.
func makeBook(path string, now time.Time) (*book, error) {
	if err := makeFolder(path); err != nil {
		return nil, err
	}
	l, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	b, err := makeLocked(path, l, now)
	if err != nil {
		l.release()
		return nil, err
	}
	return b, nil
}

func makeLocked(path string, l *lock, now time.Time) (*book, error) {
	if exists(path) {
		if err := clearUnfinished(path); err != nil {
			return nil, err
		}
	}
	// What stands beside a table that is gone may be all that is left of it.
	keep := &keeper{path: path, now: now}
	for _, suffix := range suffixes[1:] {
		if err := keep.aside(path + suffix); err != nil {
			return nil, explain(path, err)
		}
	}
	return createFile(path, l, false)
}

func createFile(path string, l *lock, throwAway bool) (*book, error) {
	// SQLite would let others read it, and makes its other files like it.
	if f, err := os.OpenFile(path, os.O_CREATE, private); err == nil {
		_ = f.Close()
	}
	c, err := sqlite3.OpenFlags(dsn(path, ""), sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI)
	if err != nil {
		removeFiles(path)
		return nil, explain(path, err)
	}
	b := &book{path: path, conn: c, lock: l, writing: writing{fresh: true, copyKnown: true, unsynced: throwAway}}
	if throwAway {
		err = c.Exec(`PRAGMA synchronous = OFF`)
	}
	if err == nil {
		err = prepareFile(c)
	}
	if err == nil {
		err = b.migrate(time.Time{})
	}
	if err == nil {
		err = b.prepare()
	}
	if err == nil {
		b.file, err = os.Stat(path)
	}
	if err != nil {
		_ = c.Close()
		removeFiles(path) // nothing is in them yet
		return nil, explain(path, err)
	}
	return b, nil
}

// lookBook opens the file to be read only. One of a newer form is read as far
// as it can be.
func lookBook(path string) (*book, error) {
	// After a crash even a reader has to put the write-ahead log in order,
	// for which it must be allowed to write beside the file.
	b, err := lookWith(path, "", sqlite3.OPEN_READWRITE)
	if !isA[*Unwritable](err) {
		return b, err
	}
	b, err = lookWith(path, "", sqlite3.OPEN_READONLY)
	if isA[*Unwritable](err) && !exists(path+"-wal") {
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
	if err := b.look(math.MaxInt); err != nil {
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
		b.pages, b.waiting = pages, pages
		return nil
	})
	for sql, s := range map[string]**sqlite3.Stmt{
		`BEGIN IMMEDIATE`: &b.begins, `COMMIT`: &b.commits, `INSERT INTO events (seq, body, hash) VALUES (?, ?, ?)`: &b.insert,
	} {
		var err error
		if *s, _, err = b.conn.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT); err != nil {
			return err
		}
	}
	return nil
}

// unprepare ends writing.
func (b *book) unprepare() {
	for _, s := range []**sqlite3.Stmt{&b.begins, &b.commits, &b.insert} {
		if *s != nil {
			_ = (*s).Close()
			*s = nil
		}
	}
}

// readEnd finds the newest event. The head file is read before it: a writer
// writes it last, so it can't rightly know of more.
func (b *book) readEnd() error {
	b.known, _ = readHead(b.path)
	b.seq, b.hash, b.salt, b.ended = 0, digest{}, model.Salt{}, time.Time{}
	return query(b.conn, `SELECT seq, hash, body FROM events ORDER BY seq DESC LIMIT 1`, func(s *sqlite3.Stmt) bool {
		b.seq = uint64(s.ColumnInt64(0))
		copy(b.hash[:], s.ColumnRawBlob(1))
		b.salt = saltAfter(b.seq, b.hash, s.ColumnRawText(2))
		b.ended = timeOf(s.ColumnRawText(2))
		return false
	})
}

// append commits events durably, and with them the dice drawn so far and now
// and then a snapshot. After an error the file stands as before.
func (b *book) append(d *draft) error {
	hash, err := b.transact(d)
	if err != nil {
		if !b.conn.GetAutocommit() {
			_ = b.conn.Exec(`ROLLBACK`)
		}
		return explain(b.path, err)
	}
	last := d.lines[len(d.lines)-1]
	b.seq, b.hash, b.salt, b.ended = last.event.Seq, hash, saltAfter(last.event.Seq, hash, last.body), last.event.Time
	if b.unsynced {
		return nil
	}
	if b.fresh {
		syncFolder(b.path)
		b.fresh = false
	}
	// The event is safe; a head file that lags only protects less. Whoever waits for
	// the commit does not wait for it.
	b.newest = head{Seq: b.seq, Hash: b.hash.String(), Name: d.table.Name, Time: last.event.Time}
	b.headLags = true
	return nil
}

// transact writes a draft as one transaction: an event that nothing comes with is one
// by itself.
func (b *book) transact(d *draft) (digest, error) {
	if len(d.lines) > 1 || d.drew() || d.table.Otherwise() > 0 || d.snapshotDue(b.seq) {
		if err := b.begins.Exec(); err != nil {
			return digest{}, err
		}
	}
	hash, err := b.write(d)
	if err == nil && !b.conn.GetAutocommit() {
		err = b.commits.Exec()
	}
	return hash, err
}

func (b *book) writeHead(sync bool) error {
	b.headLags = false // the next commit tries again
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
	if d.drew() {
		if err := writeSeeds(b.conn, d.dice, home(b.path)); err != nil {
			return hash, err
		}
	}
	if err := b.outdated(d.table.Otherwise()); err != nil {
		return hash, err
	}
	if d.snapshotDue(b.seq) {
		return hash, b.writeSnapshot(d.table)
	}
	return hash, nil
}

func (b *book) insertEvent(seq uint64, body []byte, hash digest) error {
	return b.insertRow(seq, body, hash[:])
}

// insertRow keeps an event, or with neither body nor hash that it is lost.
func (b *book) insertRow(seq uint64, body, hash []byte) error {
	if err := b.insert.BindInt64(1, int64(seq)); err != nil {
		return err
	}
	err := b.insert.BindText(2, "")
	if len(body) > 0 {
		err = b.insert.BindRawText(2, body)
	}
	if err != nil {
		return err
	}
	err = b.insert.BindZeroBlob(3, 0)
	if len(hash) > 0 {
		err = b.insert.BindBlob(3, hash)
	}
	if err != nil {
		return err
	}
	return b.insert.Exec()
}

// logSound reports whether the write-ahead log still is what was committed.
func (b *book) logSound() bool { return rawLog(b.path).whole >= b.pages }

// settle moves the pages of the write-ahead log into the file. Commits don't
// wait for it, and its failure loses nothing.
func (b *book) settle() {
	logged, moved, err := b.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE)
	b.waiting = 0
	if err == nil && logged == moved {
		b.pages = 0 // the next commit may begin the log anew
	}
}

// moved reports whether the file that is written is no longer the one at its
// path.
func (b *book) moved() bool {
	if b.unsynced {
		return false
	}
	there, err := os.Stat(b.path)
	return err != nil || !os.SameFile(b.file, there)
}

// bodyAt is an event as the file keeps it; nil for one that is lost.
func (b *book) bodyAt(seq uint64) (body []byte, err error) {
	err = query(b.conn, `SELECT body FROM events WHERE seq = ?`, func(s *sqlite3.Stmt) bool {
		body = append(body, s.ColumnRawText(0)...)
		return false
	}, seq)
	return body, explain(b.path, err)
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
		b.unprepare()
		if !b.unsynced {
			_, _, err = b.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_TRUNCATE)
		}
		if err == nil {
			_, err = b.conn.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, false)
		}
	}
	if closed := b.drop(); err == nil {
		err = closed
	}
	b.lock.release()
	return explain(b.path, err)
}

func unfinished(path string) error {
	return &Damaged{Path: path, What: "it holds no event: making it was cut short", Fix: "Make the table again under the same name"}
}
