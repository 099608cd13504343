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

// saltAfter gives the salt of the event behind a line. It is made from the line's hash
// and its body, and not from the hash alone, which every seat may get to know (see
// [Live.Seal]). The first event has no salt: it makes no ids.
func saltAfter(seq uint64, hash digest, body []byte) model.Salt {
	if seq == 0 {
		return model.Salt{}
	}
	return model.Salt(chain(hash, seq, body))
}

// line is an event as the file keeps it. One whose body is empty is lost: its
// hash stands for it, if that is known.
type line struct {
	event model.Event
	body  []byte
	hash  digest
	known bool // the hash; only what is lost may have none
}

// lines reads the events after one, oldest first, and checks their numbers
// and hashes; those that are lost are passed over. It stops when yield says
// false.
func (b *book) lines(after uint64, yield func(line) bool) error {
	salt, err := b.saltAt(after)
	if err != nil {
		return err
	}
	var odd error
	err = b.bodies(after, func(seq uint64, l line) bool {
		its := salt
		salt = saltAfter(seq, l.hash, l.body)
		if len(l.body) == 0 {
			return true
		}
		if l.event, odd = b.read(seq, l.body); odd != nil {
			return false
		}
		l.event.Salt = its
		return yield(l)
	})
	return cmp.Or(err, odd)
}

// saltAt gives the salt of the event behind one of the log.
func (b *book) saltAt(seq uint64) (model.Salt, error) {
	if seq == 0 {
		return model.Salt{}, nil
	}
	body, err := b.bodyAt(seq)
	if err != nil {
		return model.Salt{}, err
	}
	hash, err := b.hashAt(seq)
	return saltAfter(seq, hash, body), explain(b.path, err)
}

func (b *book) read(seq uint64, body []byte) (e model.Event, err error) {
	if err := json.Unmarshal(body, &e); err != nil {
		return e, b.damaged("event %d cannot be read: %v", seq, err)
	}
	if e.Seq != seq {
		return e, b.damaged("event %d calls itself %d", seq, e.Seq)
	}
	return e, nil
}

// bodies is lines without reading what the bodies say, and with those that
// are lost. A body is valid until yield returns.
func (b *book) bodies(after uint64, yield func(uint64, line) bool) error {
	before := line{known: after == 0}
	if after > 0 {
		hash, err := b.hashAt(after)
		if err != nil {
			return explain(b.path, err)
		}
		before = line{hash: hash, known: hash != digest{}}
	}
	var odd error
	want := after + 1
	err := query(b.conn, `SELECT seq, body, hash FROM events WHERE seq > ? ORDER BY seq`, func(s *sqlite3.Stmt) bool {
		seq := uint64(s.ColumnInt64(0))
		if seq != want {
			odd = b.damaged("event %d is missing", want)
			return false
		}
		l := line{body: s.ColumnRawText(1)}
		if l, odd = b.vouch(seq, l, s.ColumnRawBlob(2), before); odd != nil {
			return false
		}
		before, want = l, want+1
		return yield(seq, l)
	}, after)
	return cmp.Or(odd, explain(b.path, err))
}

// vouch compares the hash that is kept with an event to the one it must have.
func (b *book) vouch(seq uint64, l line, kept []byte, before line) (line, error) {
	if len(kept) == len(l.hash) {
		l.hash, l.known = digest(kept), true
	}
	if len(l.body) == 0 {
		return l, nil
	}
	if before.known {
		if hash := chain(before.hash, seq, l.body); !l.known || hash != l.hash {
			return l, b.damaged("event %d is not what was written: its hash differs", seq)
		}
	}
	return l, nil
}

func (b *book) damaged(format string, args ...any) error {
	return &Damaged{Path: b.path, What: fmt.Sprintf(format, args...), Fix: checkAdvice(b.path) + copyAdvice(b.path)}
}
