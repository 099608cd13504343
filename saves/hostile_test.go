package saves_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
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

var spoiled = flag.Int("spoiled", 100, "how many spoiled exports TestHostilePayloads takes in")

// No payload in any field or key of an import comes out again as it went in:
// not of an export, not of what is shown as JSON, not of a copy.
func TestHostilePayloads(t *testing.T) {
	defer saves.NoSync()()
	var doc any
	if err := json.Unmarshal([]byte(export(t, played(t, 14))), &doc); err != nil {
		t.Fatal(err)
	}
	original, _ := json.Marshal(doc)
	rng := rand.New(rand.NewPCG(1, 14))
	taken := 0
	for range *spoiled {
		_ = json.Unmarshal(original, &doc)
		left := 1 + rng.IntN(700)
		text, err := json.Marshal(spoil(rng, doc, payloads[rng.IntN(len(payloads))], &left))
		if err != nil {
			t.Fatal(err)
		}
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		path, _, err := saves.Import(bytes.NewReader(text), dir, rules, testDeps())
		if err != nil {
			if bad := dangerous(err.Error()); bad != "" || len(err.Error()) > 2000 {
				t.Fatalf("the error has %s: %q", bad, err)
			}
			continue
		}
		taken++
		for _, out := range []string{export(t, path), read(t, path+".jsonl")} {
			if bad := dangerous(out); bad != "" {
				t.Fatalf("%s came through", bad)
			}
		}
		_ = os.RemoveAll(dir)
	}
	if taken < *spoiled/10 {
		t.Errorf("only %d of %d were taken at all", taken, *spoiled)
	}
}

func read(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What may steer a terminal is written with its number, and means the same.
func TestEscapeJSON(t *testing.T) {
	for _, p := range payloads {
		b, _ := json.Marshal(map[string]string{p: p + "ü 🎲"})
		out := saves.EscapeJSON(b)
		var was, is map[string]string
		if json.Unmarshal(b, &was) != nil || json.Unmarshal(out, &is) != nil || fmt.Sprint(was) != fmt.Sprint(is) {
			t.Errorf("%q became %s", p, out)
		}
		if bad := dangerous(string(out)); bad != "" {
			t.Errorf("%s is left in %q", bad, out)
		}
		if back := saves.Unescape(out); !bytes.Equal(back, b) && !strings.Contains(string(b), `\ufffd`) {
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
		_, _, err := saves.Import(in, t.TempDir(), rules, testDeps())
		var no *saves.BadImport
		if !errors.As(err, &no) || len(err.Error()) > 1000 {
			t.Errorf("%s: %.200v", what, err)
		}
		if n := in.read.Load(); n > 40<<20 {
			t.Errorf("%s: %d MB were read", what, n>>20)
		}
	}
	for _, name := range []string{"/dev/zero", t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := saves.OpenImport(name, 0); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	long := filepath.Join(t.TempDir(), "long.json")
	if err := os.WriteFile(long, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := saves.OpenImport(long, saves.MostSheet); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("2 MB for a sheet: %v", err)
	}
}

// story is an exported table of so many events, as it is read.
type manyEvents struct {
	buf  bytes.Buffer
	n    int
	most int
}

func (m *manyEvents) Read(b []byte) (int, error) {
	for m.buf.Len() < len(b) && m.n <= m.most {
		switch m.n {
		case 0:
			m.buf.WriteString(`{"fray":1,"table":{},"log":[{"seq":1,"time":"2024-03-01T20:00:00Z","by":{},"facts":[{"kind":"table-made","fact":{"name":"x","system":"toy"}}]}`)
		case m.most:
			m.buf.WriteString("]}")
		default:
			fmt.Fprintf(&m.buf, ",\n"+`{"seq":%d,"time":"2024-03-01T20:00:00Z","by":{},"facts":[{"kind":"noted","fact":{"text":"The guards come round the corner for the %dth time, and nobody is there. %s"}}]}`, m.n+1, m.n, strings.Repeat("words ", 40))
		}
		m.n++
	}
	return m.buf.Read(b)
}

// Our own exports take memory by the table, and not by the log.
func TestImportTakesLittleMemory(t *testing.T) {
	defer saves.NoSync()()
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	most := uint64(0)
	stop, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			case <-stop:
				return
			}
		}
	}()
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	path, notes, err := saves.Import(&manyEvents{most: 10_000}, t.TempDir(), rules, testDeps())
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
	l, err := saves.Look(path, rules)
	if err != nil || l.Now().Seq() != 10_000 {
		t.Errorf("%v", err)
	}
	_ = l.Close()
}

