//go:build unix

package logfile

import (
	"errors"
	"syscall"
)

// noFollow makes opening a symbolic link an error.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// lock takes the lock on the file itself, which goes with the process however that
// ends.
func (f systemFile) lock() error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
