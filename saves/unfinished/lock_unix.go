//go:build unix

package unfinished

import (
	"errors"
	"os"
	"syscall"
)

// NoFollow makes opening a symbolic link an error, where the system can.
const NoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// Lock takes the lock on a file itself, which goes with the process however that ends. The error
// is ErrLocked where another program has it.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
