package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/remember"
)

// patience is how long an act or a question waits for the database. What lasts longer is
// refused with words: within two seconds, and at once as long as the database is away.
const patience = 1900 * time.Millisecond

// connections is how many a store has open at most beside two for notifications, unless
// pool_max_conns in its URL says another number.
const connections = 16

// Store is a database that holds tables, or several of which each holds some. Its methods
// may be called from any goroutine, and any number of programs may have the same store open
// and play at the same tables.
type Store struct {
	Indexes string // a folder of this machine for what is worked out of logs

	// State is a folder of this machine in which the newest event of each table that is played
	// from here is remembered, so that a database that was put back, or a standby that took over
	// without it, is told. "": nothing is.
	State string

	// Indexed gives what the index of a table knows of its log; nil: nobody does.
	Indexed func(name string) saves.Known

	label   string   // names the database among several
	all     []*Store // the databases, this one among them
	pool    *pgxpool.Pool
	news    *news
	remark  string                // see Remark
	edition atomic.Int32          // of the schema, as it was seen last
	gone    atomic.Pointer[error] // why the database is away; nil while it is there
}

// Open connects with a store. urls are of the role that plays (see [Init]): of one
// database, or of several with blanks between them. A new table comes to the database that
// its name picks, so that programs with the same list pick the same, and few tables would
// be picked otherwise with one database more; those that are there are found wherever they
// are. The errors are that a database cannot be reached, and that it holds no store yet.
func Open(ctx context.Context, urls string) (*Store, error) {
	var all []*Store
	for _, url := range strings.Fields(urls) {
		s, err := connect(ctx, url)
		if err != nil {
			for _, s := range all {
				s.closeHere()
			}
			return nil, err
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, errors.New("the store has no address")
	}
	for _, s := range all {
		s.all = all
	}
	return all[0], nil
}

// HoldsPassword reports whether an address of a store has a password in it, as far as it can be
// read.
func HoldsPassword(urls string) bool {
	return slices.ContainsFunc(strings.Fields(urls), func(url string) bool {
		_, rest, _ := strings.Cut(url, "://")
		before, _, has := strings.Cut(rest, "@")
		_, password, _ := strings.Cut(before, ":")
		return has && password != "" || strings.Contains(rest, "password=")
	})
}

// Remark says what whoever opens the store should know of it: that the role that plays there could
// change what was played. It is "" where that is as it should be.
func (s *Store) Remark() string {
	for _, s := range s.all {
		if s.remark != "" {
			return s.remark
		}
	}
	return ""
}

// remark is the remark on one database.
func remark(ctx context.Context, q querier) (string, error) {
	var role string
	if err := q.QueryRow(ctx, `SELECT current_user`).Scan(&role); err != nil {
		return "", err
	}
	rewrites, err := mayRewrite(ctx, q, role)
	if !rewrites {
		return "", err
	}
	return fmt.Sprintf("the role %.80q of the store could change or delete what was played, be it by mistake: play as a role that can only add, which 'fray store init URL --role ROLE' makes ready", role), nil
}

// picks gives the databases in the order in which a table with a name would come to them:
// the one first whose label has the highest hash with it.
func (s *Store) picks(name string) []*Store {
	hash := func(s *Store) [sha256.Size]byte {
		return sha256.Sum256([]byte(s.label + "\x00" + strings.ToLower(name)))
	}
	return slices.SortedFunc(slices.Values(s.all), func(x, y *Store) int {
		a, b := hash(x), hash(y)
		return bytes.Compare(b[:], a[:])
	})
}

// connect connects with one database.
func connect(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err == nil && !isAddress(url) {
		err = errAddress
	}
	if err != nil {
		return nil, unusable(err)
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
		return nil, unusable(err)
	}
	s := &Store{pool: pool, label: fmt.Sprintf("%s:%d/%s", plain.Host, plain.Port, plain.Database)}
	v, err := edition(ctx, pool)
	if err != nil {
		pool.Close()
		return nil, unusable(err)
	}
	if v == 0 {
		pool.Close()
		return nil, errors.New("the database holds no tables yet: 'fray store init URL' prepares it")
	}
	s.edition.Store(v)
	if s.remark, err = remark(ctx, pool); err != nil {
		pool.Close()
		return nil, unusable(err)
	}
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

// begin gives the context of one question or append of a log or of records. The error is
// that of the handle, and *saves.Away as long as the database is.
func (s *Store) begin(ctx context.Context, h *saves.Handle) (context.Context, context.CancelFunc, error) {
	if err := h.Usable(ctx); err != nil {
		return nil, nil, err
	}
	return s.question(ctx)
}

// question gives the context of one question. The error is *saves.Away as long as the
// database is: then nobody waits for it.
func (s *Store) question(ctx context.Context) (context.Context, context.CancelFunc, error) {
	if err := s.gone.Load(); err != nil {
		return nil, nil, *err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	return ctx, cancel, nil
}

// failed makes an error of the database one for people: *saves.Away where it could not be
// reached, *saves.Full where its disk has no room, and else what it said, in words. From the first
// *saves.Away on nobody waits for the database, until it answers again.
func (s *Store) failed(err error) error {
	var said *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, context.Canceled), isA[*saves.Away](err):
		return err
	case errors.As(err, &said) && said.Code == "53100": // disk_full
		return &saves.Full{Path: "the store", Err: err}
	case errors.As(err, &said) && !goesAway(said.Code), errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("the store refuses: %w", inWords(err))
	}
	err = &saves.Away{Err: inWords(err)}
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

// Close ends all connections. Logs and records of the store are closed first.
func (s *Store) Close() error {
	for _, s := range s.all {
		s.closeHere()
	}
	return nil
}

func (s *Store) closeHere() {
	s.news.close()
	s.pool.Close()
}

// ofEach puts together what the databases give. One of several that is away is left out.
func ofEach[T any](s *Store, ask func(*Store) (T, error), add func(T)) error {
	var away error
	answered := false
	for _, s := range s.all {
		switch some, err := ask(s); {
		case err == nil:
			answered = true
			add(some)
		case !isA[*saves.Away](err):
			return err
		default:
			away = err
		}
	}
	if answered {
		return nil
	}
	return away
}

// List gives the tables that have events, of each database the one made last first.
func (s *Store) List(ctx context.Context) (all []saves.Listed, err error) {
	err = ofEach(s, func(s *Store) ([]saves.Listed, error) { return s.listHere(ctx) }, func(some []saves.Listed) { all = append(all, some...) })
	return all, err
}

func (s *Store) listHere(ctx context.Context) ([]saves.Listed, error) {
	ctx, cancel, err := s.question(ctx)
	if err != nil {
		return nil, err
	}
	defer cancel()
	rows, err := s.pool.Query(ctx, `
		SELECT t.name, l.seq, l.saved
		FROM fray.tables t, LATERAL (
			SELECT seq, saved FROM fray.lines WHERE table_id = t.id AND seq > 0 ORDER BY line DESC LIMIT 1) l
		ORDER BY t.id DESC`)
	if err != nil {
		return nil, s.failed(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l saves.Listed, err error) {
		err = row.Scan(&l.Name, &l.Seq, &l.Played)
		l.Path = l.Name
		return l, err
	})
	return all, s.failed(err)
}

// mostNamed is how many tables an error names.
const mostNamed = 20

// findHere gives the table of this database with a name, in small or capital letters. The
// id is 0 where there is none.
func (s *Store) findHere(ctx context.Context, name string) (id int64, called string, played bool, err error) {
	ctx, cancel, err := s.question(ctx)
	if err != nil {
		return 0, "", false, err
	}
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT id, name, EXISTS (SELECT FROM fray.lines WHERE table_id = id) FROM fray.tables WHERE lower(name) = lower($1)`, name).Scan(&id, &called, &played)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, "", false, nil
	}
	return id, called, played, s.failed(err)
}

// remembers reports whether this machine remembers events of a table.
func (s *Store) remembers(name string) bool {
	if s.State == "" {
		return false
	}
	_, ok := remember.Recall(remember.File(s.State, s.label+"/"+name))
	return ok
}

// find gives the table with a name, in small or capital letters, and its database.
func (s *Store) find(ctx context.Context, name string) (in *Store, id int64, called string, err error) {
	for _, in := range s.picks(name) {
		// One without events was being made when the program was killed, unless they are lost.
		if id, called, played, err := in.findHere(ctx, name); err != nil || id != 0 && (played || in.remembers(called)) {
			return in, id, called, err
		}
	}
	all, err := s.List(ctx)
	if err != nil {
		return nil, 0, "", err
	}
	none := &saves.NotFound{Name: name, Folder: "the store"}
	for _, l := range all {
		if len(none.There) < mostNamed {
			none.There = append(none.There, l.Name)
		}
	}
	return nil, 0, "", none
}

// Find gives what a table is called, whose name is given in small or capital letters. The
// error is *saves.NotFound where there is none.
func (s *Store) Find(ctx context.Context, name string) (called string, err error) {
	_, _, called, err = s.find(ctx, name)
	return called, err
}

// Look opens the log of a table; see [saves.Store].
func (s *Store) Look(ctx context.Context, name string) (saves.Log, error) {
	in, id, name, err := s.find(ctx, name)
	if err != nil {
		return nil, err
	}
	l := newLog(in, id, name)
	if err := l.compare(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Create gives an empty log for a new table. The error is *saves.Taken where a table
// with that name has events.
func (s *Store) Create(ctx context.Context, name string) (saves.Log, error) {
	l, err := s.create(ctx, name)
	if err != nil {
		return nil, err
	}
	return l, nil
}

func (s *Store) create(ctx context.Context, name string) (*Log, error) {
	if name = strings.TrimSpace(strings.Map(plainSign, name)); name == "" {
		return nil, errors.New("a table needs a name")
	}
	in, id, called, err := s.find(ctx, name)
	if isA[*saves.NotFound](err) {
		in = s.picks(name)[0]
		id, called, err = in.named(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	l := newLog(in, id, called)
	switch _, hash, err := l.Newest(ctx); {
	case err != nil:
		return nil, errors.Join(err, l.Close())
	case hash != (saves.Hash{}):
		return nil, errors.Join(&saves.Taken{Path: l.Path()}, l.Close())
	}
	return l, nil
}

// plainSign leaves out of a name what would make a path of it.
func plainSign(r rune) rune {
	if r == '/' || r == '\\' {
		return ' '
	}
	return r
}

// named gives the table of this database with a name, which need not be there yet.
func (s *Store) named(ctx context.Context, name string) (id int64, called string, err error) {
	short, cancel, err := s.question(ctx)
	if err != nil {
		return 0, "", err
	}
	defer cancel()
	if _, err := s.pool.Exec(short, `INSERT INTO fray.tables (name) VALUES ($1) ON CONFLICT DO NOTHING`, name); err != nil {
		return 0, "", s.failed(err)
	}
	id, called, _, err = s.findHere(ctx, name)
	return id, called, err
}

// Records opens the records of a table; see [saves.Store].
func (s *Store) Records(ctx context.Context, log saves.Log) (saves.Records, error) {
	if l, ours := log.(*Log); ours {
		return newRecords(l.store, l.id), nil
	}
	in, id, _, err := s.find(ctx, log.Path())
	if err != nil {
		return nil, err
	}
	return newRecords(in, id), nil
}

// OwnRecords opens the records that belong to no table: what its hosts keep of people. It lies
// in the first database.
func (s *Store) OwnRecords(ctx context.Context) (saves.Records, error) {
	first := s.all[0]
	id, _, err := first.named(ctx, "") // which is the name of no table
	if err != nil {
		return nil, err
	}
	return newRecords(first, id), nil
}

// Ping says why the store does not answer. The error is *saves.Away.
func (s *Store) Ping(ctx context.Context) (err error) {
	for _, s := range s.all {
		err = errors.Join(err, s.pingHere(ctx))
	}
	return err
}

func (s *Store) pingHere(ctx context.Context) error {
	ctx, cancel, err := s.question(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	_, err = s.pool.Exec(ctx, `SELECT 1`)
	return s.failed(err)
}

// With gives the bodies of the records of a kind with an id, by the tables among whose records
// they lie.
func (s *Store) With(ctx context.Context, kind saves.Kind, id string) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := ofEach(s, func(s *Store) (map[string][]byte, error) { return s.withHere(ctx, kind, id) }, func(some map[string][]byte) { maps.Copy(out, some) })
	return out, err
}

func (s *Store) withHere(ctx context.Context, kind saves.Kind, id string) (map[string][]byte, error) {
	ctx, cancel, err := s.question(ctx)
	if err != nil {
		return nil, err
	}
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

// CreateWhole makes a new table with its records, which are filled in one transaction: it is
// there whole or not at all. The errors are those of Create and of fill.
func (s *Store) CreateWhole(ctx context.Context, name string, fill func(saves.Log, saves.Records) error) error {
	l, err := s.create(ctx, name)
	if err != nil {
		return err
	}
	s = l.store
	d := newRecords(s, l.id)
	defer func() { _, _ = l.Close(), d.Close() }() // what was committed is safe without it
	var unfilled error
	l.filled = &saves.Known{} // a kill before the end leaves nothing, and nothing to remember
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		l.db, d.db = tx, tx
		unfilled = fill(l, d)
		return unfilled
	})
	switch {
	case unfilled != nil:
		return unfilled
	case err == nil:
		l.memory.Put(*l.filled)
		s.news.changed(l.id, ofLog) // others looked too early
	}
	return s.failed(err)
}

// Open opens the log of a table for a program that will append to it. As long as it is
// open, the table has a record of presence among its records: it is being played.
func (s *Store) Open(ctx context.Context, name string) (saves.Log, error) {
	in, id, name, err := s.find(ctx, name)
	if err != nil {
		return nil, err
	}
	l := newLog(in, id, name)
	if err := l.compare(ctx); err != nil && !isA[*saves.Away](err) {
		return nil, errors.Join(err, l.Close())
	}
	if err := in.news.plays(ctx, l.watched, l.id); err != nil && !isA[*saves.Away](err) {
		return nil, errors.Join(err, l.Close())
	}
	leave := l.leave
	l.leave = sync.OnceFunc(func() {
		in.news.playsNoMore(l.watched, l.id)
		leave()
	})
	return l, nil
}

// Played reports whether somebody plays a table, on whatever machine: for a minute after a
// host was cut off that is not known.
func (s *Store) Played(ctx context.Context, name string) (bool, error) {
	in, id, _, err := s.find(ctx, name)
	if err != nil {
		return false, err
	}
	own := newRecords(in, id)
	here, err := own.List(ctx, saves.PresenceRecords)
	return len(here) > 0, errors.Join(err, own.Close())
}

// Delete deletes nothing: the role that plays only adds.
func (s *Store) Delete(ctx context.Context, name string) error {
	if _, _, _, err := s.find(ctx, name); err != nil {
		return err
	}
	return saves.ErrDeletesNothing
}

// Backups gives none: the database has its own.
func (s *Store) Backups(ctx context.Context, name string) ([]saves.Backup, error) {
	_, _, _, err := s.find(ctx, name)
	return nil, err
}

// Restore restores nothing; see Backups.
func (s *Store) Restore(ctx context.Context, name string, _ int, _ string, _ func(saves.Log) error) (string, []string, error) {
	if _, _, _, err := s.find(ctx, name); err != nil {
		return "", nil, err
	}
	return "", nil, fmt.Errorf("%s has no backups here: those of the database hold it", name)
}

// CheckBackups finds nothing; see Backups.
func (s *Store) CheckBackups(context.Context, saves.Log) ([]string, string) { return nil, "" }

// IndexPath is in the folder Indexes.
func (s *Store) IndexPath(name string) string {
	return filepath.Join(s.Indexes, model.FileName(name)+saves.IndexSuffix)
}
