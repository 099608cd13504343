package saves

import (
	"math"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// page reads a piece of the log backwards: at most so many events before the one
// of a number, 0 for the newest. Those that are lost are passed over. Each event
// is compared with the hash of the one before it, which is why one more is read.
func (b *book) page(before uint64, most int) ([]model.Event, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	var out []model.Event
	var behind line // the newer neighbour of the row at hand
	var seq uint64
	var odd error
	settle := func(at uint64, older line) bool {
		if seq > 0 && len(behind.body) > 0 {
			if _, odd = b.vouch(seq, behind, behind.hash[:], older); odd != nil {
				return false
			}
			e, err := b.read(seq, behind.body)
			if odd = err; odd != nil {
				return false
			}
			e.Salt = saltAfter(at, older.hash, older.body)
			out = append(out, e)
		}
		return len(out) < most
	}
	err := query(b.conn, `SELECT seq, body, hash FROM events WHERE seq < ? ORDER BY seq DESC`, func(s *sqlite3.Stmt) bool {
		x := line{body: append([]byte(nil), s.ColumnRawText(1)...)}
		if kept := s.ColumnRawBlob(2); len(kept) == len(x.hash) {
			x.hash, x.known = digest(kept), true
		}
		at := uint64(s.ColumnInt64(0))
		if !settle(at, x) {
			return false
		}
		behind, seq = x, at
		return true
	}, before)
	if err == nil && odd == nil && len(out) < most {
		settle(0, line{known: seq == 1})
	}
	if odd != nil {
		return nil, odd
	}
	return out, explain(b.path, err)
}
