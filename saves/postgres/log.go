package postgres

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"example.org/fray/saves"
	"example.org/fray/saves/remember"
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

	memory   remember.Memory
	filled   *saves.Known    // what is to be remembered once it is committed; nil: each append is
	recalled uint64          // the newest event that this machine had remembered
	stands   *saves.Findings // how it stands to that; nil where all is well

	mending sync.Mutex // held by whoever mends
	mended  atomic.Pointer[mended]
}

// end is the end of a log.
type end struct {
	line   int64
	seq    uint64
	hash   saves.Hash // after which the log goes on
	stored saves.Hash // of the row
}

var _ saves.Log = (*Log)(nil)

func newLog(s *Store, id int64, name string) *Log {
	l := &Log{store: s, db: s.pool, id: id, name: name, handle: saves.NewHandle(saves.ErrLogClosed)}
	l.watched, l.leave = s.news.watch(id)
	l.memory.Open(s.State, s.label+"/"+name)
	return l
}

// compare compares the log with what this machine remembers of it.
func (l *Log) compare(ctx context.Context) error {
	known := l.memory.Now().Known()
	if l.recalled = known.Seq; known.Seq == 0 {
		return nil
	}
	newest, _, err := l.Newest(ctx)
	if err != nil {
		return err
	}
	at := l.hashOf(ctx, known.Seq, known.Hash)
	if at == known.Hash {
		return nil
	}
	first := l.hashOf(ctx, 1, known.ID)
	called := "the table " + l.name
	standing := remember.Compare(known, first, newest, at)
	if words := standing.Words(called, newest, known); words != "" {
		l.stands = &saves.Findings{Path: l.Path(), Wrong: []string{words}, Events: newest}
	}
	if standing == remember.Shorter {
		l.stands.Behind = remember.Behind(newest, known.Seq, "look for them in a backup of the database or on a standby of it")
	}
	return nil
}

// hashOf gives the hash of the line of an event, which should be one; the zero hash where it is
// lost. Where it is another, all of the log is looked through for damage first.
func (l *Log) hashOf(ctx context.Context, seq uint64, want saves.Hash) saves.Hash {
	if _, hash, err := l.lineOf(ctx, seq); err == nil && hash == want {
		return hash
	}
	for line, err := range l.Read(ctx, seq-1) {
		if err == nil && line.Seq == 0 {
			continue
		}
		if err == nil && line.Seq == seq {
			return line.Hash
		}
		break
	}
	return saves.Hash{}
}

// Remembered is the newest event that this machine had remembered; see [saves.Log].
func (l *Log) Remembered() uint64 { return l.recalled }

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
	if m := l.mended.Load(); m != nil && l.end.line == m.end.line {
		l.end = m.end
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
		to.hash, to.stored = s.Hash, s.Hash
		to.seq = max(to.seq, s.Seq)
		if s.Lost != nil {
			to.seq, to.hash = max(to.seq, s.Lost.Last), s.Lost.Behind()
		}
		rows.add(to.line, s.Line)
		lines[i].Hash = s.Hash
	}
	if err := l.insert(ctx, rows); err != nil {
		l.end = end{} // whatever happened, it is looked up again
		return err
	}
	l.end = to
	l.remember(ctx, sealed)
	l.store.news.changed(l.id, ofLog)
	return nil
}

// remember remembers what was appended.
func (l *Log) remember(ctx context.Context, sealed []saves.SealedLine) {
	known := saves.Known{ID: l.memory.Now().Known().ID}
	for _, s := range sealed {
		l.memory.Call(s.Body)
		if s.Seq > 0 {
			known.Reached = saves.Reached{Seq: s.Seq, Hash: s.Hash}
		}
	}
	if l.store.State == "" || known.Seq == 0 {
		return
	}
	if known.ID == (saves.Hash{}) || l.stands != nil { // it is another table from now on, or another state of it
		known.ID = l.firstHash(ctx)
	}
	if l.filled != nil {
		*l.filled = known
		return
	}
	l.memory.Put(known)
}

