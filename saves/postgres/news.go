package postgres

import (
	"context"
	"crypto/rand"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"example.org/fray/saves"
)

// channel is where programs tell each other that a table has changed: with the number of
// the table alone.
const channel = "fray"

// every is how often all tables that are open are looked at, in case that a
// notification was missed.
const every = time.Second

// sooner is how often the database is asked whether it is there again.
const sooner = 200 * time.Millisecond

// news tells those who watch tables here what other programs have done to them, and
// other programs what was done here. Nothing hangs on it but how soon a change is seen.
type news struct {
	store  *Store
	config *pgx.ConnConfig

	program string // names this one among those that play

	mu     sync.Mutex
	tables map[int64]*watched

	tell   chan int64
	teller atomic.Uint32 // the database's number of the connection that tells others
	wake   chan struct{} // the database is away
	deaf   chan struct{} // the connection that hears is of no use any more
	leave  context.CancelFunc
	done   sync.WaitGroup
}

// watched is a table that somebody has open here.
type watched struct {
	users   int
	log     saves.Watchers
	records saves.Watchers
	plays   int   // of the users
	line    int64 // the newest that was seen
	changes int64 // how often its records had changed
}

func listen(s *Store, config *pgx.ConnConfig) *news {
	ctx, leave := context.WithCancel(context.Background())
	n := &news{program: strings.ToLower(rand.Text()), store: s, config: config.Copy(), tables: map[int64]*watched{}, tell: make(chan int64, 1024), wake: make(chan struct{}, 1), deaf: make(chan struct{}, 1), leave: leave}
	n.done.Go(func() { n.hear(ctx) })
	n.done.Go(func() { n.look(ctx) })
	n.done.Go(func() { n.send(ctx) })
	return n
}

func (n *news) close() {
	n.leave()
	n.done.Wait()
}

// watch begins to watch a table; leave ends it.
func (n *news) watch(id int64) (w *watched, leave func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w = n.tables[id]
	if w == nil {
		w = &watched{}
		n.tables[id] = w
	}
	w.users++
	return w, sync.OnceFunc(func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if w.users--; w.users == 0 {
			delete(n.tables, id)
		}
	})
}

// How long a program is believed to play that says nothing more, and how often it says so.
const (
	playsFor   = 45 * time.Second
	playsEvery = 15 // looks
)

// plays says among the records of tables that they are being played, from w on.
func (n *news) plays(ctx context.Context, w *watched, ids ...int64) error {
	if w != nil {
		n.mu.Lock()
		w.plays++
		n.mu.Unlock()
	}
	if len(ids) == 0 || n.store.edition.Load() > version {
		return nil
	}
	ctx, cancel, err := n.store.question(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	_, err = n.store.pool.Exec(ctx, `
		INSERT INTO fray.records (table_id, kind, id, body, until)
		SELECT t, $2, $3, '[]', clock_timestamp() + $4 * interval '1 microsecond' FROM unnest($1::bigint[]) t
		ON CONFLICT (table_id, kind, id) DO UPDATE SET until = excluded.until`,
		ids, string(saves.PresenceRecords), n.program, playsFor.Microseconds())
	return n.store.failed(err)
}

// playsNoMore takes that back; where the database is away it goes by itself.
func (n *news) playsNoMore(w *watched, id int64) {
	n.mu.Lock()
	w.plays--
	last := w.plays == 0
	n.mu.Unlock()
	if !last || n.store.isAway() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_, err := n.store.pool.Exec(ctx, `DELETE FROM fray.records WHERE table_id = $1 AND kind = $2 AND id = $3`, id, string(saves.PresenceRecords), n.program)
	_ = n.store.failed(err)
}

// played are the tables that are played here.
func (n *news) played() (ids []int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, w := range n.tables {
		if w.plays > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// changed tells of a change that was made here: at once those who watch here, and the
// other programs soon.
func (n *news) changed(id int64, of func(*watched) *saves.Watchers) {
	n.mu.Lock()
	w := n.tables[id]
	n.mu.Unlock()
	if w != nil {
		of(w).Tell()
	}
	select {
	case n.tell <- id:
	default: // they find it themselves within a second
	}
}

func ofLog(w *watched) *saves.Watchers     { return &w.log }
func ofRecords(w *watched) *saves.Watchers { return &w.records }

// missed has those who watch a table be told again, since what was told could not be read.
func (n *news) missed(w *watched) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w.line, w.changes = -1, -1
}

// away has the database be asked until it is there again. What hangs on it is begun anew.
func (n *news) away() {
	for _, of := range []chan struct{}{n.wake, n.deaf} {
		select {
		case of <- struct{}{}:
		default:
		}
	}
}

// mostTold is how many tables one notification names: it holds less than 8,000 bytes.
const mostTold = 350

// togetherFor is how long changes are gathered that follow each other closely.
const togetherFor = 5 * time.Millisecond

// send tells the other programs, in one statement of all that has changed meanwhile, on a
// connection of its own: none that appends waits behind it.
func (n *news) send(ctx context.Context) {
	var conn *pgx.Conn
	config := n.config.Copy()
	config.RuntimeParams["synchronous_commit"] = "off" // nothing is lost with what is told
	var told time.Time
	closed := func() {
		if conn != nil {
			_ = conn.Close(ctx) // nothing is written over it any more
			conn = nil
		}
	}
	defer closed()
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-n.tell:
			if wait := togetherFor - time.Since(told); wait > 0 {
				time.Sleep(wait)
			}
			ids := map[int64]bool{id: true}
			for more := true; more && len(ids) < mostTold; {
				select {
				case id := <-n.tell:
					ids[id] = true
				default:
					more = false
				}
			}
			all := make([]string, 0, len(ids))
			for id := range ids {
				all = append(all, strconv.FormatInt(id, 10))
			}
			short, cancel := context.WithTimeout(ctx, patience)
			var err error
			if conn == nil {
				if conn, err = pgx.ConnectConfig(short, config); err == nil {
					n.teller.Store(conn.PgConn().PID())
				}
			}
			if err == nil {
				_, err = conn.Exec(short, `SELECT pg_notify($1, $2)`, channel, strings.Join(all, " "))
			}
			cancel()
			told = time.Now()
			if err != nil { // they find it themselves within a second
				closed()
			}
		}
	}
}

