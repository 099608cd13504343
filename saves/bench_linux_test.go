package saves_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// A commit beside the least that a safe one can cost: as many bytes written over
// what a file has already, and synced, one after the other on the same disk.
func BenchmarkCommitBare(b *testing.B) {
	l := makeTable(b)
	who := do(b, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	const page, size = 4096 + 24, 4 << 20
	f, err := os.Create(filepath.Join(filepath.Dir(l.Path()), "bare"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, size)); err != nil {
		b.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
	var commits, bares []time.Duration
	frame := make([]byte, page)
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		do(b, l, model.Write{Who: who, System: "toy", Set: []model.Change{{Field: "tired", To: engine.ValueOf(i % 900)}}})
		commits = append(commits, time.Since(began))
		began = time.Now()
		if _, err := f.WriteAt(frame, int64(i)*page%(size-page)); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			b.Fatal(err)
		}
		bares = append(bares, time.Since(began))
	}
	at := func(all []time.Duration, p int) float64 {
		slices.Sort(all)
		return float64(all[(len(all)-1)*p/100].Microseconds())
	}
	for unit, p := range map[string]int{"p50": 50, "p99": 99} {
		b.ReportMetric(at(commits, p), unit+"-µs")
		b.ReportMetric(at(bares, p), unit+"-bare-µs")
		b.ReportMetric(at(commits, p)/at(bares, p), unit+"-ratio")
	}
}