// firstHash gives the hash of the first line as the database has it; the zero hash where it
// does not say.
func (l *Log) firstHash(ctx context.Context) (first saves.Hash) {
	var hash []byte
	if l.db.QueryRow(ctx, `SELECT hash FROM fray.lines WHERE table_id = $1 AND line = 1`, l.id).Scan(&hash) == nil && len(hash) == len(first) {
		first = saves.Hash(hash)
	}
	return first
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
	args := []any{l.id, r.line, r.seq, r.body, r.hash, version, l.end.line, l.end.stored[:]}
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
		if isA[*saves.Away](failed) {
			l.store.news.missed(l.watched) // whoever waits for what became of it is told when the database answers
		}
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
	var seq, last int64
	var hash []byte
	err := l.db.QueryRow(ctx, `
		SELECT line, coalesce((SELECT seq FROM fray.lines WHERE table_id = $1 AND seq > 0 ORDER BY line DESC LIMIT 1), 0), seq, hash
		FROM fray.lines WHERE table_id = $1 ORDER BY line DESC LIMIT 1`, l.id).Scan(&e.line, &seq, &last, &hash)
	l.end = end{}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		l.store.news.missed(l.watched)
		return l.store.failed(err)
	}
	m := l.mended.Load()
	switch {
	case m != nil && m.end.line == e.line:
		l.end = m.end
		return nil
	case len(hash) != len(e.hash):
		l.end, err = l.endMended(ctx)
		return err
	}
	e.seq, e.hash = uint64(seq), saves.Hash(hash)
	e.stored = e.hash
	if last == 0 { // it may say that events are missing
		body, err := l.bodyAt(ctx, e.line)
		if err != nil {
			return err
		}
		if lost, err := saves.LostIn(body); err == nil && lost != nil {
			e.seq, e.hash = max(e.seq, lost.Last), lost.Behind()
		}
	}
	l.end = e
	return nil
}

// endMended mends the log and gives its end.
func (l *Log) endMended(ctx context.Context) (end, error) {
	if err := l.mend(ctx, nil); err != nil {
		return end{}, err
	}
	return l.mended.Load().end, nil
}

// atFirst and atOnce are how many lines the first query of a reading asks for, and each of
// the later ones at most: many read only a few lines.
const atFirst, atOnce = 32, 1000

// mostMendings is how often one reading has the log mended.
const mostMendings = 3

// Read goes through the lines; see [saves.Log]. It checks that each follows from the one
// before; where one does not, the log is put together from what can be read, and it goes on
// behind the newest event that was given. The other errors are *saves.Away and
// *saves.Damaged.
func (l *Log) Read(ctx context.Context, after uint64) iter.Seq2[saves.Line, error] {
	return func(yield func(saves.Line, error) bool) {
		r := reading{l: l, after: after, behind: after == 0, yield: yield}
		for tries := 0; ; tries++ {
			m := l.mended.Load()
			err := r.read(ctx, m)
			if errors.Is(err, errDoesNotFollow) && tries < mostMendings {
				r.again()
				err = l.mend(ctx, m)
				if err == nil {
					continue
				}
			}
			if err != nil && !errors.Is(err, errStopped) {
				yield(saves.Line{}, err)
			}
			return
		}
	}
}

var (
	errDoesNotFollow = errors.New("a line does not follow from the one before")
	errStopped       = errors.New("who reads has enough")
)

// reading goes through the lines of a log.
type reading struct {
	l      *Log
	after  uint64 // behind the line of that event lines are given
	behind bool   // it has come behind that line
	given  uint64 // number of the newest event that was given
	others int    // lines that are no events, and were given since
	passed int    // of these, how many were met again
	yield  func(saves.Line, error) bool
}

// again has the reading go on behind what was given.
func (r *reading) again() {
	if r.given > 0 {
		r.after = r.given
	}
	r.behind, r.passed = r.after == 0, 0
}

