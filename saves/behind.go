package saves

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
)

// Inspect reads all of an open table while it is played: every page, every
// event and its hash, the write-ahead log, head and copy. What it finds damaged
// is mended at once, as at opening, and told: see Findings. It takes a second
// for a hundred thousand events and holds nobody up; the error is that it could
// not be done.
func (l *Live) Inspect(ctx context.Context) error {
	if l.temp != "" {
		return nil // a demo: nothing of it is kept
	}
	seq, err := l.inspectLog(ctx)
	if err == nil {
		err = l.inspectPages(ctx)
	}
	if isA[*Damaged](err) {
		if l.ReadOnly() {
			l.tellOnly(err)
			return nil
		}
		if err = l.mendNow(); err == nil {
			seq, err = l.inspectLog(ctx)
		}
	}
	if err != nil {
		return err
	}
	return l.inspectBeside(ctx, seq)
}

// tellOnly tells of damage that this program may not mend.
func (l *Live) tellOnly(err error) {
	f := &Findings{Path: l.path, Events: l.Now().Seq()}
	var bad *Damaged
	errors.As(err, &bad)
	f.wrong("%s is damaged: %s", filepath.Base(l.path), bad.What)
	l.say(f)
}

// inspectLog reads every event, and gives the number of the last.
func (l *Live) inspectLog(ctx context.Context) (last uint64, err error) {
	b, err := l.reader()
	if err != nil {
		return 0, err
	}
	defer func() { _ = b.drop() }()
	err = b.bodies(0, func(seq uint64, _ line) bool {
		last = seq
		return ctx.Err() == nil
	})
	return last, cmp.Or(err, ctx.Err())
}

// hashes reads the hashes of a log that is sound, a part after the other.
type hashes struct {
	*book
	first uint64 // of some
	some  []digest
	err   error
}

// at is the hash of an event, and nothing for one whose hash is lost.
func (h *hashes) at(seq uint64) digest {
	if seq < h.first || seq >= h.first+uint64(len(h.some)) {
		h.first, h.some = seq, h.some[:0]
		h.err = cmp.Or(h.err, query(h.conn, `SELECT hash FROM events WHERE seq >= ? ORDER BY seq LIMIT 4096`, func(s *sqlite3.Stmt) bool {
			var d digest
			copy(d[:], s.ColumnRawBlob(0))
			h.some = append(h.some, d)
			return true
		}, seq))
	}
	if len(h.some) == 0 {
		return digest{}
	}
	return h.some[seq-h.first]
}

// inspectPages reads every page of the file, and its write-ahead log.
func (l *Live) inspectPages(ctx context.Context) error {
	file := l.file()
	f, err := os.Open(file)
	if err != nil {
		return explain(l.path, err)
	}
	defer func() { _ = f.Close() }()
	size := pageSizeOf(file)
	b := make([]byte, 64*size)
	for at := int64(0); ctx.Err() == nil; at += int64(len(b)) {
		n, err := f.ReadAt(b, at)
		for i := 0; i+size <= n; i += size {
			if !pageSound(b[i:i+size]) && l.stillBad(f, at+int64(i), size) {
				return damagedPage(l.path, nil)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return explain(l.path, err)
		}
	}
	l.write.Lock()
	defer l.write.Unlock()
	if b := l.book; b != nil && b.insert != nil && !b.logSound() {
		return b.damaged("its write-ahead log is damaged in its middle")
	}
	return ctx.Err()
}

// stillBad looks at a page again while nobody writes. One that stands in the
// write-ahead log doesn't count.
func (l *Live) stillBad(f *os.File, at int64, size int) bool {
	l.write.Lock()
	defer l.write.Unlock()
	if l.ReadOnly() && held(l.path) {
		return false // another program may be writing it
	}
	if _, logged := rawLog(f.Name()).newest[uint32(at/int64(size))+1]; logged {
		return false
	}
	page := make([]byte, size)
	n, err := f.ReadAt(page, at)
	return n < size && !errors.Is(err, io.EOF) || n == size && !pageSound(page)
}

// file is the file that is read: that of the table, or what stands in for it.
func (l *Live) file() string {
	l.past.mu.Lock() // and not the writer's, who may wait for the index
	defer l.past.mu.Unlock()
	return l.past.path
}

// inspectBeside compares head and copy with the log. They are written anew where
// they are damaged.
func (l *Live) inspectBeside(ctx context.Context, last uint64) error {
	b, err := l.reader()
	if err != nil {
		return err
	}
	defer func() { _ = b.drop() }()
	all := hashes{book: b}
	odd, next, before := false, uint64(1), digest{}
	err = eachCopied(l.path+copySuffix, func(c copied) bool {
		if odd = c.seq != next; odd || c.seq > last {
			return false // what is behind the log was written since
		}
		next++
		hash := all.at(c.seq)
		known := c.seq == 1 || before != digest{}
		odd = !c.exact || hash != digest{} && string(c.hash) != string(hash[:]) || c.body != nil && known && chain(before, c.seq, c.body) != hash
		before = hash
		return !odd && all.err == nil && ctx.Err() == nil
	})
	if all.err != nil {
		return explain(l.path, all.err)
	}
	odd = odd || err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, os.ErrPermission)
	_, headErr := loadHead(l.path)
	badHead := errors.Is(headErr, errHead)
	if ctx.Err() != nil || !odd && !badHead {
		return ctx.Err()
	}
	l.write.Lock()
	defer l.write.Unlock()
	if l.ReadOnly() || l.book == nil {
		return nil
	}
	f := &Findings{Path: l.path, Events: l.book.seq}
	keep := &keeper{path: l.path, now: l.deps.Now()}
	if badHead {
		f.wrong("the head file %s is damaged; it only says how far the log goes, and is written anew", filepath.Base(l.path)+headSuffix)
		err = errors.Join(keep.aside(l.path+headSuffix), l.book.writeHead(true))
	}
	if odd {
		f.wrong("the copy %s is damaged, or of another table; it is written anew", filepath.Base(l.path)+copySuffix)
		err = keep.aside(l.path + copySuffix)
		l.book.copied, l.book.copyKnown = 0, true
		if err == nil {
			err = l.book.follow(keep)
		}
	}
	f.Kept = keep.kept
	l.say(f)
	return err
}

// Found is what was found at opening and since, in words, a sentence each: what
// was damaged, see Findings, what stands though nobody was told that it did,
// and that the folder is on a network.
func (l *Live) Found() []string { return append(l.Findings().Lines(), l.greets.all...) }
