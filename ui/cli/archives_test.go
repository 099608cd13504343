//go:build linux

package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.org/fray/saves"
)

var archives = flag.Int("archives", 2, "how many hostile archives TestHostileArchives opens")

// hostileFolder is a folder that a hostile stranger packed, beside a folder that it must not
// touch.
type hostileFolder struct {
	home
	outside string
	rng     *rand.Rand
	what    []string // what was put into it
}

// reservedNames lists the file names that fray writes beside a table, or wrote in earlier
// versions.
var reservedNames = []string{
	".unfinished-vault.fray", ".unfinished-new-vault.fray", "vault.fray.index", ".vault.fray.index.AAAA.copy", "vault.fray.backups",
	"vault.fray.backups/000001.fray.gz", "vault.fray.backups/000099.fray.gz", "vault.fray.backups/.unfinished-new-000001.fray.gz", "vault.fray.backups/.unfinished-new-000002.fray.gz",
	"vault.fray.kept-20260101-000000", "vault.fray.kept-20260101-000000.fray.gz", "vault.fray.lock", "vault.fray.jsonl", "vault.fray.head", "shelf", "shelf/x.json", "aux.fray", "other.fray",
}

// put creates something hostile under a name.
func (x *hostileFolder) put(name string) error {
	path := filepath.Join(x.saves, name)
	_ = os.MkdirAll(filepath.Dir(path), 0o700)
	info, err := os.Lstat(filepath.Dir(path))
	if there := err == nil && info.IsDir(); !there {
		return nil // the name is taken already
	}
	_ = os.RemoveAll(path)
	hostile := []struct {
		what string
		do   func() error
	}{
		{"a link to a file", func() error { return os.Symlink(filepath.Join(x.outside, "secret"), path) }},
		{"a link to a name that is free", func() error { return os.Symlink(filepath.Join(x.outside, "new"), path) }},
		{"a link to a folder", func() error { return os.Symlink(x.outside, path) }},
		{"a link that climbs", func() error { return os.Symlink("../outside/secret", path) }},
		{"a link to itself", func() error { return os.Symlink(filepath.Base(path), path) }},
		{"a link to zeros", func() error { return os.Symlink("/dev/zero", path) }},
		{"a hard link", func() error { return os.Link(filepath.Join(x.outside, "secret"), path) }},
		{"a pipe", func() error { return syscall.Mkfifo(path, 0o600) }},
		{"a folder", func() error { return os.Mkdir(path, 0o700) }},
		{"a file of zeros", func() error { return sparse(path, 3<<30) }},
		{"a bomb", func() error { return os.WriteFile(path, bomb(), 0o600) }},
		{"a line without end", func() error { return os.WriteFile(path, bytes.Repeat([]byte(`{"seq":1,`), 10<<20), 0o600) }},
		{"deep JSON", func() error { return os.WriteFile(path, []byte(strings.Repeat(`{"a":[`, 1<<20)), 0o600) }},
		{"a file nobody may read", func() error { return os.WriteFile(path, nil, 0) }},
		{"somebody's SQLite file", func() error { return os.WriteFile(path, sqliteFile(), 0o600) }},
	}
	h := hostile[x.rng.IntN(len(hostile))]
	x.what = append(x.what, name+" is "+h.what)
	return h.do()
}

// sqliteFile is no more than what says that a file is one of SQLite, and pages after it.
func sqliteFile() []byte {
	return append([]byte("SQLite format 3\x00"), bytes.Repeat([]byte{0, 1, '{', '}', '\n'}, 4096)...)
}

func sparse(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Close())
}

// bomb is a small compressed file that unpacks to 4 GB: 16 MB parts, which are also valid
// one by one.
var bomb = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = io.CopyN(w, zeros{}, 16<<20)
	_ = w.Close()
	return bytes.Repeat(b.Bytes(), 256)
})

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// sealed returns the text of a log whose lines have these bodies and valid hashes.
func sealed(bodies ...string) []byte {
	var out []byte
	var before saves.Hash
	for _, body := range bodies {
		text, hash := saves.Seal(before, []byte(body))
		out, before = append(append(out, text...), '\n'), hash
	}
	return out
}

const (
	madeBody = `{"seq":1,"time":"2026-01-01T20:00:00Z","by":{"role":"program"},"facts":[{"kind":"table-made","fact":{"name":"vault","system":"d6"}}]}`
	eventOf  = `{"seq":%d,"time":"2026-01-01T20:00:00Z","by":{"role":"gm"},"facts":[%s]}`
)

