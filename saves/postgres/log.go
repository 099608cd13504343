package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"example.org/fray/saves"
)

// Log is the log of one table of a [Store]. Any number of programs may append to it: of
// two that append behind the same line the database refuses one, whose error is
// saves.ErrConflict.
type Log struct {
	store *Store
	db    querier
	id    int64
	name  string

	watched *watched
	leave   func()
	handle  *saves.Handle

	mu  sync.Mutex
	end end // as it was seen last
}

// end is the end of a log.
type end struct {
	line int64
	seq  uint64
	hash saves.Hash
}

var _ saves.Log = (*Log)(nil)

func newLog(s *Store, id int64, name string) *Log {
	l := &Log{store: s, db: s.pool, id: id, name: name, handle: saves.NewHandle(saves.ErrLogClosed)}
	l.watched, l.leave = s.news.watch(id)
	return l
}

// Append adds lines; see [saves.Log]. The other errors are *saves.Away and *saves.Full, and
// *saves.Unsure when the database went away before it said whether it had saved them: then
// they stand, or will, where the same append is a conflict.
func (l *Log) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	ctx, cancel, err := l.store.begin(ctx, l.handle)
	if err != nil {
		return err
	}
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if why := l.Why(); why != nil {
		return why
	}
	if l.end.seq != after || l.end.line == 0 {
		if err := l.findEnd(ctx); err != nil {
			return err
		}
	}
	if l.end.seq != after {
		return saves.ErrConflict
	}
	sealed, err := saves.SealAll(after, l.end.hash, lines)
	if err != nil || len(sealed) == 0 {
		return err
	}
	to := l.end
	rows := newRows(len(sealed))
	for i, s := range sealed {
		to.line++
		to.hash = s.Hash
		to.seq = max(to.seq, s.Seq)
		rows.add(to.line, s.Line)
		lines[i].Hash = s.Hash
	}
	if err := l.insert(ctx, rows); err != nil {
		l.end = end{} // whatever happened, it is looked up again
		return err
	}
	l.end = to
	l.store.news.changed(l.id, ofLog)
	return nil
}

// rows are lines as the database takes them, column by column.
type rows struct {
	line, seq  []int64
	body, hash [][]byte

	seedLine []int64
	seed     [][]byte
}

func newRows(n int) *rows {
	return &rows{line: make([]int64, 0, n), seq: make([]int64, 0, n), body: make([][]byte, 0, n), hash: make([][]byte, 0, n)}
}

func (r *rows) add(at int64, l saves.Line) {
	body := l.Body
	if l.Seq == 0 {
		r.seedLine, r.seed = append(r.seedLine, at), append(r.seed, body)
		body = nil
	}
	r.line, r.seq = append(r.line, at), append(r.seq, int64(l.Seq))
	r.body, r.hash = append(r.body, body), append(r.hash, l.Hash[:])
}

// insert adds the rows in one statement, which is one transaction, behind the line where
// the log ended when it was looked at. Where that line is no longer there - the database
// was put back to an earlier state - nothing is added, nor where the schema is of a newer
// edition than this program writes.
func (l *Log) insert(ctx context.Context, r *rows) error {
	const lines = `
		INSERT INTO fray.lines (table_id, line, seq, body, hash)
		SELECT $1, n.* FROM unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) n
		WHERE (SELECT version FROM fray.edition) <= $6
		AND ($7::bigint = 0 OR EXISTS (SELECT FROM fray.lines WHERE table_id = $1 AND line = $7 AND hash = $8))`
	args := []any{l.id, r.line, r.seq, r.body, r.hash, version, l.end.line, l.end.hash[:]}
	sql := lines
	if len(r.seed) > 0 {
		args = append(args, r.seedLine, r.seed)
		sql = `
		WITH added AS (` + lines + ` RETURNING line)
		INSERT INTO fray.seeds (table_id, line, body)
		SELECT $1, n.* FROM unnest($9::bigint[], $10::bytea[]) n(line, body) WHERE line IN (SELECT line FROM added)`
	}
	done, err := l.db.Exec(ctx, sql, args...)
	var said *pgconn.PgError
	switch {
	case errors.As(err, &said) && said.Code == "23505": // unique_violation
		return saves.ErrConflict
	case err != nil:
		failed := l.store.failed(err)
		if isA[*saves.Away](failed) && said == nil && !pgconn.SafeToRetry(err) { // it was sent
			return &saves.Unsure{Err: failed}
		}
		return failed
	case done.RowsAffected() > 0:
		return nil
	}
	v, err := edition(ctx, l.db)
	switch {
	case err != nil:
		return l.store.failed(err)
	case v > version:
		l.store.edition.Store(v)
		return saves.ErrNewer
	}
	return saves.ErrConflict
}

// findEnd looks up where the log ends.
func (l *Log) findEnd(ctx context.Context) error {
	var e end
	var seq int64
	var hash []byte
	err := l.db.QueryRow(ctx, `
		SELECT line, coalesce((SELECT seq FROM fray.lines WHERE table_id = $1 AND seq > 0 ORDER BY line DESC LIMIT 1), 0), hash
		FROM fray.lines WHERE table_id = $1 ORDER BY line DESC LIMIT 1`, l.id).Scan(&e.line, &seq, &hash)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		l.end = end{}
		return nil
	case err != nil:
		l.end = end{}
		l.store.news.missed(l.watched)
		return l.store.failed(err)
	case len(hash) != len(e.hash):
		return l.damaged(e.line)
	}
	e.seq, e.hash = uint64(seq), saves.Hash(hash)
	l.end = e
	return nil
}

