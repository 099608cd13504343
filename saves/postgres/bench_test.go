//go:build unix

package postgres_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
)

// appending is how long each part of BenchmarkAppends lasts.
const appending = 5 * time.Second

// BenchmarkAppends compares appends of one event, at as many tables as there are clients,
// with what pgbench gets done that only inserts a row of the same size and commits.
func BenchmarkAppends(b *testing.B) {
	for _, clients := range []int{1, 8, 32} {
		b.Run(fmt.Sprint("clients-", clients), func(b *testing.B) {
			for b.Loop() {
				db := pgtest.Start(b)
				db.Do(b, `CREATE TABLE bare (id bigserial PRIMARY KEY, body bytea NOT NULL, hash bytea NOT NULL);
					GRANT ALL ON bare, bare_id_seq TO `+pgtest.Player)
				body := logtest.Events(1, 1)[0].Body
				rate := func(done int, took time.Duration) float64 { return float64(done) / took.Seconds() }
				before := db.ProcessorTime()
				bare := db.Bench(b, clients, appending, fmt.Sprintf(`INSERT INTO bare (body, hash) VALUES ('\x%x', '\x%x');`, body, make([]byte, 32)))
				bareCPU := db.ProcessorTime() - before
				s, err := postgres.Open(b.Context(), fmt.Sprintf("%s?pool_max_conns=%d", db.URL(), clients))
				if err != nil {
					b.Fatal(err)
				}
				var all sync.WaitGroup
				counts := make([]int, clients)
				before, began := db.ProcessorTime(), time.Now()
				for c := range clients {
					l, err := s.Create(b.Context(), fmt.Sprint("table ", c))
					if err != nil {
						b.Fatal(err)
					}
					all.Go(func() {
						for n := uint64(0); time.Since(began) < appending; n++ {
							if err := l.Append(b.Context(), n, logtest.Events(n+1, n+1)); err != nil {
								b.Error(err)
								return
							}
							counts[c]++
						}
					})
				}
				all.Wait()
				took, done := time.Since(began), 0
				_ = s.Close()
				for _, n := range counts {
					done += n
				}
				own := rate(done, took)
				b.ReportMetric(own, "appends/s")
				b.ReportMetric(bare, "pgbench/s")
				b.ReportMetric(own/bare, "of-pgbench")
				b.ReportMetric(float64((db.ProcessorTime()-before).Microseconds())/float64(done), "database-us/append")
				b.ReportMetric(float64(bareCPU.Microseconds())/(bare*appending.Seconds()), "database-us/pgbench")
			}
		})
	}
}

// BenchmarkIdleTables is what a program needs that has a store with ten thousand tables
// open: with the list of them, after it has played at a thousand and let them go, and with
// the logs of all of them open and watched.
func BenchmarkIdleTables(b *testing.B) {
	const tables = 10_000
	for b.Loop() {
		db := pgtest.Start(b)
		live := host(b, db, "table 0", true)
		join(b, live)
		for n := range 20 {
			if _, err := live.Do(program, model.Note{Text: fmt.Sprint("note ", n)}); err != nil {
				b.Fatal(err)
			}
		}
		if err := live.Close(); err != nil {
			b.Fatal(err)
		}
		db.Do(b, fmt.Sprintf(`
			INSERT INTO fray.tables (name) SELECT 'table ' || g FROM generate_series(1, %d) g;
			INSERT INTO fray.lines (table_id, line, seq, body, hash)
			SELECT t.id, line, seq, body, hash FROM fray.lines l, fray.tables t WHERE l.table_id = 1 AND t.id > 1;
			ANALYZE`, tables-1))
		s := open(b, db)
		listed := func() {
			began := time.Now()
			all, err := s.List(b.Context())
			if err != nil || len(all) != tables {
				b.Fatal(len(all), err)
			}
			b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms-list")
		}
		listed()
		listed()
		b.ReportMetric(resident(), "MB-listed")
		for n := range 1000 {
			log, err := s.Open(b.Context(), fmt.Sprint("table ", n))
			if err != nil {
				b.Fatal(err)
			}
			live, err := saves.Open(log, index.Memory(), rules, deps())
			if err != nil {
				b.Fatal(err)
			}
			if err := live.Close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(resident(), "MB-after-1000-played")
		var logs []saves.Log
		for n := range tables {
			log, err := s.Look(b.Context(), fmt.Sprint("table ", n))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := log.Watch(b.Context()); err != nil {
				b.Fatal(err)
			}
			logs = append(logs, log)
		}
		b.ReportMetric(resident(), "MB-all-watched")
		for _, l := range logs {
			_ = l.Close()
		}
	}
}

// resident is the memory of this process in megabytes, without what is only garbage.
func resident() float64 {
	debug.FreeOSMemory()
	text, _ := os.ReadFile("/proc/self/statm")
	f := bytes.Fields(text)
	if len(f) < 2 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.Sys) / 1e6
	}
	pages, _ := strconv.Atoi(string(f[1]))
	return float64(pages*os.Getpagesize()) / 1e6
}
