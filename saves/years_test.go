package saves_test

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
)

// years is how long the log of BenchmarkYears is: with 1,000,000 events it shows
// what a table costs that nobody will ever have.
var years = flag.Int("years", 100_000, "events in the log of BenchmarkYears")

// What a long log costs whoever opens it, and a player beside: until the newest
// page is there, and the most memory of all that. The first time a seat looks at a
// log that has no index costs a walk through it.
func BenchmarkYears(b *testing.B) {
	path := bigTable(b, *years)
	bo := model.Seat{Role: model.Player, Name: "Bo"}
	page := func(t model.Table) {
		n := 0
		for range t.Log() {
			if n++; n == 50 {
				return
			}
		}
	}
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	page(view.SeenBy(l.Now(), bo))
	first := time.Since(began)
	began = time.Now()
	if _, _, err := l.Search(b.Context(), bo, "guards", 0, 50); err != nil {
		b.Fatal(err)
	}
	index := time.Since(began)
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	const opens, sees, search, far, keeps = 0, 1, 2, 3, 4
	var took [5]time.Duration
	var peak [3]float64
	n := 0
	for b.Loop() {
		n++
		forget()
		spent := func(what int, do func()) {
			began := time.Now()
			do()
			took[what] += time.Since(began)
		}
		var seen model.Table
		spent(opens, func() {
			if l, err = saves.Open(path, rules, testDeps()); err != nil {
				b.Fatal(err)
			}
			page(l.Now())
		})
		peak[0] = max(peak[0], high())
		spent(sees, func() { seen = view.SeenBy(l.Now(), bo); page(seen) })
		peak[1] = max(peak[1], high())
		spent(far, func() {
			for range seen.LogFrom(seen.Seq() / 2) {
				break
			}
		})
		spent(keeps, func() { seen = view.Follow(seen, l.Now(), bo) })
		spent(search, func() {
			if _, all, err := l.Search(b.Context(), bo, "17th", 0, 50); err != nil || all == 0 {
				b.Fatal(all, err)
			}
		})
		peak[2] = max(peak[2], high())
		runtime.KeepAlive(seen)
		if err := l.Close(); err != nil {
			b.Fatal(err)
		}
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	for what, unit := range []string{"ms-open", "ms-seat", "ms-search", "ms-far", "ms-follow"} {
		b.ReportMetric(ms(took[what])/float64(n), unit)
	}
	b.ReportMetric(ms(first), "ms-first-seat")
	b.ReportMetric(ms(index), "ms-first-search")
	for what, unit := range []string{"MB-open", "MB-seat", "MB-search"} {
		b.ReportMetric(peak[what], unit)
	}
}

// forget gives memory back and forgets how much of it there was; only Linux says
// how much that is.
func forget() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// high is how many MB the process had in memory at most.
func high() float64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			return float64(kb) / 1024
		}
	}
	return 0
}
