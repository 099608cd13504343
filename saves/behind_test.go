package saves_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// What is damaged while the table is open is found behind the screen, mended
// and told, and play goes on.
func TestInspect(t *testing.T) {
	for what, c := range map[string]struct {
		harm func(path string)
		says string
	}{
		"an older page": {func(path string) { flip(t, path, 2*4096+2700); flip(t, path, 5*4096+2700) }, "no longer hold"},
		"its log":       {func(path string) { flip(t, path+"-wal", 9000) }, "write-ahead log of vault.fray is damaged"},
		"its copy":      {func(path string) { flip(t, path+".jsonl", 300) }, "copy vault.fray.jsonl is damaged"},
		"its head":      {func(path string) { flip(t, path+".head", 20) }, "head file vault.fray.head is damaged"},
		"nothing":       {func(string) {}, ""},
	} {
		t.Run(what, func(t *testing.T) {
			path := played(t, 150)
			l, err := saves.Open(path, rules, testDeps())
			if err != nil {
				t.Fatal(err)
			}
			newPlayer(6).play(t, l, 12)
			changed, cancel := l.Watch()
			defer cancel()
			c.harm(path)
			if err := l.Inspect(t.Context()); err != nil {
				t.Fatal(err)
			}
			words := strings.Join(l.Found(), "\n")
			if !strings.Contains(words, c.says) || c.says == "" && words != "" || l.Findings().Lost() > 0 {
				t.Errorf("it says %q", words)
			}
			select {
			case <-changed:
			default:
				if c.says != "" {
					t.Error("who watches was not told")
				}
			}
			before := l.Now().Seq()
			if table := do(t, l, note(77)); table.Seq() != before+1 {
				t.Errorf("then it has %d events", table.Seq())
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
				t.Errorf("%+v %v", r, err)
			}
		})
	}
}

// Who only looks on is told, and changes nothing.
func TestInspectLookedAt(t *testing.T) {
	path := played(t, 60)
	l, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	flip(t, path, 3*4096+50)
	now := read(t, path)
	if err := l.Inspect(t.Context()); err != nil || !strings.Contains(strings.Join(l.Found(), " "), "vault.fray is damaged") {
		t.Errorf("it says %q, %v", l.Found(), err)
	}
	if read(t, path) != now || len(l.Findings().Kept) > 0 {
		t.Error("looking changed something")
	}
}

