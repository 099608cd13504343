//go:build unix

package cli

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/fray/saves/postgres/pgtest"
	"example.org/fray/saves/unfinished"
)

// killed is a command that writes, and that is killed on the way.
type killed struct {
	name string
	args []string
	log  bool     // what it makes is a table with all events of the source
	next []string // the next start; nil: any command
}

// filesBelow lists the files below a folder.
func filesBelow(t *testing.T, folder string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestKilledCommands kills the program itself in the middle of every command that makes files:
// what has its final name then is whole, the rest says by its name that it is not, and the next
// start, of whatever command, removes that.
func TestKilledCommands(t *testing.T) {
	h, bin := newHome(t), built(t)
	base := filepath.Dir(h.saves)
	tries := max(2, *kills/3)
	h.long(t, 100*tries)
	if r := h.fray("note a second session\nq\n", "play", "Long", "--plain"); r.status != done {
		t.Fatal(r.err)
	}
	export := filepath.Join(base, "long.json")
	rulebook := filepath.Join(base, "mygame.star")
	if err := os.WriteFile(export, []byte(h.fray("", "export", "Long").out), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(rulebook, []byte(strings.NewReplacer("GAME_ID", "mygame", "GAME_NAME", "Mygame").Replace(newRulebook)), 0o600); err != nil {
		t.Fatal(err)
	}
	character := filepath.Join(base, "rook.json")
	if err := os.WriteFile(character, []byte(`{"name":"Rook","systems":{"supermen":{"strength":11}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	all := []killed{
		{"import", []string{"import", export}, true, nil},
		{"restore", []string{"restore", filepath.Join(h.saves, "long.fray"), "1"}, true, nil},
		{"rulebook add", []string{"rulebook", "add", rulebook}, false, nil},
		{"rulebook new", []string{"rulebook", "new", filepath.Join(base, "other")}, false, nil},
		{"to the shelf", []string{"import", character}, false, nil},
		{"a new table", []string{"play", "New", "--new", "--plain"}, false, nil},
	}
	if *withDatabase {
		db := pgtest.Start(t)
		if r := h.fray("", "store", "put", filepath.Join(h.saves, "long.fray"), "--store", db.URL()); r.status != done {
			t.Fatalf("%d %s%s", r.status, r.out, r.err)
		}
		all = append(all,
			killed{"get", []string{"store", "get", "Long", "--store", db.URL()}, true, nil},
			killed{"export of the store", []string{"store", "export", filepath.Join(base, "copies"), "--store", db.URL()}, false, []string{"store", "export", filepath.Join(base, "copies"), "--store", db.URL()}})
		t.Run("put", func(t *testing.T) { h.killedPut(t, bin, db, tries) })
	}
	for _, k := range all {
		t.Run(k.name, func(t *testing.T) { h.killedOften(t, bin, k, tries) })
	}
}

// program is a command of the program, as a process.
func (h home) program(bin string, args []string) *exec.Cmd {
	cmd := exec.Command(bin, args...)
	cmd.Env, cmd.Dir = h.environ(), filepath.Dir(h.saves)
	return cmd
}

// killedAfter runs a command and kills it after a time; it reports whether it was killed.
func (h home) killedAfter(t *testing.T, bin string, args []string, after time.Duration) bool {
	t.Helper()
	cmd := h.program(bin, args)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	_ = cmd.Wait() // killed, or not
	return !cmd.ProcessState.Exited()
}

// lasts is how long a whole run takes.
func (h home) lasts(t *testing.T, bin string, args []string) time.Duration {
	t.Helper()
	began := time.Now()
	if out, err := h.program(bin, args).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return time.Since(began)
}

func (h home) killedOften(t *testing.T, bin string, k killed, tries int) {
	base := filepath.Dir(h.saves)
	before := filesBelow(t, base)
	remove := func() (made []string) {
		for path := range filesBelow(t, base) {
			if !before[path] && !strings.HasPrefix(path, h.state) {
				made = append(made, path)
				_ = os.Remove(path)
			}
		}
		return made
	}
	whole := h.lasts(t, bin, k.args)
	sizes := map[string]int64{}
	for path := range filesBelow(t, base) {
		if info, err := os.Stat(path); err == nil && !before[path] {
			sizes[filepath.Base(path)] = info.Size()
		}
	}
	remove()
	died := 0
	for n := range tries {
		if h.killedAfter(t, bin, k.args, whole*time.Duration(n+1)/time.Duration(tries)) {
			died++
		}
		h.lookAfterAKill(t, k, before, sizes)
		next := k.next
		if next == nil {
			next = []string{"paths"}
		}
		if out, err := h.program(bin, next).CombinedOutput(); err != nil { // in the same folder
			t.Errorf("the next start: %v %s", err, out)
		}
		for path := range filesBelow(t, base) {
			if strings.Contains(filepath.Base(path), unfinished.Prefix) {
				t.Errorf("killed at %d of %d: the next start leaves %s", n+1, tries, path)
			}
		}
		remove()
	}
	t.Logf("%d of %d died within %v", died, tries, whole)
}

// lookAfterAKill looks at what a killed command has left.
func (h home) lookAfterAKill(t *testing.T, k killed, before map[string]bool, sizes map[string]int64) {
	t.Helper()
	for path := range filesBelow(t, filepath.Dir(h.saves)) {
		name := filepath.Base(path)
		if before[path] || strings.HasPrefix(name, unfinished.Prefix) || strings.HasPrefix(path, h.state) || strings.Contains(path, ".fray.backups") || strings.HasSuffix(path, ".index") {
			continue
		}
		info, err := os.Stat(path)
		want, known := sizes[name]
		switch {
		case err != nil || !known:
			t.Errorf("%s: %s is there: %v", k.name, path, err)
		case strings.HasSuffix(name, ".fray"):
			if r := h.fray("", "check", path); r.status != done || k.log && !strings.Contains(r.out, fmt.Sprint(eventsIn(t, h))) {
				t.Errorf("%s: the check of %s: %d\n%s%s", k.name, name, r.status, r.out, r.err)
			}
		case info.Size() != want:
			t.Errorf("%s: %s has %d of %d bytes", k.name, name, info.Size(), want)
		}
	}
}

// eventsIn is how many events the source has.
func eventsIn(t *testing.T, h home) any {
	t.Helper()
	return h.document(t, "check", filepath.Join(h.saves, "long.fray"))["events"]
}

// killedPut kills the copying of a table into a database: it is there whole or not at all.
func (h home) killedPut(t *testing.T, bin string, db *pgtest.Server, tries int) {
	died := 0
	export := h.fray("", "export", filepath.Join(h.saves, "long.fray")).out
	var whole time.Duration
	for n := range tries + 1 {
		name := fmt.Sprintf("copy%d", n)
		if r := h.fray(strings.ReplaceAll(export, `"Long"`, `"`+name+`"`), "import", "-"); r.status != done {
			t.Fatal(r.err)
		}
		args := []string{"store", "put", name, "--store", db.URL()}
		if n == 0 {
			whole = h.lasts(t, bin, args)
			continue
		}
		if h.killedAfter(t, bin, args, whole*time.Duration(n)/time.Duration(tries)) {
			died++
		}
		r := h.fray("", "check", name, "--json", "--store", db.URL())
		if r.status == done && fmt.Sprint(document[map[string]any](t, r)["events"]) != fmt.Sprint(eventsIn(t, h)) || r.status != done && !strings.Contains(r.err, "it has") {
			t.Errorf("killed at %d of %d: %d %s%s", n, tries, r.status, r.out, r.err)
		}
	}
	t.Logf("%d of %d died within %v", died, tries, whole)
}
