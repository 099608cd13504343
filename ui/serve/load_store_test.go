//go:build unix

package serve_test

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/serve/servetest"
)

// loadTables is how many tables lie in the store of a benchmark. The figures in the
// documents are for 200.
var loadTables = flag.Int("load-tables", 20, "how many tables in a database a benchmark plays at")

// asStoreHost is the environment variable that makes this program one of the hosts of a
// store: how many tables there are, and the store's address.
const asStoreHost = "FRAY_LOAD_STORE"

// connectionsEach is how many screens each table of a store has.
const connectionsEach = 4

// TestLoadStoreHost is a host process of BenchmarkStore. Without the variable it does
// nothing.
func TestLoadStoreHost(t *testing.T) {
	var tables int
	var url string
	if n, _ := fmt.Sscanf(os.Getenv(asStoreHost), "%d %s", &tables, &url); n != 2 {
		t.Skip("only the benchmark of a store wants it")
	}
	ofAll = screen.NewScheduler()
	s, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	all := inMemory(s)
	var houses []*testHost
	for i := range tables {
		live, err := all.Open(t.Context(), fmt.Sprint("table ", i))
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		h := &testHost{TB: t, live: live, now: time.Now(), gms: newKey(t), late: make(chan time.Time)}
		h.serves(l, serve.Quota{})
		houses = append(houses, h)
	}
	obey(t, houses)
}

// inMemory returns the tables of a store, with indexes in memory.
func inMemory(s saves.Store) saves.Tables {
	all := servetest.TablesOf(s)
	all.Index = func(string, bool) saves.Index { return index.Memory() }
	return all
}

// fillStore makes the tables of a benchmark, with a seat for each key.
func fillStore(b *testing.B, url string, tables int) {
	b.Helper()
	s, err := postgres.Open(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all := inMemory(s)
	for i := range tables {
		live, err := all.Make(b.Context(), model.Make{Name: fmt.Sprint("table ", i), System: "supermen"})
		if err != nil {
			b.Fatal(err)
		}
		h := &testHost{TB: b, live: live, now: time.Now()}
		if h.guests, err = serve.OpenGuestListOf(live); err != nil {
			b.Fatal(err)
		}
		servetest.Fills(b, live, all.Rules["supermen"], connectionsEach)
		for seat := range connectionsEach {
			h.seats(seatKey(i, seat), fmt.Sprintf("Player %c", 'A'+seat), seat)
		}
		if err := live.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStore is tables in a database with four connections each and an act every two
// seconds at each, served by one, two and three hosts. The connections of a table sit at
// different hosts. It measures how long an act takes to all of its frames, and the
// processor time of hosts and database.
func BenchmarkStore(b *testing.B) {
	for hosts := 1; hosts <= 3; hosts++ {
		b.Run(fmt.Sprint("hosts-", hosts), func(b *testing.B) {
			for b.Loop() {
				db := pgtest.Start(b)
				fillStore(b, db.URL(), *loadTables)
				servers := make([]*loaded, hosts)
				for i := range servers {
					servers[i] = startProcess(b, "^TestLoadStoreHost$", fmt.Sprintf("%s=%d %s", asStoreHost, *loadTables, db.URL()))
				}
				screens := make([][]*viewer, *loadTables)
				for i := range screens {
					for seat := range connectionsEach {
						v := servers[(i+seat)%hosts].views(i, seat)
						<-v.first
						screens[i] = append(screens[i], v)
					}
				}
				actsAt(servers, screens, 3*time.Second) // warms up
				forget(screens)
				cpu := func() (all time.Duration) {
					for _, s := range servers {
						all += s.used().CPU
					}
					return all
				}
				before, database, began := cpu(), db.ProcessorTime(), time.Now()
				end := servers[0].profiled()
				acts, late := actsAt(servers, screens, *loadFor)
				end()
				took := time.Since(began)
				report(b, "act", acts)
				b.ReportMetric(100*float64(cpu()-before)/float64(took), "hosts-core-%")
				b.ReportMetric(100*float64(db.ProcessorTime()-database)/float64(took), "database-core-%")
				b.ReportMetric(100*float64(len(acts))/float64(len(acts)+late), "answered-%") // answered before the next was due
				resident := 0
				for _, s := range servers {
					resident += s.used().Resident
				}
				b.ReportMetric(float64(resident)/1e6/float64(hosts), "MB/host")
			}
		})
	}
}

// actsAt has an act happen every two seconds at each table, at one of its hosts.
func actsAt(servers []*loaded, screens [][]*viewer, length time.Duration) (acts []time.Duration, late int) {
	const often = 2 * time.Second
	ctx, stop := context.WithTimeout(context.Background(), length)
	defer stop()
	var all sync.WaitGroup
	for i, table := range screens {
		all.Go(func() {
			next := time.Now().Add(often * time.Duration(i) / time.Duration(len(screens)))
			for n := 0; ; n++ {
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Until(next)):
				}
				for _, v := range table {
					v.expects(word(n), nil)
				}
				servers[(i+n)%len(servers)].asks(order{Act: word(n), Nth: n, Table: i})
				next = next.Add(often)
			}
		})
	}
	all.Wait()
	time.Sleep(time.Second) // wait for frames on their way
	for _, table := range screens {
		for _, v := range table {
			v.mu.Lock()
			acts, late = append(acts, v.acts...), late+v.late
			v.mu.Unlock()
		}
	}
	return acts, late
}
