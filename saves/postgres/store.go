package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.org/fray/saves"
)

// patience is how long an act or a question waits for the database. What lasts longer is
// refused with words: within two seconds, and at once as long as the database is away.
const patience = 1900 * time.Millisecond

// connections is how many a store has open at most beside two for notifications, unless
// pool_max_conns in its URL says another number.
const connections = 16

// Store is a database that holds tables. Its methods may be called from any goroutine,
// and any number of programs may have the same store open and play at the same tables.
type Store struct {
	pool    *pgxpool.Pool
	news    *news
	edition atomic.Int32          // of the schema, as it was seen last
	gone    atomic.Pointer[error] // why the database is away; nil while it is there
}

// Open connects with a store. url is of the role that plays; see [Init]. The errors are
// that the database cannot be reached, and that it holds no store yet.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, connectError(err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = connections
	}
	config.ConnConfig.ConnectTimeout = patience
	config.ConnConfig.RuntimeParams["application_name"] = "fray"
	plain := config.ConnConfig.Copy()
	config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		neverCancel(&c.Config)
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, connectError(err)
	}
	s := &Store{pool: pool}
	v, err := edition(ctx, pool)
	if err != nil {
		pool.Close()
		return nil, connectError(err)
	}
	if v == 0 {
		pool.Close()
		return nil, errors.New("the database holds no tables yet: 'fray store init URL' prepares it")
	}
	s.edition.Store(v)
	s.news = listen(s, plain)
	return s, nil
}

// neverCancel has a connection be left alone where an answer takes too long. To cancel a
// commit that waits for a synchronous standby would show others what the standby does not
// have, and what is lost when it takes over.
func neverCancel(c *pgconn.Config) {
	var connected atomic.Bool
	dial := c.DialFunc
	c.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if connected.Load() {
			return nil, errors.New("nothing is cancelled")
		}
		return dial(ctx, network, address)
	}
	c.AfterConnect = func(context.Context, *pgconn.PgConn) error {
		connected.Store(true)
		return nil
	}
}

// begin gives the context of one question or append of a log or a desk. The error is
// that of the handle, and *saves.Away as long as the database is.
func (s *Store) begin(ctx context.Context, h *saves.Handle) (context.Context, context.CancelFunc, error) {
	if err := h.Usable(ctx); err != nil {
		return nil, nil, err
	}
	if err := s.gone.Load(); err != nil {
		return nil, nil, *err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	return ctx, cancel, nil
}

// failed makes an error of the database one for people: *saves.Away where it could not be
// reached, *saves.Full where its disk has no room, and else what it said. From the first
// *saves.Away on nobody waits for the database, until it answers again.
func (s *Store) failed(err error) error {
	var said *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, context.Canceled), isA[*saves.Away](err):
		return err
	case errors.As(err, &said) && said.Code == "53100": // disk_full
		return &saves.Full{Path: "the store", Err: err}
	case errors.As(err, &said) && !goesAway(said.Code):
		return fmt.Errorf("the store refuses: %w", err)
	}
	err = &saves.Away{Err: err}
	if s.gone.CompareAndSwap(nil, &err) {
		s.pool.Reset() // each connection would have to fail by itself
		s.news.away()
	}
	return err
}

func isA[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}

// goesAway reports whether a database says by an error that it cannot be used at the
// moment: it is shutting down or starting, has too many connections, or is a standby.
func goesAway(code string) bool {
	return strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53") || strings.HasPrefix(code, "58") || code == "25006"
}

func (s *Store) isAway() bool { return s.gone.Load() != nil }

// ask reports whether a database that was away is there again and saves what it is given,
// be it only a notification to nobody. It asks on a connection of its own, which may be
// cancelled.
func (s *Store) ask(ctx context.Context, config *pgx.ConnConfig) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false
	}
	_, err = conn.Exec(ctx, `SELECT pg_notify($1, '')`, channel)
	_ = conn.Close(ctx) // it has answered, or is not used again
	if err == nil {
		s.gone.Store(nil)
	}
	return err == nil
}

// Close ends all connections. Logs and desks of the store are closed first.
func (s *Store) Close() error {
	s.news.close()
	s.pool.Close()
	return nil
}

// Listed is a table of the store.
type Listed struct {
	Name   string    `json:"name"`
	Seq    uint64    `json:"seq"`    // its newest event
	Played time.Time `json:"played"` // when that was
	id     int64
}

// List gives the tables that have events, the one made last first.
func (s *Store) List(ctx context.Context) ([]Listed, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, `
		SELECT t.id, t.name, l.seq, l.saved
		FROM fray.tables t, LATERAL (
			SELECT seq, saved FROM fray.lines WHERE table_id = t.id AND seq > 0 ORDER BY line DESC LIMIT 1) l
		ORDER BY t.id DESC`)
	if err != nil {
		return nil, s.failed(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l Listed, err error) {
		return l, row.Scan(&l.id, &l.Name, &l.Seq, &l.Played)
	})
	return all, s.failed(err)
}

