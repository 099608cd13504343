//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || illumos || windows)

package saves

import (
	"errors"
	"io/fs"
	"os"
)

// holdFile makes the file; while it is there, nobody else can. Without locks
// of the system it outlives a crash, and must then be deleted by hand.
func holdFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
	if errors.Is(err, fs.ErrExist) {
		return nil, errHeld
	}
	return f, err
}

// owned reports whether a file is this user's, as far as that can be told here.
func owned(fs.FileInfo) bool { return true }

func dropFile(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}
