package saves

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

const lockSuffix = ".lock"

// errHeld says that another program has the lock.
var errHeld = errors.New("the lock is held")

// lock is held by the one program that writes a table.
type lock struct{ file *os.File }

// hold opens a lock file and holds it; tests put their own here.
var hold = holdFile

// takeLock takes the lock of the table at path, or tells who has it. It goes
// with the process that took it, however that ends.
func takeLock(path string) (*lock, error) {
	name := path + lockSuffix
	for {
		f, err := hold(name)
		if errors.Is(err, errHeld) {
			return nil, &InUse{path, holder(name)}
		}
		if err != nil {
			return nil, explain(path, err)
		}
		// Who closed the table took its lock file away, perhaps between our
		// opening and locking it.
		mine, err := f.Stat()
		there, err2 := os.Stat(name)
		if err != nil || err2 != nil || !os.SameFile(mine, there) {
			_ = f.Close()
			continue
		}
		_ = f.Truncate(0)
		_, _ = fmt.Fprintf(f, "process %d\n", os.Getpid())
		return &lock{f}, nil
	}
}

func (l *lock) release() {
	if l == nil || l.file == nil {
		return
	}
	dropFile(l.file)
	l.file = nil
}

// held reports whether some program writes the table at path.
func held(path string) bool {
	name := path + lockSuffix
	if !exists(name) {
		return false
	}
	f, err := hold(name)
	if err != nil {
		return true
	}
	_ = f.Close()
	return false
}

func holder(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(io.LimitReader(f, 60))
	if err != nil || !strings.HasPrefix(string(b), "process ") {
		return ""
	}
	return "another fray (" + strings.TrimSpace(string(b)) + ")"
}