// atFirst and atOnce are how many lines the first query of a reading asks for, and each of
// the later ones at most: many read only a few lines.
const atFirst, atOnce = 32, 1000

// Read goes through the lines; see [saves.Log]. It checks that each follows from the one
// before. The other errors are *saves.Away and *saves.Damaged.
func (l *Log) Read(ctx context.Context, after uint64) iter.Seq2[saves.Line, error] {
	return func(yield func(saves.Line, error) bool) {
		var from int64
		var before saves.Hash
		if after > 0 {
			var err error
			from, before, err = l.lineOf(ctx, after)
			if err != nil {
				yield(saves.Line{}, err)
				return
			}
			if from == 0 {
				return // there are no more events than that
			}
		}
		for most := atFirst; ; most = min(most*8, atOnce) {
			lines, err := l.readFrom(ctx, from, most)
			for _, line := range lines {
				if _, hash := saves.Seal(before, line.Body); hash != line.Hash {
					yield(saves.Line{}, l.damaged(from+1))
					return
				}
				from++
				before = line.Hash
				if err := ctx.Err(); err != nil {
					yield(saves.Line{}, err)
					return
				}
				if !yield(line, nil) {
					return
				}
			}
			if err != nil {
				yield(saves.Line{}, err)
				return
			}
			if len(lines) < most {
				return
			}
		}
	}
}

// lineOf gives the place of an event, and its hash; 0 where there is none. An event stands
// no further in front than its number says, and few lines behind it.
func (l *Log) lineOf(ctx context.Context, seq uint64) (line int64, hash saves.Hash, err error) {
	ctx, cancel, err := l.store.begin(ctx, l.handle)
	if err != nil {
		return 0, hash, err
	}
	defer cancel()
	var h []byte
	err = l.db.QueryRow(ctx, `SELECT line, hash FROM fray.lines WHERE table_id = $1 AND line >= $2 AND seq = $2 ORDER BY line LIMIT 1`, l.id, int64(seq)).Scan(&line, &h)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return 0, hash, nil
	case err != nil:
		return 0, hash, l.store.failed(err)
	case len(h) != len(hash):
		return 0, hash, l.damaged(line)
	}
	return line, saves.Hash(h), nil
}

// readFrom gives the next lines behind a place, so many at most.
func (l *Log) readFrom(ctx context.Context, from int64, most int) ([]saves.Line, error) {
	ctx, cancel, err := l.store.begin(ctx, l.handle)
	if err != nil {
		return nil, err
	}
	defer cancel()
	found, err := l.db.Query(ctx, `
		SELECT l.line, l.seq, coalesce(l.body, s.body), l.hash
		FROM fray.lines l LEFT JOIN fray.seeds s USING (table_id, line)
		WHERE table_id = $1 AND line > $2 ORDER BY line LIMIT $3`, l.id, from, most)
	if err != nil {
		return nil, l.store.failed(err)
	}
	out := []saves.Line(nil)
	var line, seq int64
	var body, hash []byte
	_, err = pgx.ForEachRow(found, []any{&line, &seq, &body, &hash}, func() error {
		if line != from+int64(len(out))+1 || len(hash) != len(saves.Hash{}) || len(body) < 2 {
			return l.damaged(from + int64(len(out)) + 1)
		}
		out = append(out, saves.Line{Seq: uint64(seq), Body: body, Hash: saves.Hash(hash)})
		return nil
	})
	var damaged *saves.Damaged
	if errors.As(err, &damaged) {
		return out, damaged
	}
	if err != nil {
		l.store.news.missed(l.watched)
	}
	return out, l.store.failed(err)
}

func (l *Log) damaged(line int64) error {
	return &saves.Damaged{Path: l.Path(), What: fmt.Sprintf("line %d does not follow from the one before", line), Fix: "Bring the database back from its backup"}
}

// Newest gives the end of the log; see [saves.Log].
func (l *Log) Newest(ctx context.Context) (uint64, saves.Hash, error) {
	ctx, cancel, err := l.store.begin(ctx, l.handle)
	if err != nil {
		return 0, saves.Hash{}, err
	}
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.findEnd(ctx); err != nil {
		return 0, saves.Hash{}, err
	}
	return l.end.seq, l.end.hash, nil
}

// Watch tells of appends; see [saves.Log]. Those of other programs are told within a
// second at the latest.
func (l *Log) Watch(ctx context.Context) (<-chan struct{}, error) {
	if err := l.handle.Usable(ctx); err != nil {
		return nil, err
	}
	return l.watched.log.Until(ctx, l.handle.Closed()), nil
}

// Findings is nothing: damage is the database's to find and to mend.
func (l *Log) Findings() *saves.Findings { return nil }

// Why is nil unless the store was made by a newer fray, which writes it in another way.
func (l *Log) Why() error {
	if l.store.edition.Load() > version {
		return saves.ErrNewer
	}
	return nil
}

// TakeOver does nothing where every program may append; else it gives what Why gives.
func (l *Log) TakeOver(ctx context.Context) error {
	if err := l.handle.Usable(ctx); err != nil {
		return err
	}
	return l.Why()
}

// Path is the table's name in the store.
func (l *Log) Path() string { return l.name }

// Close ends watching.
func (l *Log) Close() error {
	l.leave()
	return l.handle.Close()
}