// Where nothing has an event any more it stays missing, with its number, in the
// table, its copy, its export and what is imported of it.
func TestMissingForGood(t *testing.T) {
	path := played(t, 40)
	bodies, hashes, err := saves.LogOf(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []bool{true, false} {
		gone, left := slices.Clone(bodies), slices.Clone(hashes)
		for n := 9; n < 12; n++ {
			gone[n] = nil
			if !known {
				left[n] = nil
			}
		}
		holed := filepath.Join(t.TempDir(), "vault.fray")
		if err := saves.Forge(holed, gone, left); err != nil {
			t.Fatal(err)
		}
		r, err := saves.Check(holed, rules, "")
		if err != nil || r.Good() || len(r.Missing) != 1 || r.Missing[0].First != 10 || r.Missing[0].Last != 12 || r.Events != uint64(len(bodies))-3 {
			t.Errorf("known %v: %+v %v", known, r, err)
		}
		l, err := saves.Open(holed, rules, testDeps())
		if err != nil {
			t.Fatal(err)
		}
		do(t, l, note(1))
		saves.Tend(l)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		lines := read(t, holed+".jsonl")
		if strings.Count(lines, `"lost":`) != 3 {
			t.Errorf("known %v: the copy says\n%s", known, lines)
		}
		for _, text := range []string{lines, export(t, holed)} {
			to, notes, err := saves.Import(strings.NewReader(text), t.TempDir(), rules, testDeps())
			if err != nil || len(notes) == 0 || !strings.Contains(notes[len(notes)-1], "missing") {
				t.Fatalf("known %v: imported with %q, %v", known, notes, err)
			}
			if r, err := saves.Check(to, rules, ""); err != nil || len(r.Missing) != 1 || len(r.Wrong) > 0 {
				t.Errorf("known %v, imported: %+v %v", known, r, err)
			}
		}
		// The file goes; its copy knows what it knew.
		if err := os.Truncate(holed, 10); err != nil {
			t.Fatal(err)
		}
		l, err = saves.Open(holed, rules, testDeps())
		if err != nil || l.Findings().Lost() != 3 {
			t.Fatalf("known %v: from the copy: %q %v", known, l.Found(), err)
		}
		_ = l.Close()
	}
}

// A table whose first event is gone has a name and a rulebook all the same.
func TestFirstEventMissing(t *testing.T) {
	path := played(t, 30)
	lines := strings.SplitAfter(read(t, path+".jsonl"), "\n")
	alone := filepath.Join(t.TempDir(), "quay.fray")
	if err := os.WriteFile(alone+".jsonl", []byte(strings.Join(lines[1:], "")), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := saves.Open(alone, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if table := l.Now(); table.Name == "" || table.System != "toy" || l.Findings().Lost() != 1 {
		t.Errorf("it is %q of %q: %q", table.Name, table.System, l.Found())
	}
	do(t, l, model.Note{Text: "on we go"})
	_ = l.Close()
	to, notes, err := saves.Import(strings.NewReader(strings.Join(lines[1:], "")), t.TempDir(), rules, testDeps())
	if err != nil || len(notes) == 0 {
		t.Fatal(notes, err)
	}
	back, err := saves.Look(to, rules)
	if err != nil || back.Now().System != "toy" {
		t.Errorf("imported: %v", err)
	}
	_ = back.Close()
}

// Events that are longer than a page are read out of a damaged file too, from
// the file and from its write-ahead log.
func TestLongEvents(t *testing.T) {
	l := makeTable(t)
	c := character("Ash")
	page := c.Pages["toy"]
	for n := range 400 {
		page = page.With(fmt.Sprintf("skills/r%d/name", n+10), engine.ValueOf(fmt.Sprintf("Skill number %d of many", n)))
	}
	c.Pages = map[string]engine.Page{"toy": page}
	do(t, l, model.Join{Character: c})
	do(t, l, note(1))
	saves.Settle(l)
	c.Name = "Birch"
	do(t, l, model.Join{Character: c})
	do(t, l, note(2))
	want := whole(t, l.Now())
	path := cutShort(t, l)
	_ = os.Remove(path + ".jsonl")
	overwrite(t, path, 100, make([]byte, 900)) // the schema
	b := read(t, path+"-wal")
	overwrite(t, path+"-wal", 24, []byte{b[24] ^ 1}) // all of it, for SQLite
	again, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := whole(t, again.Now()); got != want {
		t.Errorf("it is %.600s\nwant %.600s\n%q", got, want, again.Found())
	}
}

// A line of the copy that a crash has cut short is finished, and nothing is said.
func TestCopyCutShort(t *testing.T) {
	path := played(t, 20)
	lines := read(t, path+".jsonl")
	for _, cut := range []int{1, 40, 150} {
		if err := os.WriteFile(path+".jsonl", []byte(lines[:len(lines)-cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := saves.Open(path, rules, testDeps())
		if err != nil || len(l.Found()) > 0 {
			t.Fatalf("cut by %d: %q %v", cut, l.Found(), err)
		}
		saves.Tend(l)
		_ = l.Close()
		if got := read(t, path+".jsonl"); got != lines {
			t.Errorf("cut by %d the copy became\n%s", cut, got[len(got)-300:])
		}
	}
}

// Without its first event and with no other name in the log, a table is called
// after its file.
func TestNamedAgain(t *testing.T) {
	l := makeTable(t)
	do(t, l, model.Join{Character: character("Ash")})
	do(t, l, note(1))
	_ = l.Close()
	_, rest, _ := strings.Cut(read(t, l.Path()+".jsonl"), "\n")
	alone := filepath.Join(t.TempDir(), "quay.fray")
	if err := os.WriteFile(alone+".jsonl", []byte(rest), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := saves.Open(alone, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if table := again.Now(); table.Name != "quay" || table.System != "toy" {
		t.Errorf("it is %q of %q: %q", table.Name, table.System, again.Found())
	}
}

// What people are told names the file and the way out.
func TestWords(t *testing.T) {
	for want, err := range map[string]error{
		"a.fray is damaged: torn. Mend it": &saves.Damaged{Path: "a.fray", What: "torn", Fix: "Mend it"},
		"look at":                          &saves.Newer{Path: "a.fray", Has: 3, Reads: 1},
		"exists already":                   &saves.Taken{Path: "a.fray"},
		"'fray play \"my table\" --new' creates it": &saves.NotFound{Name: "my table", Folder: "there"},
		"it has a, b":  &saves.NotFound{Name: "c", Folder: "there", There: []string{"a", "b"}},
		"--saves":      &saves.Unwritable{Path: "a.fray", Err: fmt.Errorf("x: %w", os.ErrPermission)},
		"another fray": &saves.InUse{Path: "a.fray"},
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}
