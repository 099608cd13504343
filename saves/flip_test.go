package saves_test

import (
	"bytes"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/saves"
)

var flips = flag.Int("flips", 100, "how many bits TestOneBit and TestFlippedBits flip")

// files are all files of a table, by what comes behind its name.
type files map[string][]byte

func filesOf(t testing.TB, path string) files {
	t.Helper()
	all := files{}
	for _, suffix := range []string{"", "-wal", ".head", ".jsonl", ".backups/2024-03-01.jsonl"} {
		if b, err := os.ReadFile(path + suffix); err == nil && len(b) > 0 {
			all[suffix] = b
		}
	}
	return all
}

func (f files) write(t testing.TB, path string) {
	t.Helper()
	for suffix, b := range f {
		if err := os.MkdirAll(filepath.Dir(path+suffix), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A flipped bit anywhere in any file of a table, closed or cut short, changes
// nothing without a word, and loses what it has hit at the most; what was found
// is kept as it was.
func TestOneBit(t *testing.T) {
	defer saves.NoSync()()
	path := played(t, 16)
	closed := filesOf(t, path)
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	newPlayer(8).play(t, l, 9)
	saves.Tend(l)
	newPlayer(9).play(t, l, 5)
	saves.CatchUp(l)
	cut := filesOf(t, path)
	cut["-wal"] = logged(cut["-wal"])
	wants := map[bool]string{true: whole(t, l.Now())}
	_ = l.Close()
	dir := t.TempDir()
	closed.write(t, filepath.Join(dir, "vault.fray"))
	look, err := saves.Look(filepath.Join(dir, "vault.fray"), rules)
	if err != nil {
		t.Fatal(err)
	}
	wants[false] = whole(t, look.Now())
	_ = look.Close()

	rng := rand.New(rand.NewPCG(uint64(*flips), 14))
	told, lost, hit := 0, 0, map[string]int{}
	for n := range *flips {
		now := closed
		if n%2 == 0 {
			now = cut
		}
		suffix := pick(&player{rng: rng}, slices.Sorted(maps.Keys(now)))
		flipped := files{}
		for s, b := range now {
			flipped[s] = bytes.Clone(b)
		}
		at, bit := rng.IntN(len(now[suffix])), rng.IntN(8)
		flipped[suffix][at] ^= 1 << bit
		hit[suffix]++
		was := oneBit(t, flipped, suffix, wants[n%2 == 0])
		if was.told {
			told++
		}
		lost += was.lost
		if t.Failed() {
			t.Fatalf("bit %d of byte %d in vault.fray%s, cut short: %v; around it %q", bit, at, suffix, n%2 == 0, now[suffix][max(0, at-20):min(len(now[suffix]), at+20)])
		}
	}
	t.Logf("of %v %d were told, %d events were lost", hit, told, lost)
	if told < *flips/2 {
		t.Errorf("only %d of %d were told", told, *flips)
	}
}

type verdict struct {
	told bool
	lost int
}

func oneBit(t *testing.T, now files, suffix, want string) (v verdict) {
	dir, err := os.MkdirTemp("", "flip")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "vault.fray")
	now.write(t, path)
	if strings.Contains(suffix, "backups") {
		r, err := saves.Check(path, rules, "")
		if err != nil || r.Good() {
			t.Errorf("the check finds nothing: %+v %v", r, err)
		}
		return verdict{told: true}
	}
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Error(err)
		return v
	}
	defer l.Close()
	if err := l.Inspect(t.Context()); err != nil {
		t.Errorf("the look behind the screen: %v", err)
	}
	f := l.Findings()
	v.told = f != nil
	v.lost = int(f.Lost())
	if v.lost > 1 {
		t.Errorf("%d events are lost: %q", v.lost, f.Lines())
	}
	if got := whole(t, l.Now()); got != want && v.lost == 0 {
		t.Errorf("%v: the table became\n%s\nfrom\n%s", v.told, got, want)
	}
	_, log := now["-wal"] // whose pages stand for those in the file
	if !v.told && suffix != "-wal" && (suffix != "" || !log) {
		t.Error("nothing was told")
	}
	if v.told && !anywhere(dir, now[suffix]) {
		t.Errorf("what was found is gone: %q", f.Lines())
	}
	return v
}

// anywhere reports whether a file in a folder holds those bytes.
func anywhere(dir string, b []byte) bool {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if is, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && bytes.Equal(is, b) {
			return true
		}
	}
	return false
}
