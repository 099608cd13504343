package unfinished

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func names(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// What is being written stays, what was left goes, at any age; whatever is called otherwise is
// not ours.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside")
	for _, path := range []string{outside, filepath.Join(folder, Prefix+"left.json"), filepath.Join(folder, "own.json"), filepath.Join(folder, ".unfinished")} {
		if err := os.WriteFile(path, []byte("x"), private); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, Prefix+"folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, Prefix+"link")); err != nil {
		t.Skip(err)
	}
	f, err := Create(folder, ".json")
	if err != nil {
		t.Fatal(err)
	}
	Sweep(folder)
	want := []string{".unfinished", Prefix + "folder", filepath.Base(f.Name()), "own.json"}
	slices.Sort(want)
	if got := names(t, folder); !slices.Equal(got, want) {
		t.Errorf("in the folder are %q, not %q", got, want)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
	Drop(f)
	if got := names(t, folder); len(got) != 3 {
		t.Errorf("dropped, there are %q", got)
	}
}

// Many programs write into one folder, and each sweeps it: every file gets its name whole, and
// nothing is left.
func TestManyWrite(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for range 40 {
				f, err := Create(folder, ".json")
				if err == nil {
					_, err = f.WriteString("whole")
				}
				if err == nil {
					err = Finish(f, filepath.Join(folder, string(rune('a'+n))), true)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := names(t, folder); len(got) != 8 {
		t.Errorf("in the folder are %q", got)
	}
}

// A file that is there stays, unless it is to be replaced, and then its other names keep it.
func TestFinish(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	if err := errors.Join(os.WriteFile(path, []byte("old"), private), os.Link(path, other)); err != nil {
		t.Skip(err)
	}
	for _, over := range []bool{false, true} {
		f, err := Create(folder, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("new"); err != nil {
			t.Fatal(err)
		}
		if err := Finish(f, path, over); errors.Is(err, fs.ErrExist) == over || over && err != nil {
			t.Errorf("over %v: %v", over, err)
		}
		now, _ := os.ReadFile(path)
		was, _ := os.ReadFile(other)
		if want := map[bool]string{false: "old", true: "new"}[over]; string(now) != want || string(was) != "old" {
			t.Errorf("over %v: it is %q, and its other name %q", over, now, was)
		}
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("left are %q", got)
	}
}
