package saves_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
)

// playedEvents are the log of a table that was played for a while, as events without their
// numbers, so that it can stand in a longer log again and again.
func playedEvents(b testing.TB) []model.Event {
	b.Helper()
	l, err := saves.Make(saves.NewMemory(), index.Memory(), rules, model.Make{Name: "The Vault", System: "toy"}, testDeps())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	do(b, l, model.Join{Character: character("Ash")})
	p := newPlayer(11)
	for n := 0; l.Now().Seq() < 600; n++ {
		if len(l.Now().Rolls()) > 0 || n%3 == 0 {
			switch c := p.command(l.Now()).(type) {
			case model.Undo, model.Redo: // what names others by their number is left out below
			default:
				_, _ = l.Do(program, c) // some is refused
			}
			continue
		}
		do(b, l, model.Note{Text: fmt.Sprintf("The guards of gate %d call for word %x", n, n*n)})
	}
	for _, r := range l.Now().Rolls() { // else each time adds to those under way
		do(b, l, model.Drop{Roll: r.ID, Why: "enough"})
	}
	var out []model.Event
	for e, err := range l.Events(0) {
		if err != nil {
			b.Fatal(err)
		}
		reaches := slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
			switch f.(type) {
			case model.Undone, model.Redone, model.Joined, model.SeatNamed, model.SessionBegan:
				return true // they name others by their number, or make the table larger each time
			}
			return false
		})
		for i, fact := range e.Facts {
			if end, ok := fact.(model.Finished); ok {
				end.Later = nil // else each time more is still to come
				e.Facts[i] = end
			}
		}
		if e.Seq < 3 || !reaches {
			out = append(out, e)
		}
	}
	return out
}

// longLog makes the file of a table with so many events, and gives its path.
func longLog(b testing.TB, events uint64) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "vault.fray")
	log, err := logfile.Create(path, logfile.Options{})
	if err != nil {
		b.Fatal(err)
	}
	block := playedEvents(b)
	var lines []saves.Line
	for seq := uint64(1); seq <= events; seq++ {
		e := block[0]
		if seq > 1 {
			e = block[1+(seq-2)%uint64(len(block)-1)]
		}
		e.Seq = seq
		body, err := e.MarshalJSON()
		if err != nil {
			b.Fatal(err)
		}
		if lines = append(lines, saves.Line{Seq: seq, Body: body}); len(lines) == 5000 || seq == events {
			if err := log.Append(context.Background(), lines[0].Seq-1, lines); err != nil {
				b.Fatal(err)
			}
			lines = lines[:0]
		}
	}
	if err := log.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// indexed makes the index of a table in a file.
func indexed(b testing.TB, path string) {
	b.Helper()
	l, err := openAt(path, testDeps())
	if err != nil {
		b.Fatal(err)
	}
	saves.IndexNow(l)
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
}

// nth gives a part of all times, sorted: 50 is the one that half of them are below.
func nth(all []time.Duration, percent int) float64 {
	slices.Sort(all)
	return float64(all[len(all)*percent/100].Microseconds())
}

// A commit, with what is remembered of it beside the settings, costs at most 1.6 times a bare
// synced append of as many bytes, and 2 times of 99 in 100. Both are done by turns, on the same
// disk.
func BenchmarkCommit(b *testing.B) {
	l, err := makeWith(filepath.Join(b.TempDir(), "vault.fray"), "The Vault", testDeps(), logfile.Options{State: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	bare, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = bare.Close() }()
	line := []byte(strings.Repeat("x", 420) + "\n") // as long as one of these notes
	var own, disk []time.Duration
	for n := 0; b.Loop(); n++ {
		began := time.Now()
		if _, err := bare.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := bare.Sync(); err != nil {
			b.Fatal(err)
		}
		between := time.Now()
		do(b, l, note(n))
		disk, own = append(disk, between.Sub(began)), append(own, time.Since(between))
	}
	b.ReportMetric(nth(own, 50), "commit-µs")
	b.ReportMetric(nth(own, 50)/nth(disk, 50), "times-bare")
	b.ReportMetric(nth(own, 99), "commit-p99-µs")
	b.ReportMetric(nth(own, 99)/nth(disk, 99), "times-bare-p99")
}

// BenchmarkOpening opens tables as the program does before its first frame: with 10,000 and
// 100,000 events in 1.5 and 2 ms where the index stands, and in 0.2 and 1 to 5 s where it
// does not. With 100,000 it has 14 MB of memory.
func BenchmarkOpening(b *testing.B) {
	for _, events := range []uint64{10_000, 100_000, 1_000_000} {
		if events > 100_000 && !*long {
			continue
		}
		path := longLog(b, events)
		open := func(b *testing.B) {
			l, err := openAt(path, testDeps())
			if err != nil {
				b.Fatal(err)
			}
			if l.Now().Seq() != events {
				b.Fatalf("it ends at event %d", l.Now().Seq())
			}
			b.StopTimer()
			_ = l.Close()
			b.StartTimer()
		}
		b.Run(fmt.Sprintf("events=%d/index=no", events), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				_ = os.Remove(path + saves.IndexSuffix)
				b.StartTimer()
				open(b)
			}
		})
		indexed(b, path)
		b.Run(fmt.Sprintf("events=%d/index=yes", events), func(b *testing.B) {
			for b.Loop() {
				open(b)
			}
			if runtime.GOOS == "linux" { // which says how much memory a program has
				b.ReportMetric(residentMB(b, path), "resident-MB")
			}
		})
	}
}

// BenchmarkSearch searches 100,000 events whose index stands: for the gamemaster in 0.1 to 3 ms
// of processor time, for a seat that is told otherwise in 3 to 7, and in 71 where nearly all
// events with the word have to be read to see what the seat is told of them. With a million
// the gamemaster's took at most 0.2 s on two busy processors.
func BenchmarkSearch(b *testing.B) {
	path := longLog(b, 100_000)
	indexed(b, path)
	l, err := lookAt(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	for _, text := range []string{"guards of gate 12", "guards", "gu", "check", "nowhere", "zq"} {
		for _, seat := range []model.Seat{{Role: model.GM}, {Role: model.Watcher}} {
			b.Run(fmt.Sprintf("%s/%s", strings.ReplaceAll(text, " ", "_"), seat.Role), func(b *testing.B) {
				for b.Loop() {
					if _, err := l.Search(b.Context(), seat, text, 100); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func init() { children["resident"] = resident }

// resident opens a table and says how much memory the program then has, in kB.
func resident(path string) {
	l, err := openAt(path, testDeps())
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 20 {
		_, _ = l.Do(program, note(1))
	}
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rss, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			fmt.Println(strings.Fields(rss)[0])
		}
	}
	_ = l.Close()
}

// residentMB has a program of its own open a table and play on, and gives how much memory
// it then has.
func residentMB(b *testing.B, path string) (mb float64) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "FRAY_TEST_CHILD=resident", "FRAY_TEST_PATH="+path)
	out, err := c.Output()
	if _, scanErr := fmt.Sscan(string(out), &mb); err != nil || scanErr != nil {
		b.Fatalf("%q: %v", out, err)
	}
	return mb / 1024
}
