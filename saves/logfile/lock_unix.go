//go:build unix

package logfile

import (
	"errors"
	"io/fs"
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

// names is how many names a file has.
func names(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}
