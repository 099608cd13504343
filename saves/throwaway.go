package saves

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// What the names of the folders begin with that hold tables which nobody keeps.
const (
	demoFolder = "fray-demo-"
	lookFolder = "fray-look-" // what can be read of one that is damaged
)

// leftAlone is how old such a folder is at least that is taken for left behind: a
// younger one may have no lock yet.
const leftAlone = time.Minute

// throwaway makes a folder below dir ("" is the system's temporary folder) for a
// table that nobody keeps, and removes those that killed programs have left there.
// Whoever has it holds the lock of the table in it.
func throwaway(dir, kind string, now time.Time) (string, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	temp, err := os.MkdirTemp(dir, kind)
	if err != nil {
		return "", &Unwritable{filepath.Join(dir, strings.TrimSuffix(kind, "-")), err}
	}
	sweep(dir, now.Add(-leftAlone))
	return temp, nil
}

// sweep removes such folders below dir that have not changed since, are this
// user's, and that no program has open. What can't be looked at stays.
func sweep(dir string, since time.Time) {
	folder, err := os.Open(dir)
	if err != nil {
		return
	}
	defer func() { _ = folder.Close() }()
	names, _ := folder.Readdirnames(-1) // as many as there are
	for _, name := range names {
		path := filepath.Join(dir, name)
		ours := strings.HasPrefix(name, demoFolder) || strings.HasPrefix(name, lookFolder)
		if info, err := os.Lstat(path); !ours || err != nil || !info.IsDir() || !owned(info) || info.ModTime().After(since) {
			continue
		}
		if leftBehind(path) {
			_ = os.RemoveAll(path)
		}
	}
}

// leftBehind reports whether a folder holds nothing but a table that nobody has
// open.
func leftBehind(path string) bool {
	files, err := os.ReadDir(path) // by name: the table before what stands beside it
	if err != nil || len(files) == 0 {
		return err == nil
	}
	table := strings.TrimSuffix(files[0].Name(), lockSuffix)
	return strings.HasSuffix(table, Suffix) && !held(filepath.Join(path, table)) &&
		!slices.ContainsFunc(files, func(f os.DirEntry) bool { return !strings.HasPrefix(f.Name(), table) })
}
