package serve

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"
)

// Metrics counts what the hosts of this process do, and tells it in the text format of
// Prometheus. Nothing of it names a table, a person or what was played. The methods may be
// called from any goroutine.
type Metrics struct {
	began time.Time

	tables       atomic.Int64
	ssh, web     atomic.Int64 // connections that are open
	acts, failed atomic.Uint64
	refusals     atomic.Uint64                 // acts beyond a quota
	within       [len(actBounds)]atomic.Uint64 // acts that took at most the bound
	nanoseconds  atomic.Uint64                 // all acts together
}

// actBounds are the upper bounds of how long acts take, in seconds.
var actBounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}

// NewMetrics returns metrics that have counted nothing yet.
func NewMetrics(now time.Time) *Metrics { return &Metrics{began: now} }

// connections counts those of a kind of client.
func (m *Metrics) connections(c *Guest) *atomic.Int64 {
	if c.ssh == nil {
		return &m.web
	}
	return &m.ssh
}

// acted counts an act that took so long.
func (m *Metrics) acted(took time.Duration, err error) {
	m.acts.Add(1)
	if err != nil {
		m.failed.Add(1)
	}
	m.nanoseconds.Add(uint64(took))
	for i, bound := range actBounds {
		if took.Seconds() <= bound {
			m.within[i].Add(1)
		}
	}
}

// Write writes all metrics.
func (m *Metrics) Write(w io.Writer, now time.Time) {
	one := func(name, kind, help string, value any) {
		_, _ = fmt.Fprintf(w, "# HELP %[1]s %[3]s\n# TYPE %[1]s %[2]s\n%[1]s %[4]v\n", name, kind, help, value)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	one("fray_uptime_seconds", "gauge", "Time since the host was started.", now.Sub(m.began).Seconds())
	one("fray_tables_open", "gauge", "Tables that are open.", m.tables.Load())
	_, _ = fmt.Fprintf(w, "# HELP fray_connections Connections that are open.\n# TYPE fray_connections gauge\nfray_connections{kind=\"ssh\"} %d\nfray_connections{kind=\"web\"} %d\n", m.ssh.Load(), m.web.Load())
	one("fray_acts_refused_total", "counter", "Acts refused by the rules, or not saved.", m.failed.Load())
	one("fray_acts_over_quota_total", "counter", "Acts refused by a quota.", m.refusals.Load())
	_, _ = fmt.Fprint(w, "# HELP fray_act_seconds Time from an act to its being saved.\n# TYPE fray_act_seconds histogram\n")
	for i, bound := range actBounds {
		_, _ = fmt.Fprintf(w, "fray_act_seconds_bucket{le=\"%v\"} %d\n", bound, m.within[i].Load())
	}
	_, _ = fmt.Fprintf(w, "fray_act_seconds_bucket{le=\"+Inf\"} %[1]d\nfray_act_seconds_sum %[2]v\nfray_act_seconds_count %[1]d\n", m.acts.Load(), time.Duration(m.nanoseconds.Load()).Seconds())
	one("go_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine())
	one("go_memstats_heap_inuse_bytes", "gauge", "Bytes of the heap in use.", memory.HeapInuse)
}

// MetricsHandler serves /metrics, and /healthz, which answers with status 503 and words while
// healthy gives an error.
func MetricsHandler(m *Metrics, healthy func() error) http.Handler {
	routes := http.NewServeMux()
	routes.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if err := healthy(); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = fmt.Fprintln(w, err)
			return
		}
		_, _ = fmt.Fprintln(w, "ok")
	})
	routes.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.Write(w, time.Now())
	})
	return routes
}

// logged is a logger, or one that discards everything where there is none.
func logged(l *slog.Logger) *slog.Logger {
	if l == nil {
		return slog.New(slog.DiscardHandler)
	}
	return l
}

// tableAttr names a table in logs by the beginning of its id, since its name is text of people.
func tableAttr(id string) slog.Attr { return slog.String("table", id[:min(len(id), 12)]) }

// clientAttrs tell one client from another in logs.
func clientAttrs(c *Guest) []any {
	kind := "ssh"
	if c.ssh == nil {
		kind = "web"
	}
	id := c.table.cfg.Table.ID()
	return []any{tableAttr(id), slog.String("kind", kind), slog.String("role", string(c.seat.Role)), slog.String("network", c.from.network)}
}
