package saves

import (
	"cmp"
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
// and hashes. It stops when yield says false.
func (b *book) lines(after uint64, yield func(line) bool) error {
	var odd error
	err := b.bodies(after, func(seq uint64, l line) bool {
		if err := json.Unmarshal(l.body, &l.event); err != nil {
			odd = b.damaged("event %d cannot be read: %v", seq, err)
		} else if l.event.Seq != seq {
			odd = b.damaged("event %d calls itself %d", seq, l.event.Seq)
		}
		return odd == nil && yield(l)
	})
	return cmp.Or(err, odd)
}

// bodies is lines without reading what the bodies say. A body is valid until
// yield returns.
func (b *book) bodies(after uint64, yield func(uint64, line) bool) error {
	before, err := b.hashAt(after)
	if err != nil {
		return explain(b.path, err)
	}
	var odd error
	want := after + 1
	err = query(b.conn, `SELECT seq, body, hash FROM events WHERE seq > ? ORDER BY seq`, func(s *sqlite3.Stmt) bool {
		seq := uint64(s.ColumnInt64(0))
		if seq != want {
			odd = b.damaged("event %d is missing", want)
			return false
		}
		l := line{body: s.ColumnRawText(1)}
		l.hash = chain(before, seq, l.body)
		if string(l.hash[:]) != string(s.ColumnRawBlob(2)) {
			odd = b.damaged("event %d is not what was written: its hash differs", seq)
			return false
		}
		before, want = l.hash, want+1
		return yield(seq, l)
	}, after)
	return cmp.Or(odd, explain(b.path, err))
}

func (b *book) damaged(format string, args ...any) error {
	return &Damaged{Path: b.path, What: fmt.Sprintf(format, args...), Fix: checkAdvice(b.path) + copyAdvice(b.path)}
}
