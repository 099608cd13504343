//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || illumos

package saves

import (
	"errors"
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

// dropFile takes the name away while the lock is still held, so that nobody
// can lock a file that is about to vanish without noticing.
func dropFile(f *os.File) {
	_ = os.Remove(f.Name())
	_ = f.Close()
}
