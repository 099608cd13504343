package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

var (
	vault   = saves.Hash{1}
	another = saves.Hash{2}
)

const edition = 7

// hashOf is the hash of the line of an event.
func hashOf(seq uint64) saves.Hash { return saves.Hash{9, byte(seq), byte(seq >> 8)} }

func reached(seq uint64) saves.Reached { return saves.Reached{Seq: seq, Hash: hashOf(seq)} }

func must(t *testing.T, all ...error) {
	t.Helper()
	if err := errors.Join(all...); err != nil {
		t.Fatal(err)
	}
}

// opened is an index of a log, until the test ends.
func opened(t *testing.T, x *index.Index, log saves.Hash) *index.Index {
	t.Helper()
	must(t, x.Of(log, edition))
	t.Cleanup(func() { _ = x.Close() })
	return x
}

// words are what a log says of the events from one to another.
func words(first, last uint64) (out []saves.EventWords) {
	for n := first; n <= last; n++ {
		w := saves.EventWords{Seq: n, Words: fmt.Sprintf("The guards of Ärger gate %d come", n)}
		if n%3 == 0 {
			w.Words, w.Apart = fmt.Sprintf("Seraph hits goblin %d", n), "somebody"
		}
		out = append(out, w)
	}
	return out
}

// audiences say who may know of events.
func audiences(first, last uint64) (out []saves.EventAudience) {
	for n := first; n <= last; n++ {
		a := saves.EventAudience{Reached: reached(n), Who: fmt.Sprintf("seats %d", n%5)}
		switch {
		case n%7 == 0:
			a.Who = "" // it is lost
		case n%10 == 0:
			a.Kinds = []string{"clock-moved"}
		}
		out = append(out, a)
	}
	return out
}

// filled adds all that an index holds for the events up to one.
func filled(t *testing.T, x *index.Index, first, last uint64) {
	t.Helper()
	must(t, x.AddSnapshot(reached(last), fmt.Appendf(nil, "table %d", last)), x.AddAudiences(audiences(first, last)),
		x.AddWords(first-1, reached(last), "names", words(first, last)), x.SetChecked(last/2),
		x.Remember(fmt.Sprint("chance ", last), "0.1"), x.Remember(fmt.Sprint("chance ", last), "0.5"))
}

// found is what a search gives.
func found(t *testing.T, x *index.Index, text string, apart bool) (out []uint64) {
	t.Helper()
	must(t, x.Find(text, apart, math.MaxInt64, func(seq uint64) bool { out = append(out, seq); return true }))
	return out
}

// holds fails unless an index holds all of the events up to one.
func holds(t *testing.T, x *index.Index, last uint64) {
	t.Helper()
	at, body, err := x.Snapshot(last)
	if err != nil || last > 0 && (at != reached(last) || string(body) != fmt.Sprintf("table %d", last)) || last == 0 && at.Seq != 0 {
		t.Errorf("the snapshot is of event %d, %q, %v, and not of event %d", at.Seq, body, err, last)
	}
	knows, err := x.Audiences()
	said, _, wordsErr := x.Words()
	if must(t, err, wordsErr); knows.Seq != last || said.Seq != last {
		t.Errorf("it knows up to event %d and has the words up to %d, and not up to %d", knows.Seq, said.Seq, last)
	}
	next := uint64(1)
	must(t, x.EachAudience(last, func(who []string, of []uint32) {
		for _, n := range of {
			if got, want := append([]string{""}, who...)[n], audiences(next, next)[0].Who; got != want {
				t.Fatalf("%q may know of event %d, and not %q", got, next, want)
			}
			next++
		}
	}))
	if next != last+1 {
		t.Errorf("it says of %d events who may know, and not of %d", next-1, last)
	}
	var want []uint64
	for _, w := range slices.Backward(words(1, last)) {
		if bytes.Contains([]byte(w.Words), []byte("goblin")) {
			want = append(want, w.Seq)
		}
	}
	if got := found(t, x, "GOBLIN", false); !slices.Equal(got, want) {
		t.Errorf("found are %v, and not %v", got, want)
	}
	if chance, err := x.Remembered(fmt.Sprint("chance ", last)); err != nil || last > 0 && chance != "0.5" || last == 0 && chance != "" {
		t.Errorf("remembered is %q, %v", chance, err)
	}
	moved, err := x.Last("clock-moved", last+1)
	if must(t, err); moved > last || last >= 10 && moved+30 < last {
		t.Errorf("the clock moved last at event %d of %d", moved, last)
	}
}

