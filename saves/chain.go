package saves

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// digest is a SHA-256.
type digest [sha256.Size]byte

func (d digest) String() string { return hex.EncodeToString(d[:]) }

// chain gives the hash of an event: over the hash before it, its number (8
// bytes, the highest first) and its body.
func chain(before digest, seq uint64, body []byte) digest {
	h := sha256.New()
	h.Write(before[:])
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], seq)
	h.Write(n[:])
	h.Write(body)
	var d digest
	h.Sum(d[:0])
	return d
}

// line is an event as the file keeps it.
type line struct {
	event model.Event
	body  []byte
	hash  digest
}

// lines reads the events after one, oldest first, and checks their numbers
// and hashes. The body is valid until yield returns. It stops when yield says
// false.
func (b *book) lines(after uint64, yield func(line) bool) error {
	before, err := b.hashAt(after)
	if err != nil {
		return explain(b.path, err)
	}
	s, _, err := b.conn.Prepare(`SELECT seq, body, hash FROM events WHERE seq > ? ORDER BY seq`)
	if err != nil {
		return explain(b.path, err)
	}
	defer s.Close()
	if err := s.BindInt64(1, int64(after)); err != nil {
		return explain(b.path, err)
	}
	next := after + 1
	for s.Step() {
		l, err := readLine(s, next, before)
		if err != nil {
			return &Damaged{Path: b.path, What: err.Error(), Fix: copyAdvice(b.path)}
		}
		if !yield(l) {
			return nil
		}
		before, next = l.hash, next+1
	}
	return explain(b.path, s.Err())
}

func readLine(s *sqlite3.Stmt, want uint64, before digest) (line, error) {
	seq := uint64(s.ColumnInt64(0))
	if seq != want {
		return line{}, fmt.Errorf("event %d is missing", want)
	}
	l := line{body: s.ColumnRawText(1)}
	l.hash = chain(before, seq, l.body)
	if string(l.hash[:]) != string(s.ColumnRawBlob(2)) {
		return line{}, fmt.Errorf("event %d is not what was written: its hash differs", seq)
	}
	if err := json.Unmarshal(l.body, &l.event); err != nil {
		return line{}, fmt.Errorf("event %d cannot be read: %w", seq, err)
	}
	if l.event.Seq != seq {
		return line{}, fmt.Errorf("event %d calls itself %d", seq, l.event.Seq)
	}
	return l, nil
}
