package saves_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
)

func TestDemo(t *testing.T) {
	dir := t.TempDir()
	l, err := saves.Demo(dir, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	table := l.Now()
	if len(table.Characters()) != 2 || table.Clock.Scene != 1 {
		t.Errorf("the demo has %d characters in scene %d", len(table.Characters()), table.Clock.Scene)
	}
	undone, notes := 0, 0
	for line := range table.Log() {
		if line.Undone {
			undone++
		}
		for _, f := range line.Event.Facts {
			if _, ok := f.(model.Noted); ok {
				notes++
			}
		}
	}
	if undone != 1 || notes != 4 {
		t.Errorf("the demo's log has %d events undone and %d notes", undone, notes)
	}
	do(t, l, note(1))
	if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() {
		t.Errorf("the demo's file: %+v, %v", r, err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("closing the demo left %v", left)
	}
	if _, err := os.Stat(l.Path()); err == nil {
		t.Error("the demo's file is still there")
	}
}

// What a demo that was killed has left is swept by the next one: nothing that is
// young or open, and nothing that somebody has put there.
func TestDemoSweeps(t *testing.T) {
	dir, old := t.TempDir(), testDeps().Now().Add(-time.Hour)
	made := func(name string, files ...string) string {
		path := filepath.Join(dir, name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if err := os.WriteFile(filepath.Join(path, f), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		return path
	}
	open, err := saves.Demo(dir, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	mine := filepath.Dir(open.Path())
	killed, bare := made("fray-demo-1", "the-vault-job.fray", "the-vault-job.fray-wal", "the-vault-job.fray.lock"), made("fray-demo-2")
	look, begun := made("fray-look-1", "vault.fray", "vault.fray-shm"), made("fray-look-2", "vault.fray.lock")
	theirs, other, young := made("fray-demo-3", "the-vault-job.fray", "letter.txt"), made("demo-4", "the-vault-job.fray"), made("fray-demo-5")
	now := testDeps().Now()
	for path, at := range map[string]time.Time{mine: old, young: now} {
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	next, err := saves.Demo(dir, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	for path, there := range map[string]bool{killed: false, bare: false, look: false, begun: false, theirs: true, other: true, young: true, mine: true, filepath.Dir(next.Path()): true} {
		if _, err := os.Stat(path); (err == nil) != there {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
}

// Who looks at a damaged table has what can be read of it for as long as that takes,
// and leaves nothing.
func TestLookIsNotSwept(t *testing.T) {
	dir, path := t.TempDir(), played(t, 40)
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, dir)
	}
	page := 4096
	b := []byte(read(t, path))
	if len(b) < 4*page {
		t.Fatalf("the table has %d bytes", len(b))
	}
	clear(b[len(b)-2*page:])
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	looks := func() []string {
		all, _ := filepath.Glob(filepath.Join(dir, "fray-look-*"))
		return all
	}
	if len(looks()) != 1 {
		t.Fatalf("it is read from %v", looks())
	}
	old := testDeps().Now().Add(-time.Hour)
	if err := os.Chtimes(looks()[0], old, old); err != nil {
		t.Fatal(err)
	}
	demo, err := saves.Demo(dir, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer demo.Close()
	if len(looks()) != 1 {
		t.Error("it is swept while somebody looks at it")
	}
	if err := l.Close(); err != nil || len(looks()) > 0 {
		t.Errorf("closed with %v, it leaves %v", err, looks())
	}
}

func BenchmarkDemo(b *testing.B) {
	for b.Loop() {
		l, err := saves.Demo(b.TempDir(), rules, testDeps())
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		_ = l.Close()
		b.StartTimer()
	}
}