// hear waits for what other programs tell, on a connection of its own.
func (n *news) hear(ctx context.Context) {
	for ctx.Err() == nil {
		once, cancel := context.WithCancel(ctx)
		heard := make(chan struct{})
		go func() {
			defer close(heard)
			n.hearOnce(once)
		}()
		select {
		case <-heard:
		case <-n.deaf:
		case <-ctx.Done():
		}
		cancel()
		<-heard
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

func (n *news) hearOnce(ctx context.Context) {
	conn, err := pgx.ConnectConfig(ctx, n.config)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close(ctx) }() // nothing is written over it
	if _, err := conn.Exec(ctx, `LISTEN `+channel); err != nil {
		return
	}
	for {
		told, err := conn.WaitForNotification(ctx)
		if err != nil {
			return
		}
		if told.PID == n.teller.Load() {
			continue // it was told here at once
		}
		for _, word := range strings.Fields(told.Payload) {
			id, _ := strconv.ParseInt(word, 10, 64)
			n.mu.Lock()
			w := n.tables[id]
			n.mu.Unlock()
			if w != nil {
				w.log.Tell()
				w.records.Tell()
			}
		}
	}
}

// look asks every second how far all tables are that are open here, in one query; and
// more often while the database is away.
func (n *news) look(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for looks := 1; ; looks++ {
		select {
		case <-ctx.Done():
			return
		case <-n.wake:
		case <-tick.C:
		}
		for n.store.isAway() && ctx.Err() == nil {
			if n.store.ask(ctx, n.config) {
				n.allMissed()
				break
			}
			select {
			case <-ctx.Done():
			case <-time.After(sooner):
			}
		}
		_ = n.lookOnce(ctx) // it is asked again in a second
		if looks%playsEvery == 0 {
			_ = n.plays(ctx, nil, n.played()...) // it is said again soon
		}
	}
}

// allMissed has all who watch be told again.
func (n *news) allMissed() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, w := range n.tables {
		w.line, w.changes = -1, -1
	}
}

func (n *news) lookOnce(ctx context.Context) error {
	n.mu.Lock()
	ids := make([]int64, 0, len(n.tables))
	for id := range n.tables {
		ids = append(ids, id)
	}
	n.mu.Unlock()
	if len(ids) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := n.store.pool.Query(ctx, `
		SELECT t.id, t.desk, coalesce((SELECT max(line) FROM fray.lines l WHERE l.table_id = t.id), 0), (SELECT version FROM fray.edition)
		FROM fray.tables t WHERE t.id = ANY ($1)`, ids)
	if err != nil {
		return n.store.failed(err)
	}
	var id, changes, line int64
	var edition int32
	_, err = pgx.ForEachRow(rows, []any{&id, &changes, &line, &edition}, func() error {
		migrated := n.store.edition.Swap(edition) != edition
		n.mu.Lock()
		defer n.mu.Unlock()
		w := n.tables[id]
		if migrated { // every table may be written no longer, or again
			for _, w := range n.tables {
				w.log.Tell()
			}
		}
		if w == nil {
			return nil
		}
		if line != w.line {
			w.line = line
			w.log.Tell()
		}
		if changes != w.changes {
			w.changes = changes
			w.records.Tell()
		}
		return nil
	})
	return n.store.failed(err)
}
