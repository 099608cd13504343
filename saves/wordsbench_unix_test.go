//go:build unix

package saves_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// BenchmarkWordsAsText measures a search without an index: the words of each event, as they
// are told and in small letters, stand in a text, a line each, which is read from its end
// back. The word is in the oldest event alone. It took 12 ms of processor time where there
// were 100,000 events, and 118 ms where there were a million, on a loaded machine.
func BenchmarkWordsAsText(b *testing.B) {
	block := playedEvents(b)
	t := model.New(rules)
	for i, e := range block {
		e.Seq = uint64(i + 1)
		t = t.Apply(e)
	}
	var said []string
	for _, e := range block {
		var words []string
		for _, f := range e.Facts {
			for _, l := range view.Tell(t, f, true) {
				words = append(words, l.Text)
			}
		}
		said = append(said, strings.ToLower(strings.ReplaceAll(strings.Join(words, " "), "\n", " ")))
	}
	for _, events := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "words")
			var text bytes.Buffer
			text.WriteString("1 the zeppelin lands\n")
			for n := 2; n <= events; n++ {
				fmt.Fprintf(&text, "%d %s\n", n, said[n%len(said)])
			}
			if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(text.Len())/1e6, "MB")
			before, n := processorTime(b), 0
			for b.Loop() {
				if found := lastWith(b, path, "zeppelin"); !strings.HasPrefix(found, "1 ") {
					b.Fatalf("found is %q", found)
				}
				n++
			}
			b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(n), "cpu-ms/op")
		})
	}
}

// lastWith returns the last line of a file that holds a word.
func lastWith(b *testing.B, path, word string) string {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	const chunk = 1 << 20
	buf := make([]byte, chunk+1<<12)
	for end := info.Size(); end > 0; end -= chunk {
		start := max(0, end-chunk)
		n, _ := f.ReadAt(buf[:min(end-start+1<<12, info.Size()-start)], start) // lines lie across the border
		if at := bytes.LastIndex(buf[:n], []byte(word)); at >= 0 {
			from := bytes.LastIndexByte(buf[:at], '\n') + 1
			to := at + bytes.IndexByte(buf[at:n], '\n')
			return string(buf[from:to])
		}
	}
	return ""
}

// processorTime is what this program has used, in its own code and in the system's.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