// What was imported has the snapshot that its own log leads to, whatever was
// undone in it.
func TestImportedSnapshot(t *testing.T) {
	for seed := range uint64(3) {
		l := makeTable(t)
		newPlayer(seed).play(t, l, 150)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		to, _ := imported(t, export(t, l.Path())) // which checks it
		back, err := saves.Look(to, rules)
		if err != nil || exported(t, back.Now()) != exported(t, l.Now()) {
			t.Errorf("seed %d: %v", seed, err)
		}
		_ = back.Close()
	}
}

// A player's own export is enough to draw the open dice again, and holds the
// hash of the whole log.
func TestCheckExport(t *testing.T) {
	l := makeTable(t)
	newPlayer(3).play(t, l, 40)
	if _, err := l.Do(program, model.EndSession{}); err != nil {
		t.Fatal(err)
	}
	_, hash := l.Seal()
	for _, seat := range []model.Seat{{Role: model.GM}, {Role: model.Watcher}, {Role: model.Player, Name: "Kim"}} {
		var b bytes.Buffer
		if err := l.Export(&b, seat); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := saves.CheckExport(name, rules, hash)
		if err != nil || !r.Good() || r.Dice < 5 || r.Sessions != 1 || r.Hash != hash || r.Vouched == 0 {
			t.Errorf("%v: %+v %v", seat, r, err)
		}
		face := bytes.Index(b.Bytes(), []byte(`"faces":[`)) + 9
		changed := bytes.Clone(b.Bytes())
		changed[face] = '1' + (changed[face]-'0')%6
		if err := os.WriteFile(name, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := saves.CheckExport(name, rules, ""); err != nil || r.Good() {
			t.Errorf("%v, with another face: %+v %v", seat, r, err)
		}
	}
	for what, text := range map[string]string{"nothing": "", "a list": "[]", "a sheet": `{"name":"x"}`, "an older export": `{"fray":1,"table":{}}`} {
		name := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := saves.CheckExport(name, rules, ""); err == nil && r.Good() {
			t.Errorf("%s: %+v", what, r)
		}
	}
}

// Whatever an import or a copy says, it is taken or refused with words, and what
// is taken is sound.
func FuzzImport(f *testing.F) {
	defer saves.NoSync()()
	path := played(f, 8)
	f.Add([]byte(export(f, path)))
	f.Add([]byte(read(f, path+".jsonl")))
	f.Add([]byte(`{"fray":1,"table":{"name":"x","system":"toy","characters":[{"name":"a","systems":{"toy":{"strength":9}}}]}}`))
	f.Add([]byte(`{"hash":"00","event":{"seq":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path, _, err := saves.Import(bytes.NewReader(text), t.TempDir(), rules, testDeps())
		if err != nil {
			if len(err.Error()) > 2000 {
				t.Fatalf("%d characters of words", len(err.Error()))
			}
			return
		}
		l, err := saves.Look(path, rules)
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
	})
}

// A file of any bytes is opened or refused, and never changed.
func FuzzOpen(f *testing.F) {
	defer saves.NoSync()()
	path := played(f, 5)
	f.Add([]byte(read(f, path)), []byte(nil), []byte(read(f, path+".jsonl")))
	f.Add([]byte("Dear diary"), []byte("x"), []byte("y"))
	f.Fuzz(func(t *testing.T, main, wal, lines []byte) {
		path := filepath.Join(t.TempDir(), "x.fray")
		files{"": main, "-wal": wal, ".jsonl": lines}.write(t, path)
		if l, err := saves.Look(path, rules); err == nil {
			_ = l.Close()
		}
		for suffix, b := range map[string][]byte{"": main, "-wal": wal, ".jsonl": lines} {
			if now, _ := os.ReadFile(path + suffix); !bytes.Equal(now, b) {
				t.Fatalf("looking changed x.fray%s", suffix)
			}
		}
	})
}
