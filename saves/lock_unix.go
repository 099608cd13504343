//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || illumos

package saves

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func holdFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, private)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return f, nil
	}
	_ = f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errHeld
	}
	return nil, err
}

// owned reports whether a file is this user's.
func owned(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// dropFile takes the name away while the lock is still held, so that nobody
// can lock a file that is about to vanish without noticing.
func dropFile(f *os.File) {
	_ = os.Remove(f.Name())
	_ = f.Close()
}
