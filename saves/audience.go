package saves

import (
	"context"
	"encoding/binary"
	"os"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// clockMoved is the kind under which [model.Event.Audience] has the clock.
const clockMoved = "clock-moved"

const (
	known       = 1024 // events of which one row says who may know of them
	knownAtOnce = 8192 // events that are read for it before others may come in
)

// audiences are who may know of which event, and where in the log some kinds of
// events are. They don't depend on what anybody is called: an index whose words are
// made anew keeps them.
type audiences struct {
	known   uint64 // the newest event of which it is known
	hash    []byte // of that event
	numbers map[string]uint32
	clock   model.Clock // as the log tells it after the newest event
}

const knownTables = `
	CREATE TABLE IF NOT EXISTS audience (n INTEGER PRIMARY KEY, who TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS known (part INTEGER PRIMARY KEY, audiences BLOB NOT NULL);
	CREATE TABLE IF NOT EXISTS kind (kind TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS reach (id INTEGER PRIMARY KEY CHECK (id = 1), upto INTEGER NOT NULL, hash BLOB NOT NULL);`

// readReach finds out how far it is known.
func (x *index) readReach() error {
	return query(x.conn, `SELECT upto, hash FROM reach`, func(s *sqlite3.Stmt) bool {
		x.known, x.hash = uint64(s.ColumnInt64(0)), s.ColumnBlob(1, nil)
		return false
	})
}

// ready reads what is needed to go on, and compares the index with the log.
func (x *index) ready(b *book) error {
	if x.known > 0 {
		if hash, err := b.hashAt(x.known); err != nil || string(hash[:]) != string(x.hash) {
			return errStale
		}
	}
	if x.numbers != nil {
		return nil
	}
	x.numbers = map[string]uint32{}
	if err := x.eachAudience(func(n uint32, who string) { x.numbers[who] = n }); err != nil {
		return err
	}
	seq, err := x.last(clockMoved, x.known+1)
	if err != nil || seq == 0 {
		return err
	}
	return b.lines(seq-1, func(l line) bool {
		_, _ = l.event.Audience(&x.clock)
		return false
	})
}

// learn takes in who may know of the events behind the last of which that is
// known, as many as are read at once.
func (x *index) learn(ctx context.Context, b *book, upTo uint64) (err error) {
	if err := x.ready(b); err != nil {
		return err
	}
	if err := x.conn.Exec(`BEGIN`); err != nil {
		return err
	}
	w := learning{index: x, seq: x.known, hash: x.hash}
	if err = w.open(); err == nil {
		err = b.bodies(x.known, func(seq uint64, l line) bool {
			if seq > upTo {
				return false
			}
			w.add(b, seq, l)
			return w.err == nil && ctx.Err() == nil && seq < x.known+knownAtOnce
		})
	}
	if err == nil {
		err = w.err
	}
	if err == nil {
		err = w.close()
	}
	if err == nil {
		err = x.conn.Exec(`COMMIT`)
	}
	if err != nil {
		_ = x.conn.Exec(`ROLLBACK`)
		x.numbers = nil
		return err
	}
	x.known, x.hash = w.seq, w.hash
	return ctx.Err()
}

// learning is a piece of the log while it is taken in.
type learning struct {
	*index
	seq  uint64
	hash []byte
	some []byte // of the part that seq is in
	err  error
}

func (w *learning) open() error {
	err := query(w.conn, `SELECT audiences FROM known WHERE part = ?`, func(s *sqlite3.Stmt) bool {
		w.some = s.ColumnBlob(0, nil)
		return false
	}, w.seq/known)
	if err == nil && len(w.some) != 4*int(w.seq%known) {
		err = errStale
	}
	return err
}

func (w *learning) add(b *book, seq uint64, l line) {
	n := uint32(0) // it is lost
	if len(l.body) > 0 {
		e, err := b.read(seq, l.body)
		if err != nil {
			w.err = err
			return
		}
		who, kinds := e.Audience(&w.clock)
		if n = w.numbers[who]; n == 0 {
			n = uint32(len(w.numbers) + 1)
			w.numbers[who] = n
			w.err = query(w.conn, `INSERT INTO audience (n, who) VALUES (?, ?)`, nil, int(n), who)
		}
		for _, kind := range kinds {
			if w.err == nil {
				w.err = query(w.conn, `INSERT OR IGNORE INTO kind (kind, seq) VALUES (?, ?)`, nil, kind, seq)
			}
		}
	}
	w.some = binary.LittleEndian.AppendUint32(w.some, n)
	w.seq, w.hash = seq, append(w.hash[:0:0], l.hash[:]...)
	if seq%known == 0 && w.err == nil {
		w.err = w.put(seq/known - 1)
		w.some = w.some[:0]
	}
}

func (w *learning) put(part uint64) error {
	return query(w.conn, `INSERT OR REPLACE INTO known (part, audiences) VALUES (?, ?)`, nil, part, w.some)
}

func (w *learning) close() error {
	if len(w.some) > 0 {
		if err := w.put(w.seq / known); err != nil {
			return err
		}
	}
	return query(w.conn, `INSERT OR REPLACE INTO reach (id, upto, hash) VALUES (1, ?, ?)`, nil, w.seq, w.hash)
}

func (x *index) eachAudience(yield func(n uint32, who string)) error {
	return query(x.conn, `SELECT n, who FROM audience ORDER BY n`, func(s *sqlite3.Stmt) bool {
		yield(uint32(s.ColumnInt64(0)), s.ColumnText(1))
		return true
	})
}

// eachKnown gives the numbers of who may know of the events up to one.
func (x *index) eachKnown(upTo uint64, yield func([]uint32)) error {
	some := make([]uint32, 0, known)
	return query(x.conn, `SELECT audiences FROM known ORDER BY part`, func(s *sqlite3.Stmt) bool {
		some = some[:0]
		for raw := s.ColumnRawBlob(0); len(raw) >= 4 && upTo > 0; raw, upTo = raw[4:], upTo-1 {
			some = append(some, binary.LittleEndian.Uint32(raw))
		}
		yield(some)
		return upTo > 0
	})
}

// last gives the newest event of a kind before one; 0 for none.
func (x *index) last(kind string, before uint64) (seq uint64, err error) {
	err = query(x.conn, `SELECT max(seq) FROM kind WHERE kind = ? AND seq < ?`, func(s *sqlite3.Stmt) bool {
		seq = uint64(s.ColumnInt64(0))
		return false
	}, kind, before)
	return seq, err
}

// ask asks the index, in which it is known who may know of the events up to one.
// One that is damaged is made anew.
func (l *Live) ask(upTo uint64, what func(*index) error) (err error) {
	l.finding.Lock()
	defer l.finding.Unlock()
	defer l.finding.wakes()
	for range 2 {
		for err == nil && (l.finding.index == nil || l.finding.index.known < upTo) {
			_, err = l.learn(context.Background(), upTo)
		}
		if err == nil {
			err = what(l.finding.index)
		}
		if err == nil || l.quits() {
			return err
		}
		l.finding.drop()
		_ = os.Remove(l.file() + findSuffix)
		err = nil
	}
	return err
}
