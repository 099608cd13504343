package transfer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/transfer"
)

// payloads are what a terminal must not be sent: escapes, C1 controls, what
// turns or hides text, what ends a string.
var payloads = []string{
	"\x1b]0;owned\x07", "\x1b[2J", "\u009b31m", "\u0085", "\u202eevil\u202c", "\u2066x\u2069", "\u200b", "\ufeff", "\u2028", "\x00", "\x7f", "\u00ad",
	"\x1b]52;c;AAAA\x07", "\u061c", "\U000e0041", "a\rb", "\x9d", "\u0090q",
}

func dangerous(s string) string {
	for _, r := range s {
		if r < ' ' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0 || strings.ContainsRune("\u202e\u202c\u2066\u2069\u200b\ufeff\u2028\u061c\U000e0041\u00ad", r) {
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

// spoil puts a payload into a string or a key somewhere in a document.
func spoil(rng *rand.Rand, v any, payload string, left *int) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			x = spoil(rng, x, payload, left)
			if *left--; *left == 0 {
				k += payload
			}
			out[k] = x
		}
		return out
	case []any:
		for i := range v {
			v[i] = spoil(rng, v[i], payload, left)
		}
	case string:
		if *left--; *left == 0 {
			return v + payload
		}
	}
	return v
}

var spoiled = flag.Int("spoiled", 40, "how many spoiled exports TestHostilePayloads takes in")

// No payload in any field or key of an import comes out again as it went in.
func TestHostilePayloads(t *testing.T) {
	p := story(t)
	p.end()
	original := []byte(exported(t, p, theGM))
	rng := rand.New(rand.NewPCG(1, 14))
	taken := 0
	for range *spoiled {
		var doc any
		_ = json.Unmarshal(original, &doc)
		left := 1 + rng.IntN(1200)
		text, err := json.Marshal(spoil(rng, doc, payloads[rng.IntN(len(payloads))], &left))
		if err != nil {
			t.Fatal(err)
		}
		log, _, err := transfer.Import(t.Context(), bytes.NewReader(text), newTarget().Target)
		if err != nil {
			if bad := dangerous(err.Error()); bad != "" || len(err.Error()) > 2000 {
				t.Fatalf("the error has %s: %q", bad, err)
			}
			continue
		}
		taken++
		if bad := dangerous(exported(t, opened(t, log), theGM)); bad != "" {
			t.Fatalf("%s came through", bad)
		}
	}
	if taken < *spoiled/10 {
		t.Errorf("only %d of %d were taken at all", taken, *spoiled)
	}
}

// What may steer a terminal is written with its number, and means the same.
func TestEscapeJSON(t *testing.T) {
	for _, p := range payloads {
		b, _ := json.Marshal(map[string]string{p: p + "ü 🎲"})
		out := transfer.EscapeJSON(b)
		var was, is map[string]string
		if json.Unmarshal(b, &was) != nil || json.Unmarshal(out, &is) != nil || fmt.Sprint(was) != fmt.Sprint(is) {
			t.Errorf("%q became %s", p, out)
		}
		if bad := dangerous(string(out)); bad != "" {
			t.Errorf("%s is left in %q", bad, out)
		}
		if back := transfer.Unescape(out); !bytes.Equal(back, b) && !strings.Contains(string(b), `\ufffd`) {
			t.Errorf("%q went to %q and came back as %q", b, out, back)
		}
	}
}

// endless is a file without an end.
type endless struct {
	start string
	fill  byte
	read  atomic.Int64
}

func (e *endless) Read(b []byte) (int, error) {
	n := copy(b, e.start)
	e.start = e.start[n:]
	for i := n; i < len(b); i++ {
		b[i] = e.fill
	}
	e.read.Add(int64(len(b)))
	return len(b), nil
}

