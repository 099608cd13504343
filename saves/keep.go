package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const keptSuffix = ".kept-"

// keeper keeps files aside, under names with the time, and notes which. All
// files of one occasion are called alike.
type keeper struct {
	path string
	now  time.Time
	stem string
	kept []string
}

// under gives a file its second name.
func (k *keeper) under(name string) string {
	if k.stem == "" {
		stem := k.path + keptSuffix + k.now.Format("20060102-150405")
		k.stem = stem
		for n := 2; k.taken(); n++ {
			k.stem = fmt.Sprintf("%s-%d", stem, n)
		}
	}
	return k.stem + strings.TrimPrefix(name, k.path)
}

func (k *keeper) taken() bool {
	for _, suffix := range suffixes {
		if exists(k.stem + suffix) {
			return true
		}
	}
	return false
}

// aside moves a file out of the way. One that is not there is kept easily.
func (k *keeper) aside(name string) error {
	to := k.under(name)
	err := moveFile(name, to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		k.note(to)
	}
	return err
}

// hold gives a file a second name, and leaves the first. What is empty holds
// nothing.
func (k *keeper) hold(name string) error {
	if info, err := os.Lstat(name); err != nil || info.Size() == 0 {
		return nil //nolint:nilerr // it is not there
	}
	to := k.under(name)
	err := keepFile(name, to)
	if err == nil {
		k.note(to)
	}
	return err
}

func (k *keeper) note(name string) {
	if !slices.Contains(k.kept, name) {
		k.kept = append(k.kept, name)
	}
}

// keptOf gives what was kept aside of a table and may hold events, the newest
// first.
func keptOf(path string) []string {
	names := slices.DeleteFunc(keptFiles(path), func(n string) bool {
		return strings.HasSuffix(n, "-wal") || strings.HasSuffix(n, "-shm") || strings.HasSuffix(n, headSuffix) || strings.HasSuffix(n, lockSuffix)
	})
	slices.Sort(names)
	slices.Reverse(names)
	return names
}

// keptFiles are all files that were kept aside.
func keptFiles(path string) []string {
	names, _ := filepath.Glob(quoteGlob(path+keptSuffix) + "*")
	return names
}

// quoteGlob takes their meaning from the signs of a pattern.
func quoteGlob(s string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(s)
}