// line gives one line.
func (r *reading) line(ctx context.Context, x saves.Line) error {
	if !r.behind && x.Seq <= r.after {
		r.behind = x.Seq == r.after
		return nil
	}
	r.behind = true
	if x.Seq == 0 {
		if r.passed++; r.passed <= r.others {
			return nil // given before the log was mended
		}
		r.others = r.passed
	} else {
		r.given, r.others, r.passed = x.Seq, 0, 0
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !r.yield(x, nil) {
		return errStopped
	}
	return nil
}

func (r *reading) lost(ctx context.Context, g *saves.Lost) error {
	for _, x := range g.Lines() {
		if err := r.line(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

// read goes through the lines once, as the log was mended.
func (r *reading) read(ctx context.Context, m *mended) error {
	if m == nil {
		if r.after == 0 {
			return r.rows(ctx, 0, 0, saves.Hash{})
		}
		from, before, err := r.l.lineOf(ctx, r.after)
		if err != nil {
			return err
		}
		if from == 0 { // there are no more events than that, unless its row is damaged
			if newest, _, err := r.l.Newest(ctx); err != nil || newest < r.after {
				return err
			}
			return errDoesNotFollow
		}
		r.behind = true
		return r.rows(ctx, from, 0, before)
	}
	for i := range m.parts {
		p := &m.parts[i]
		switch {
		case p.newest < r.after:
			continue
		case p.single == nil:
			from, before := p.from, p.before
			if r.after > 0 && !r.behind {
				at, hash, err := r.l.lineOf(ctx, r.after)
				if err != nil {
					return err
				}
				if p.from < at && at <= p.to {
					from, before, r.behind = at, hash, true
				}
			}
			if err := r.rows(ctx, from, p.to, before); err != nil {
				return err
			}
		case p.single.Lost != nil:
			if err := r.lost(ctx, p.single.Lost); err != nil {
				return err
			}
		default:
			body, err := r.l.bodyAt(ctx, p.single.At)
			if err != nil {
				return err
			}
			if err := r.line(ctx, saves.Line{Seq: p.single.Seq, Body: body, Hash: p.single.Hash}); err != nil {
				return err
			}
		}
	}
	return r.rows(ctx, m.end.line, 0, m.end.hash)
}

// rows goes through the rows behind one up to another, 0 for all. The first follows a line with
// a hash.
func (r *reading) rows(ctx context.Context, from, to int64, before saves.Hash) error {
	for most := atFirst; to == 0 || from < to; most = min(most*8, atOnce) {
		rows, err := r.l.rowsFrom(ctx, from, most)
		if err != nil {
			return err
		}
		for _, x := range rows {
			if to > 0 && x.line > to {
				if from < to {
					return errDoesNotFollow
				}
				return nil
			}
			line, lost, ok := x.sound(before)
			if from++; !ok || x.line != from {
				return errDoesNotFollow
			}
			if before = line.Hash; lost != nil {
				before = lost.Behind()
				err = r.lost(ctx, lost)
			} else {
				err = r.line(ctx, line)
			}
			if err != nil {
				return err
			}
		}
		if len(rows) < most {
			if to > 0 && from < to {
				return errDoesNotFollow
			}
			return nil
		}
	}
	return nil
}

// lineOf gives the place of an event, and its hash; 0 where there is none. An event stands
// no further in front than its number says, unless some before it are lost, and few lines behind it.
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
		return 0, hash, errDoesNotFollow
	}
	return line, saves.Hash(h), nil
}

// rowsFrom gives the next rows behind a place, so many at most, as they stand.
func (l *Log) rowsFrom(ctx context.Context, from int64, most int) ([]row, error) {
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
	out, err := pgx.CollectRows(found, func(at pgx.CollectableRow) (r row, err error) {
		err = at.Scan(&r.line, &r.seq, &r.body, &r.hash)
		return r, err
	})
	if err != nil {
		l.store.news.missed(l.watched)
	}
	return out, l.store.failed(err)
}

// bodyAt gives the body of a row.
func (l *Log) bodyAt(ctx context.Context, line int64) ([]byte, error) {
	rows, err := l.rowsFrom(ctx, line-1, 1)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || rows[0].line != line {
		return nil, errDoesNotFollow
	}
	return rows[0].body, nil
}

// known are the lines that this machine remembers.
func (l *Log) known() (out []saves.Reached) {
	if known := l.memory.Now().Known(); known.Seq > 0 {
		out = append(out, known.Reached)
	}
	if l.store.Indexed != nil {
		out = append(out, l.store.Indexed(l.name).Reached)
	}
	return out
}

// mend puts the log together from all its rows, unless that was done since it was mended so.
func (l *Log) mend(ctx context.Context, was *mended) error {
	l.mending.Lock()
	defer l.mending.Unlock()
	if l.mended.Load() != was {
		return nil
	}
	r := recovery{known: l.known(), text: func(p saves.Place) ([]byte, error) { return l.bodyAt(ctx, p.At) }}
	for from := int64(0); ; {
		rows, err := l.rowsFrom(ctx, from, atOnce)
		if err != nil {
			return err
		}
		for _, x := range rows {
			r.rows = append(r.rows, digested(x))
			from = x.line
		}
		if len(rows) < atOnce {
			break
		}
	}
	if len(r.rows) == 0 {
		return &saves.Damaged{Path: l.Path(), What: "all its rows are gone", Fix: "Bring the database back from its backup"}
	}
	m, err := r.mend(l.Path())
	if err != nil {
		return err
	}
	if m.end.seq == 0 {
		return &saves.Damaged{Path: l.Path(), What: "not one event of it can be read", Fix: "Bring the database back from its backup"}
	}
	l.mended.Store(m)
	l.watched.log.Tell()
	return nil
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

// Findings is what was found damaged, or otherwise than this machine remembers it; see
// [saves.Log]. The rows stay as they are: to mend them is for those who run the database.
func (l *Log) Findings() *saves.Findings {
	m := l.mended.Load()
	if m == nil || m.found == nil {
		return l.stands
	}
	if l.stands == nil {
		return m.found
	}
	both := m.found.Clone()
	both.Wrong, both.Behind = append(both.Wrong, l.stands.Wrong...), l.stands.Behind
	return both
}

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
	l.memory.Close()
	return l.handle.Close()
}