// mostNamed is how many tables an error names.
const mostNamed = 20

// find gives the table with a name, in small or capital letters.
func (s *Store) find(ctx context.Context, name string) (id int64, called string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT id, name FROM fray.tables WHERE lower(name) = lower($1)`, name).Scan(&id, &called)
	if !errors.Is(err, pgx.ErrNoRows) {
		return id, called, s.failed(err)
	}
	all, err := s.List(ctx)
	if err != nil {
		return 0, "", err
	}
	none := &saves.NotFound{Name: name, Folder: "the store"}
	for _, l := range all {
		if len(none.There) < mostNamed {
			none.There = append(none.There, l.Name)
		}
	}
	return 0, "", none
}

// Find gives what a table is called, whose name is given in small or capital letters. The
// error is *saves.NotFound where there is none.
func (s *Store) Find(ctx context.Context, name string) (called string, err error) {
	_, called, err = s.find(ctx, name)
	return called, err
}

// Log opens the log of a table. The errors are *saves.NotFound and that the store is away.
func (s *Store) Log(ctx context.Context, name string) (*Log, error) {
	id, name, err := s.find(ctx, name)
	if err != nil {
		return nil, err
	}
	return newLog(s, id, name), nil
}

// Create gives an empty log for a new table. The error is *saves.Taken where a table
// with that name has events.
func (s *Store) Create(ctx context.Context, name string) (*Log, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if name = strings.TrimSpace(name); name == "" {
		return nil, errors.New("a table needs a name")
	}
	if _, err := s.pool.Exec(ctx, `INSERT INTO fray.tables (name) VALUES ($1) ON CONFLICT DO NOTHING`, name); err != nil {
		return nil, s.failed(err)
	}
	id, called, err := s.find(ctx, name)
	if err != nil {
		return nil, err
	}
	l := newLog(s, id, called)
	switch _, hash, err := l.Newest(ctx); {
	case err != nil:
		return nil, errors.Join(err, l.Close())
	case hash != (saves.Hash{}):
		return nil, errors.Join(&saves.Taken{Path: l.Path()}, l.Close())
	}
	return l, nil
}

// Desk opens the desk of a table. The errors are those of Log.
func (s *Store) Desk(ctx context.Context, name string) (*Desk, error) {
	id, _, err := s.find(ctx, name)
	if err != nil {
		return nil, err
	}
	return newDesk(s, id), nil
}

// OwnDesk opens the desk that belongs to no table: what its hosts keep of people.
func (s *Store) OwnDesk(ctx context.Context) (*Desk, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	const noTable = "" // which is the name of no table
	if _, err := s.pool.Exec(ctx, `INSERT INTO fray.tables (name) VALUES ($1) ON CONFLICT DO NOTHING`, noTable); err != nil {
		return nil, s.failed(err)
	}
	return s.Desk(ctx, noTable)
}

// Ping says why the store does not answer. The error is *saves.Away.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.gone.Load(); err != nil {
		return *err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := s.pool.Exec(ctx, `SELECT 1`)
	return s.failed(err)
}

// With gives the bodies of the records of a kind with an id, by the tables at whose desks
// they lie.
func (s *Store) With(ctx context.Context, kind saves.Kind, id string) (map[string][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, `
		SELECT t.name, r.body FROM fray.records r JOIN fray.tables t ON t.id = r.table_id
		WHERE r.kind = $1 AND r.id = $2 AND t.name <> '' AND (until IS NULL OR until > clock_timestamp())`, string(kind), id)
	if err != nil {
		return nil, s.failed(err)
	}
	out := map[string][]byte{}
	var name, body string
	_, err = pgx.ForEachRow(rows, []any{&name, &body}, func() error {
		out[name] = []byte(body)
		return nil
	})
	return out, s.failed(err)
}

// querier is what asks the database: its connections, or one transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// CreateWhole makes a new table with its desk, which are filled in one transaction: it is
// there whole or not at all. The errors are those of Create and of fill.
func (s *Store) CreateWhole(ctx context.Context, name string, fill func(saves.Log, saves.Desk) error) error {
	l, err := s.Create(ctx, name)
	if err != nil {
		return err
	}
	d := newDesk(s, l.id)
	defer func() { _, _ = l.Close(), d.Close() }() // what was committed is safe without it
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		l.db, d.db = tx, tx
		return fill(l, d)
	})
	if err == nil {
		s.news.changed(l.id, ofLog) // others looked too early
	}
	return err
}

// Play opens the log of a table for a program that will append to it. As long as it is
// open, the table has a record of presence at its desk: it is being played. The errors
// are those of Log.
func (s *Store) Play(ctx context.Context, name string) (*Log, error) {
	l, err := s.Log(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := s.news.plays(ctx, l.watched, l.id); err != nil && !isA[*saves.Away](err) {
		return nil, errors.Join(err, l.Close())
	}
	leave := l.leave
	l.leave = sync.OnceFunc(func() {
		s.news.playsNoMore(l.watched, l.id)
		leave()
	})
	return l, nil
}
