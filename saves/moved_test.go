package saves_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// A table whose folder is removed while it is open is written to its path
// again, with all that was ever said to be saved.
func TestFolderRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	l, err := saves.Make(filepath.Join(dir, "vault.fray"), rules, "The Vault", "toy", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	newPlayer(3).play(t, l, 20)
	if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
		t.Fatal(err)
	}
	do(t, l, note(1))
	want := whole(t, l.Now())
	if words := strings.Join(l.Found(), "\n"); !strings.Contains(words, "vault.fray was taken away while it was open") || !strings.Contains(words, "Nothing is missing") {
		t.Errorf("it says %q", words)
	}
	if err := l.Saved(); err != nil {
		t.Errorf("it isn't saved: %v", err)
	}
	again, err := saves.Look(l.Path(), rules)
	if err != nil {
		t.Fatal(err)
	}
	if got := whole(t, again.Now()); got != want {
		t.Errorf("at its path stands\n%s\nwant\n%s", got, want)
	}
	_ = again.Close()
	do(t, l, note(2))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() || r.Dice == 0 {
		t.Errorf("%+v %v", r, err)
	}
}

// A file that is put in the place of an open table is kept, and the table goes
// on where it was: with what the other file has more of the same evening, or
// without what it has of another.
func TestFileReplaced(t *testing.T) {
	for what, more := range map[string]bool{"an older one": false, "another table": true} {
		t.Run(what, func(t *testing.T) {
			path := played(t, 20)
			older, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if more {
				older, err = os.ReadFile(played(t, 30))
				if err != nil {
					t.Fatal(err)
				}
			}
			l, err := saves.Open(path, rules, testDeps())
			if err != nil {
				t.Fatal(err)
			}
			do(t, l, note(1))
			if err := os.WriteFile(path+".sync", older, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path+".sync", path); err != nil { // as programs that sync folders do
				t.Fatal(err)
			}
			do(t, l, note(2))
			f := l.Findings()
			if words := strings.Join(f.Lines(), "\n"); !strings.Contains(words, "nother file was put in the place") || f.Lost() > 0 {
				t.Errorf("it says %q", words)
			}
			if !slices.ContainsFunc(f.Kept, func(k string) bool { b, _ := os.ReadFile(k); return string(b) == string(older) }) {
				t.Errorf("what was put there is gone: %v", f.Kept)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() || r.Events < l.Now().Seq() {
				t.Errorf("%+v %v", r, err)
			}
		})
	}
}

// A commit whose sync failed has not happened: not for who asked, and not for
// who opens the file later.
func TestFailedSync(t *testing.T) {
	d := useDisk(t)
	l, err := saves.Make(filepath.Join(t.TempDir(), "vault.fray"), rules, "The Vault", "toy", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		do(t, l, note(n))
		d.failSync(true)
		for range 3 {
			if _, err := l.Do(program, model.Note{Text: "never"}); err == nil {
				t.Fatal("a note that was not synced was taken")
			}
			if l.Saved() == nil {
				t.Error("it says that all is saved")
			}
		}
		d.failSync(false)
		path := cutShort(t, l)
		if n == 2 {
			l, err = saves.Open(path, rules, testDeps())
			if err != nil || l.Findings() != nil {
				t.Fatalf("after a crash: %v %q", err, l.Found())
			}
		}
		for line := range l.Now().Log() {
			for _, f := range line.Event.Facts {
				if said, ok := f.(model.Noted); ok && said.Text == "never" {
					t.Fatalf("%d: what failed stands in the log", n)
				}
			}
		}
	}
	do(t, l, note(9))
	if l.Saved() != nil || l.Now().Seq() != 6 {
		t.Errorf("then: %v, %d events", l.Saved(), l.Now().Seq())
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() || r.Events != 6 {
		t.Errorf("%+v %v", r, err)
	}
}

// Who only looks on may take over when the writer has gone.
func TestTakeOver(t *testing.T) {
	first := makeTable(t)
	do(t, first, note(1))
	second, err := saves.Open(first.Path(), rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	var in *saves.InUse
	if err := second.TakeOver(); !errors.As(err, &in) {
		t.Errorf("while the first writes: %v", err)
	}
	do(t, first, note(2))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := second.TakeOver(); err != nil || second.ReadOnly() {
		t.Fatal(err)
	}
	if table := do(t, second, note(3)); table.Seq() != 4 {
		t.Errorf("taken over, it has %d events", table.Seq())
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(first.Path(), rules, ""); err != nil || !r.Good() || r.Events != 4 {
		t.Errorf("%+v %v", r, err)
	}
}

// The copy grows while the table is open, and each evening leaves a backup.
func TestCopyGrows(t *testing.T) {
	l := makeTable(t)
	do(t, l, note(1))
	saves.Tend(l)
	lines := func() int {
		b, _ := os.ReadFile(l.Path() + ".jsonl")
		return strings.Count(string(b), "\n")
	}
	if lines() != 2 {
		t.Errorf("a minute later the copy has %d events", lines())
	}
	do(t, l, note(2))
	saves.Tend(l)
	if lines() != 3 {
		t.Errorf("another minute later it has %d events", lines())
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	all := saves.Backups(l.Path())
	if len(all) != 1 || all[0].Name != "2024-03-01" || all[0].Events != 3 || all[0].Size == 0 {
		t.Fatalf("its backups are %+v", all)
	}
	l2, err := saves.Open(l.Path(), rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	do(t, l2, note(3))
	_ = l2.Close()
	to, notes, err := saves.Restore(l.Path(), "2024-03-01", rules, testDeps())
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	back, err := saves.Look(to, rules)
	if err != nil || back.Now().Name != "The Vault (evening of 2024-03-01)" || lastWords(back) != "note 3" {
		t.Errorf("brought back it is %q: %v", back.Now().Name, err)
	}
	_ = back.Close()
	if _, _, err := saves.Restore(l.Path(), "1999-01-01", rules, testDeps()); err == nil || !strings.Contains(err.Error(), "it has 2024-03-01") {
		t.Errorf("no such evening: %v", err)
	}
	if r, err := saves.Check(to, rules, ""); err != nil || !r.Good() {
		t.Errorf("%+v %v", r, err)
	}
}

// Before a migration the file is kept as it was.
func TestKeptBeforeMigration(t *testing.T) {
	path := played(t, 10)
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer saves.AddStep(`CREATE TABLE more (id INTEGER PRIMARY KEY);`)()
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	do(t, l, note(1))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	all := saves.Backups(path)
	name := fmt.Sprintf("form-%d-2024-03-01", saves.Versions()-1)
	i := slices.IndexFunc(all, func(b saves.Backup) bool { return b.Name == name })
	if i < 0 {
		t.Fatalf("the backups are %+v", all)
	}
	if kept, err := os.ReadFile(all[i].Path); err != nil || string(kept) != string(was) {
		t.Errorf("what was kept is another file: %v", err)
	}
	to, _, err := saves.Restore(path, all[i].Name, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(to, rules, ""); err != nil || !r.Good() || r.Events != all[i].Events+1 {
		t.Errorf("brought back: %+v %v", r, err)
	}
}