// What was added is there again, in the file and in memory, after a rest and a start.
func TestKept(t *testing.T) {
	memory := opened(t, index.Memory(), vault)
	holds(t, memory, 0)
	filled(t, memory, 1, 50)
	filled(t, memory, 51, 3000)
	holds(t, memory, 3000)

	path := filepath.Join(t.TempDir(), "vault.fray.index")
	x := opened(t, index.Open(path), vault)
	filled(t, x, 1, 50)
	x.Rest()
	holds(t, x, 50)
	filled(t, x, 51, 3000)
	must(t, x.Close())
	if _, _, err := x.Snapshot(9); !errors.Is(err, saves.ErrClosed) {
		t.Errorf("after closing: %v", err)
	}
	x = opened(t, index.Open(path), vault)
	holds(t, x, 3000)
	if at, err := x.Checked(); err != nil || at != 1500 {
		t.Errorf("checked up to %d, %v", at, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
}

// Whole words, parts of any, in any case, short ones, and what only others are told.
func TestFind(t *testing.T) {
	x := opened(t, index.Memory(), vault)
	must(t, x.AddWords(0, reached(6), "names", words(1, 6)))
	for text, want := range map[string][]uint64{
		"guards": {5, 4, 2, 1}, "UARD": {5, 4, 2, 1}, "ärger": {5, 4, 2, 1}, "ÄRG": {5, 4, 2, 1}, "gu": {5, 4, 2, 1}, "seraph goblin": {6, 3}, "goblin 3": {3}, "goblin 4": nil, "6": {6},
		`"`: nil, `guards" OR "goblin`: nil, "guards goblin": nil, "somebody": nil, "so": nil,
	} {
		if got := found(t, x, text, false); !slices.Equal(got, want) {
			t.Errorf("%q is found in %v, and not in %v", text, got, want)
		}
	}
	for text, want := range map[string][]uint64{"somebody": {6, 3}, "so": {6, 3}, "somebody goblin": {6, 3}, "so 3": {3}, "goblin": nil, "gu": nil, "guards somebody": nil} {
		if got := found(t, x, text, true); !slices.Equal(got, want) {
			t.Errorf("%q is found in what only others are told in %v, and not in %v", text, got, want)
		}
	}
	must(t, x.DropWords())
	if got := found(t, x, "guards", false); len(got) > 0 {
		t.Errorf("dropped words are found in %v", got)
	}
	must(t, x.AddWords(0, reached(3), "other names", words(1, 3)))
	if got := found(t, x, "guards", false); !slices.Equal(got, []uint64{2, 1}) {
		t.Errorf("new words are found in %v", got)
	}
}

// Of old snapshots few stay, and those from an event on can be forgotten.
func TestSnapshots(t *testing.T) {
	x := opened(t, index.Memory(), vault)
	for n := uint64(256); n <= 20*256; n += 256 {
		must(t, x.AddSnapshot(reached(n), fmt.Appendf(nil, "table %d", n)))
	}
	for upTo, want := range map[uint64]uint64{1 << 40: 5120, 5119: 4864, 5000: 4864, 4700: 4608, 4500: 4096, 255: 0} {
		if at, _, err := x.Snapshot(upTo); err != nil || at.Seq != want {
			t.Errorf("up to %d it is that of event %d, %v, and not %d", upTo, at.Seq, err, want)
		}
	}
	must(t, x.DropSnapshots(4864))
	if at, _, err := x.Snapshot(1 << 40); err != nil || at != reached(4608) {
		t.Errorf("after forgetting it is that of event %d, %v", at.Seq, err)
	}
}

// One that is deleted, damaged, none of ours, of another log or another edition is empty,
// and made again.
func TestMadeAgain(t *testing.T) {
	for name, harm := range map[string]func(t *testing.T, path string){
		"deleted":  func(t *testing.T, path string) { must(t, os.Remove(path)) },
		"empty":    func(t *testing.T, path string) { must(t, os.Truncate(path, 0)) },
		"a diary":  func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("Dear diary"), 0o600)) },
		"cut":      func(t *testing.T, path string) { must(t, os.Truncate(path, 30)) },
		"its head": func(t *testing.T, path string) { damage(t, path, 20) },
		"a pipe":   func(t *testing.T, path string) { must(t, os.Remove(path), os.Symlink("/dev/zero", path)) },
		"another log": func(t *testing.T, path string) {
			x := index.Open(path)
			must(t, x.Of(another, edition), x.AddSnapshot(reached(4), []byte("other")), x.Close())
		},
		"another edition": func(t *testing.T, path string) {
			x := index.Open(path)
			must(t, x.Of(vault, edition+1), x.AddSnapshot(reached(4), []byte("other")), x.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "vault.fray.index")
			x := opened(t, index.Open(path), vault)
			filled(t, x, 1, 200)
			must(t, x.Close())
			harm(t, path)
			looked := opened(t, index.Look(path), vault)
			if _, _, err := looked.Snapshot(1); err != nil {
				must(t, looked.Forget())
			}
			holds(t, looked, 0)
			filled(t, looked, 1, 100) // in memory
			holds(t, looked, 100)
			x = opened(t, index.Open(path), vault)
			if _, _, err := x.Snapshot(1); err != nil { // as who keeps it does with one that fails
				must(t, x.Forget(), x.Of(vault, edition))
			}
			holds(t, x, 0)
			filled(t, x, 1, 300)
			must(t, x.Close())
			holds(t, opened(t, index.Open(path), vault), 300)
		})
	}
}