// A file that never ends, or is too long to be meant, is refused with words and
// little read of it.
func TestImportHasLimits(t *testing.T) {
	for what, start := range map[string]string{
		"zeros": "", "a string": `"`, "a list": "[", "spaces": `{"name":`, "a foreign table": `{"items":[`, "a copy": `{"hash":"`,
		"one event": `{"fray":1,"log":[{"seq":1,"facts":[],"by":"`, "a form": `{"fray":1,"table":"`,
	} {
		in := &endless{start: start, fill: ' '}
		if what == "zeros" {
			in.fill = 0
		}
		_, _, err := transfer.Import(t.Context(), in, newTarget().Target)
		var no *transfer.BadImport
		if !errors.As(err, &no) || len(err.Error()) > 1000 {
			t.Errorf("%s: %.200v", what, err)
		}
		if n := in.read.Load(); n > 40<<20 {
			t.Errorf("%s: %d MB were read", what, n>>20)
		}
	}
	for _, name := range []string{"/dev/zero", t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := transfer.OpenImport(name, 0); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	long := filepath.Join(t.TempDir(), "long.json")
	if err := os.WriteFile(long, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.OpenImport(long, transfer.MostSheet); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("2 MB for a sheet: %v", err)
	}
}

// manyEvents is an exported table of so many events, as it is read.
type manyEvents struct {
	buf  bytes.Buffer
	n    int
	most int
}

func (m *manyEvents) Read(b []byte) (int, error) {
	for m.buf.Len() < len(b) && m.n <= m.most {
		switch m.n {
		case 0:
			m.buf.WriteString(`{"fray":1,"table":{},"log":[{"seq":1,"time":"2024-03-01T20:00:00Z","by":{"role":"program"},"facts":[{"kind":"table-made","fact":{"name":"x","system":"d6"}}]}`)
		case m.most:
			m.buf.WriteString("]}")
		default:
			fmt.Fprintf(&m.buf, ",\n"+`{"seq":%d,"time":"2024-03-01T20:00:00Z","by":{"role":"program"},"facts":[{"kind":"noted","fact":{"text":"The guards come round the corner for the %dth time, and nobody is there. %s"}}]}`, m.n+1, m.n, strings.Repeat("words ", 40))
		}
		m.n++
	}
	return m.buf.Read(b)
}

// Our own exports take memory by the table, and not by the log.
func TestImportTakesLittleMemory(t *testing.T) {
	most := uint64(0)
	stop, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				held := uint64(math.MaxUint64)
				for range 3 { // what counts is what is held, and not garbage that came between a collection and its reading
					runtime.GC()
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					held = min(held, m.HeapAlloc)
				}
				most = max(most, held)
			case <-stop:
				return
			}
		}
	}()
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	dir := t.TempDir()
	to := newTarget()
	to.Make = func(string) (saves.Log, error) {
		return logfile.Create(filepath.Join(dir, "x.fray"), logfile.Options{})
	}
	log, notes, err := transfer.Import(t.Context(), &manyEvents{most: 10_000}, to.Target)
	close(stop)
	<-over
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	if grew := int64(most) - int64(before.HeapAlloc); grew > 16<<20 {
		t.Errorf("the import of 10,000 events took %d MB", grew>>20)
	} else {
		t.Logf("the import of 10,000 events took %d MB at most", grew>>20)
	}
	if newest, _, err := log.Newest(t.Context()); err != nil || newest != 10_000 {
		t.Errorf("%d events, %v", newest, err)
	}
	_ = log.Close()
}

// Whatever an import says, it is taken or refused with words.
func FuzzImport(f *testing.F) {
	p := story(f)
	f.Add([]byte(exported(f, p, theGM)))
	f.Add([]byte(`{"fray":1,"table":{"name":"x","system":"toy","characters":[{"name":"a","systems":{"toy":{"strength":9}}}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _, err := transfer.Import(t.Context(), bytes.NewReader(text), newTarget().Target)
		if err != nil && len(err.Error()) > 2000 {
			t.Fatalf("%d characters of words", len(err.Error()))
		}
	})
}
