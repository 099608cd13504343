//go:build unix

package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// events is the length of the log of BenchmarkProgram.
var events = flag.Int("events", 10_000, "events in the log of BenchmarkProgram")

// long creates a table whose log has n events; the newest is a note with that number.
func (h home) long(tb testing.TB, n int) {
	tb.Helper()
	live, err := makeFile(&app{env: h.env, saves: h.saves}, "Short", "supermen")
	if err != nil {
		tb.Fatal(err)
	}
	if err := live.Close(); err != nil {
		tb.Fatal(err)
	}
	text := strings.TrimSuffix(h.fray("", "export", "Short", "--json").out, "\n]\n}\n")
	var s strings.Builder
	s.WriteString(strings.ReplaceAll(text, `"Short"`, `"Long"`))
	for seq := live.Now().Seq() + 1; seq <= uint64(n); seq++ {
		fmt.Fprintf(&s, ",\n"+`{"seq":%d,"time":"2024-03-01T20:00:00Z","by":{"role":"gm"},"facts":[{"kind":"noted","fact":{"text":"round %d of the guards"}}]}`, seq, seq)
	}
	s.WriteString("\n]\n}\n")
	if r := h.fray(s.String(), "import", "-"); r.status != 0 {
		tb.Fatalf("%+v", r)
	}
}

// wholeFrame is the sequence that ends each frame.
var wholeFrame = []byte("\x1b[?2026l")

// frames passes on what the program writes, frame by frame. Frames read together are passed
// on as one.
func (s *terminal) frames(out chan<- []byte) {
	var all []byte
	for buf := make([]byte, 1<<16); ; {
		n, err := s.tty.Read(buf)
		if err != nil {
			close(out)
			return
		}
		if all = append(all, buf[:n]...); bytes.HasSuffix(all, wholeFrame) {
			out <- all
			all = nil
		}
	}
}

// BenchmarkProgram measures the program from outside, on a terminal that does not answer:
// time to the first frame with the newest event, time from a key to its frame, and
// processor time and output while idle. Figures are medians.
//
//	go test -run XXX -bench Program -events 1000000 ./ui/cli
func BenchmarkProgram(b *testing.B) {
	h := home{b.TempDir() + "/tables", b.TempDir(), b.TempDir()}
	h.long(b, *events)
	bin, newest := built(b), fmt.Sprintf("round %d", *events)
	var starts, keys []time.Duration
	var sent, idle int
	var busy time.Duration
	pressed := []string{"3", "j", "j", "k", "1", "?", "\x1b", ":", "\x1b"}
	for b.Loop() {
		h.state = b.TempDir() // with the last position some of the keys would change nothing
		began := time.Now()
		s := h.runSilent(b, bin, "play", "Long")
		out := make(chan []byte, 64)
		go s.frames(out)
		next := func() []byte {
			select {
			case f := <-out:
				return f
			case <-time.After(patience):
				b.Fatalf("no frame comes after %d keys of %q", len(keys), pressed)
				return nil
			}
		}
		var all []byte
		for !bytes.Contains(all, []byte(newest)) {
			all = append(all, next()...)
		}
		starts = append(starts, time.Since(began))
		quiet(out) // background work behind the first frame
		for _, k := range pressed {
			began = time.Now()
			if _, err := s.tty.WriteString(k); err != nil {
				b.Fatal(err)
			}
			sent += len(next())
			keys = append(keys, time.Since(began))
			quiet(out)
		}
		before := spent(s.cmd.Process.Pid)
		time.Sleep(time.Second) // the program must be idle meanwhile
		busy += spent(s.cmd.Process.Pid) - before
		idle += quiet(out)
		_, _ = s.tty.WriteString("q")
		for range out { // until it has ended
		}
		_ = s.cmd.Wait()
	}
	ms := func(all []time.Duration, name string) {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name)
	}
	ms(starts, "start-ms")
	ms(keys, "key-p50-ms")
	b.ReportMetric(float64(keys[len(keys)*99/100].Microseconds())/1000, "key-p99-ms")
	b.ReportMetric(float64(sent)/float64(len(keys)), "bytes/key")
	b.ReportMetric(float64(idle)/float64(len(starts)), "idle-bytes/s")
	b.ReportMetric(float64(busy.Microseconds())/1000/float64(len(starts)), "idle-ms/s")
}

// quiet reads until nothing has come for a while, and returns how many bytes came.
func quiet(out <-chan []byte) (n int) {
	for {
		select {
		case f, more := <-out:
			if n += len(f); !more {
				return n
			}
		case <-time.After(60 * time.Millisecond):
			return n
		}
	}
}

// spent returns the processor time of another process, which Linux counts in steps of 10
// ms.
func spent(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	var user, system int
	_, _ = fmt.Sscan(f[11]+" "+f[12], &user, &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}