// damage overwrites a part of a file.
func damage(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt(bytes.Repeat([]byte("x"), 80), at)
	must(t, err, f.Close())
}

// However it is damaged, what is read of it is as it was written, or there is an error and
// it can be forgotten; and it can be made again.
func TestDamagedAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.fray.index")
	x := opened(t, index.Open(path), vault)
	filled(t, x, 1, 400)
	must(t, x.Close())
	whole, err := os.ReadFile(path)
	must(t, err)
	met := 0
	for at := 0; at < len(whole); at += 150 {
		for name, x := range map[string]*index.Index{"looked at": index.Look(path), "open": index.Open(path)} {
			must(t, os.WriteFile(path, whole, 0o600))
			damage(t, path, int64(at))
			must(t, x.Of(vault, edition))
			any := func(uint64) bool { return true }
			shot, body, err := x.Snapshot(400)
			if err == nil && shot.Seq > 0 && (shot != reached(400) || string(body) != "table 400") {
				t.Fatalf("damaged at %d, it has a snapshot %q of event %d", at, body, shot.Seq)
			}
			said, _, wordsErr := x.Words()
			knows, knowsErr := x.Audiences()
			if said.Seq > 0 && said != reached(400) || knows.Seq > 0 && knows != reached(400) {
				t.Fatalf("damaged at %d, it has the words of %v and knows of %v", at, said, knows)
			}
			if got := []uint64{}; said.Seq > 0 && x.Find("goblin", false, 401, func(seq uint64) bool { got = append(got, seq); return true }) == nil && len(got) != 400/3 {
				t.Fatalf("damaged at %d, it finds %v", at, got)
			}
			err = errors.Join(err, wordsErr, knowsErr, x.Find("goblin", false, 401, any), x.Find("go", false, 401, any), x.Find("so", true, 401, any),
				x.OfKinds([]string{"clock-moved"}, 401, any), x.EachAudience(400, func([]string, []uint32) {}))
			if name == "open" {
				err = errors.Join(err, x.AddSnapshot(reached(401), []byte("table 401")), x.AddWords(400, reached(401), "names", words(401, 401)), x.AddAudiences(audiences(401, 401)))
			}
			if err != nil {
				met++
				must(t, x.Forget(), x.Of(vault, edition))
				holds(t, x, 0)
				filled(t, x, 1, 10)
				holds(t, x, 10)
			}
			must(t, x.Close())
		}
	}
	if met < len(whole)/150 {
		t.Errorf("only %d damages of %d were met", met, len(whole)/150)
	}
}

