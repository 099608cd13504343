package postgres

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.org/fray/saves"
)

// channel is where programs tell each other that a table has changed: with the number of
// the table alone.
const channel = "fray"

// every is how often all tables that are open are looked at, in case that a
// notification was missed.
const every = time.Second

// news tells those who watch tables here what other programs have done to them, and
// other programs what was done here. Nothing hangs on it but how soon a change is seen.
type news struct {
	pool   *pgxpool.Pool
	config *pgx.ConnConfig

	mu     sync.Mutex
	tables map[int64]*watched

	tell  chan int64
	leave context.CancelFunc
	done  sync.WaitGroup
}

// watched is a table that somebody has open here.
type watched struct {
	users int
	log   saves.Watchers
	desk  saves.Watchers
	line  int64 // the newest that was seen
	desks int64 // how often its desk had changed
}

func listen(pool *pgxpool.Pool, config *pgx.ConnConfig) *news {
	ctx, leave := context.WithCancel(context.Background())
	n := &news{pool: pool, config: config.Copy(), tables: map[int64]*watched{}, tell: make(chan int64, 1024), leave: leave}
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

func ofLog(w *watched) *saves.Watchers  { return &w.log }
func ofDesk(w *watched) *saves.Watchers { return &w.desk }

// missed has those who watch a table be told again, since what was told could not be read.
func (n *news) missed(w *watched) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w.line, w.desks = -1, -1
}

// send tells the other programs, in one statement of all that has changed meanwhile.
func (n *news) send(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-n.tell:
			ids := map[int64]bool{id: true}
			for more := true; more; {
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
			_, _ = n.pool.Exec(short, `SELECT pg_notify($1, $2)`, channel, strings.Join(all[:min(len(all), 500)], " "))
			cancel()
		}
	}
}

// hear waits for what other programs tell, on a connection of its own.
func (n *news) hear(ctx context.Context) {
	for ctx.Err() == nil {
		n.hearOnce(ctx)
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
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, `LISTEN `+channel); err != nil {
		return
	}
	for {
		told, err := conn.WaitForNotification(ctx)
		if err != nil {
			return
		}
		for _, word := range strings.Fields(told.Payload) {
			id, _ := strconv.ParseInt(word, 10, 64)
			n.mu.Lock()
			w := n.tables[id]
			n.mu.Unlock()
			if w != nil {
				w.log.Tell()
				w.desk.Tell()
			}
		}
	}
}

// look asks every second how far all tables are that are open here, in one query.
func (n *news) look(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = n.lookOnce(ctx) // it is asked again in a second
		}
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
	rows, err := n.pool.Query(ctx, `
		SELECT t.id, t.desk, coalesce((SELECT max(line) FROM fray.lines l WHERE l.table_id = t.id), 0)
		FROM fray.tables t WHERE t.id = ANY ($1)`, ids)
	if err != nil {
		return err
	}
	var id, desk, line int64
	_, err = pgx.ForEachRow(rows, []any{&id, &desk, &line}, func() error {
		n.mu.Lock()
		defer n.mu.Unlock()
		w := n.tables[id]
		if w == nil {
			return nil
		}
		if line != w.line {
			w.line = line
			w.log.Tell()
		}
		if desk != w.desks {
			w.desks = desk
			w.desk.Tell()
		}
		return nil
	})
	return err
}