// hostileTables are logs that are valid as text but built to do harm.
var hostileTables = map[string]func() []byte{
	"events without end are missing": func() []byte {
		return sealed(madeBody, `{"lost":{"first":2,"last":1000000000000000,"next":""}}`, fmt.Sprintf(eventOf, uint64(1000000000000001), ""))
	},
	"a gap up to the last number there is": func() []byte { return sealed(madeBody, `{"lost":{"first":2,"last":18446744073709551615,"next":""}}`) },
	"one event is undone again and again": func() []byte {
		all := []string{madeBody, fmt.Sprintf(eventOf, 2, `{"kind":"noted","fact":{"text":"x"}}`)}
		for n := 3; n < 1000; n += 2 {
			all = append(all, fmt.Sprintf(eventOf, n, `{"kind":"undone","fact":{"seq":2}}`), fmt.Sprintf(eventOf, n+1, `{"kind":"redone","fact":{"seq":2}}`))
		}
		return sealed(all...)
	},
	"an event of deep JSON": func() []byte {
		return sealed(madeBody, fmt.Sprintf(eventOf, 2, `{"kind":"noted","fact":`+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`}`))
	},
	"facts that make no sense": func() []byte {
		return sealed(madeBody, fmt.Sprintf(eventOf, 2, `{"kind":"clock-ran","fact":{"to":-9223372036854775808}},{"kind":"roll-finished","fact":{}},{"kind":"undone","fact":{"seq":18446744073709551615}},{"kind":"set-right","fact":{"event":2,"anew":[{"event":{"seq":1}}]}}`))
	},
	"dice a thousand million words away": func() []byte {
		return sealed(madeBody, `{"session":{"seed":"`+strings.Repeat("00", 32)+`","hidden_seed":"`+strings.Repeat("00", 32)+`","home":""}}`,
			fmt.Sprintf(eventOf, 2, `{"kind":"evening-began","fact":{"fingerprint":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925","hidden_fingerprint":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"}}`),
			fmt.Sprintf(eventOf, 3, `{"kind":"roll-answered","fact":{"roll":"r","thrown":true,"answer":{"id":"dice","dice":"1000000000d6","faces":[1]},"draw":{"low":1,"high":6,"at":4000000000000000000}}}`))
	},
	"a million characters": func() []byte {
		all := []string{madeBody}
		for n := 2; n < 5000; n++ {
			all = append(all, fmt.Sprintf(eventOf, n, `{"kind":"character-joined","fact":{"character":{"id":"c`+fmt.Sprint(n)+`","name":"x"}}}`))
		}
		return sealed(all...)
	},
	"nothing but zeros":  func() []byte { return make([]byte, 200<<20) },
	"nothing but braces": func() []byte { return bytes.Repeat([]byte("{"), 100<<20) },
	"short lines":        func() []byte { return bytes.Repeat([]byte("{}\n"), 30<<20) },
	"an SQLite file":     sqliteFile,
	"a torn SQLite file": func() []byte { return sqliteFile()[:5000] },
}

// TestHostileArchives reads and plays the tables of hostile folders. No file outside may be
// touched, and every command must end by itself within ten seconds and 300 MB.
func TestHostileArchives(t *testing.T) {
	bin := built(t)
	base := newHome(t)
	if err := os.MkdirAll(base.saves, 0o700); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		base.fray("note one\nnote two\nquit\n", "--plain", "play", "vault", "--new", "--system", "d6")
	}
	names := slices.Sorted(maps.Keys(hostileTables))
	for n := range *archives {
		h := newHome(t)
		x := &hostileFolder{home: h, outside: filepath.Join(filepath.Dir(h.saves), "outside"), rng: rand.New(rand.NewPCG(uint64(n), 26))}
		if err := errors.Join(os.CopyFS(x.saves, os.DirFS(base.saves)), os.Mkdir(x.outside, 0o700), os.WriteFile(filepath.Join(x.outside, "secret"), []byte("the secret"), 0o600)); err != nil {
			t.Fatal(err)
		}
		if n%3 == 0 {
			name := names[n/3%len(names)]
			x.what = append(x.what, "vault.fray is "+name)
			if err := os.WriteFile(filepath.Join(x.saves, "vault.fray"), hostileTables[name](), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range x.rng.IntN(4) + min(n%3, 1) {
			if err := x.put(reservedNames[x.rng.IntN(len(reservedNames))]); err != nil {
				t.Fatal(x.what, err)
			}
		}
		if n%10 == 9 {
			if err := x.put("vault.fray"); err != nil {
				t.Fatal(x.what, err)
			}
		}
		for _, args := range [][]string{{"log", "vault"}, {"show", "vault"}, {"export", "vault"}, {"check", "vault"}, {"restore", "vault"}, {"import", filepath.Join(x.saves, "vault.fray"), "--saves", filepath.Join(filepath.Dir(x.saves), "own")}, {"--plain", "play", "vault"}, {"paths"}} {
			x.runs(t, bin, args...)
		}
		all, err := os.ReadDir(x.outside)
		secret, _ := os.ReadFile(filepath.Join(x.outside, "secret"))
		if err != nil || len(all) != 1 || string(secret) != "the secret" {
			t.Errorf("outside stand %v, %q: %v, %v", all, secret, err, x.what)
		}
		_ = os.RemoveAll(filepath.Dir(x.saves))
	}
}

// peakOf returns the peak memory of a process in MB.
func peakOf(pid int) (mb int) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), "VmHWM:")
	_, _ = fmt.Sscan(rest, &mb) // stays 0 if the line is missing
	return mb >> 10
}

// runs runs a command, and fails if it exceeds the limits of time and memory.
func (x *hostileFolder) runs(t *testing.T, bin string, args ...string) {
	t.Helper()
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(t.Context(), 6*patience) // generous for a busy machine
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Env, cmd.Stdin = x.environ(), strings.NewReader("note three\nnote four\nquit\n")
	var out bytes.Buffer
	cmd.Stderr = &out
	start := time.Now()
	err := cmd.Start()
	memory := 0 // peak in MB, sampled, because the rusage at the end also counts this test program
	over := make(chan struct{})
	go func() {
		defer close(over)
		err = cmd.Wait()
	}()
	for going := true; going; {
		select {
		case <-over:
			going = false
		case <-time.After(2 * time.Millisecond):
			memory = max(memory, peakOf(cmd.Process.Pid))
		}
	}
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	said := out.String()
	switch {
	case ctx.Err() != nil || took > patience:
		t.Errorf("fray %s took %v, %v of a processor: %v\n%.500s", strings.Join(args, " "), time.Since(start), took, x.what, said)
	case memory > 300:
		t.Errorf("fray %s took %d MB: %v\n%.500s", strings.Join(args, " "), memory, x.what, said)
	case strings.Contains(said, "panic") || strings.Contains(said, "goroutine "):
		t.Errorf("fray %s: %v: %v\n%.3000s", strings.Join(args, " "), err, x.what, said)
	}
}
