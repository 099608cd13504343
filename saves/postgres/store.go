package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.org/fray/saves"
)

// patience is how long an act or a question waits for the database. What lasts longer is
// refused with words.
const patience = 2 * time.Second

// Store is a database that holds tables. Its methods may be called from any goroutine,
// and any number of programs may have the same store open and play at the same tables.
type Store struct {
	pool    *pgxpool.Pool
	news    *news
	edition int
}

// Open connects with a store. url is of the role that plays; see [Init]. The errors are
// that the database cannot be reached, and that it holds no store yet.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, connectError(err)
	}
	config.MaxConns = max(config.MaxConns, 8)
	config.ConnConfig.ConnectTimeout = patience
	config.ConnConfig.RuntimeParams["application_name"] = "fray"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, connectError(err)
	}
	s := &Store{pool: pool}
	if s.edition, err = edition(ctx, pool); err != nil {
		pool.Close()
		return nil, connectError(err)
	}
	if s.edition == 0 {
		pool.Close()
		return nil, errors.New("the database holds no tables yet: 'fray store init URL' prepares it")
	}
	s.news = listen(pool, config.ConnConfig)
	return s, nil
}

// begin gives the context of one question or append of a log or a desk.
func begin(ctx context.Context, h *saves.Handle) (context.Context, context.CancelFunc, error) {
	if err := h.Usable(ctx); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	return ctx, cancel, nil
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
			SELECT seq, saved FROM fray.lines WHERE table_id = t.id AND seq > 0 ORDER BY seq DESC LIMIT 1) l
		ORDER BY t.id DESC`)
	if err != nil {
		return nil, away(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l Listed, err error) {
		return l, row.Scan(&l.id, &l.Name, &l.Seq, &l.Played)
	})
	return all, away(err)
}

// mostNamed is how many tables an error names.
const mostNamed = 20

// find gives the table with a name, in small or capital letters.
func (s *Store) find(ctx context.Context, name string) (id int64, called string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT id, name FROM fray.tables WHERE lower(name) = lower($1)`, name).Scan(&id, &called)
	if !errors.Is(err, pgx.ErrNoRows) {
		return id, called, away(err)
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
		return nil, away(err)
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
	return &Desk{store: s, id: id, handle: saves.NewHandle(saves.ErrDeskClosed)}, nil
}

// Away says that the database did not answer. Nothing that was shown is lost.
type Away struct{ Err error }

// Error says that nothing was saved, and that it will be well again by itself.
func (e *Away) Error() string {
	return fmt.Sprintf("the store does not answer, so this was not saved: try again soon, everything that was shown before is safe (%s)", short(e.Err))
}

// Unwrap gives what the database said.
func (e *Away) Unwrap() error { return e.Err }

// away makes an error of the database one for people: *Away where it could not be
// reached, and else what it said.
func away(err error) error {
	var said *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.As(err, new(*Away)):
		return err
	case errors.As(err, &said) && said.Code == "53100":
		return &saves.Full{Path: "the store", Err: err}
	}
	return &Away{err}
}

// short is the end of an error's words, where the reason stands.
func short(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			words := err.Error()
			return words[:min(len(words), 200)]
		}
		err = next
	}
}