// Whoever only looks keeps what is behind the file in memory, and leaves nothing behind.
func TestLook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.fray.index")
	x := opened(t, index.Open(path), vault)
	filled(t, x, 1, 100)
	x.Rest()
	before, err := os.ReadFile(path)
	must(t, err)
	looked := opened(t, index.Look(path), vault)
	holds(t, looked, 100)
	filled(t, looked, 101, 250)
	holds(t, looked, 250)
	must(t, looked.DropSnapshots(1))
	if at, _, err := looked.Snapshot(250); err != nil || at.Seq != 0 {
		t.Errorf("a snapshot of event %d is left, %v", at.Seq, err)
	}
	must(t, looked.Close())
	after, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(before, after) {
		t.Error("looking has changed the file")
	}
	filled(t, x, 101, 120) // who writes it goes on
	holds(t, x, 120)
	alone(t, path)
}

// alone fails unless a file is the only one in its folder.
func alone(t *testing.T, path string) {
	t.Helper()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("beside it lie %v, %v", entries, err)
	}
}

// A copy goes on from the file and takes its place at the end.
func TestCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.fray.index")
	for last := uint64(100); last <= 300; last += 100 {
		c, err := index.OpenCopy(path)
		must(t, err)
		x := opened(t, c, vault)
		holds(t, x, last-100)
		filled(t, x, last-99, last)
		holds(t, opened(t, index.Look(path), vault), last-100)
		must(t, x.Close(), x.Close())
		holds(t, opened(t, index.Look(path), vault), last)
		alone(t, path)
	}
	if _, err := index.OpenCopy(filepath.Join(path, "nowhere")); err == nil {
		t.Error("a copy can be made where there is no folder")
	}
}

// Two programs on one machine that play the same table of a database add to one file, and
// each reads what the other has added.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.fray.index")
	one, two := opened(t, index.Open(path), vault), opened(t, index.Open(path), vault)
	filled(t, one, 1, 10)
	holds(t, two, 10)
	for last := uint64(20); last <= 100; last += 20 {
		filled(t, one, last-9, last)
		must(t, two.AddWords(last-10, reached(last), "names", words(last-9, last))) // which it has worked out meanwhile
		holds(t, two, last)
		filled(t, two, last+1, last+10)
		holds(t, one, last+10)
	}
	must(t, one.Close(), two.Close())
	holds(t, opened(t, index.Open(path), vault), 110)
}

// What is of no use any more is taken out of the file, and small blocks are put together,
// without which a table of many evenings would be slower each time.
func TestTidied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.fray.index")
	x := opened(t, index.Open(path), vault)
	long := bytes.Repeat([]byte("x"), 2000)
	last := uint64(0)
	for range 1500 {
		last++
		must(t, x.AddSnapshot(reached(last), long), x.AddAudiences(audiences(last, last)), x.AddWords(last-1, reached(last), "names", words(last, last)))
	}
	must(t, x.AddSnapshot(reached(last), fmt.Appendf(nil, "table %d", last)), x.Remember(fmt.Sprint("chance ", last), "0.5"))
	before, err := os.Stat(path)
	must(t, err)
	if x.Rest(); before.Size() < 3<<20 {
		t.Errorf("it has only %d bytes", before.Size())
	}
	after, err := os.Stat(path)
	if must(t, err); after.Size() > 200_000 || after.Mode().Perm()&0o077 != 0 {
		t.Errorf("of %d bytes %d are left, %v", before.Size(), after.Size(), after.Mode())
	}
	holds(t, x, last)
	filled(t, x, last+1, last+5)
	must(t, x.Close())
	holds(t, opened(t, index.Open(path), vault), last+5)
	alone(t, path)
}
