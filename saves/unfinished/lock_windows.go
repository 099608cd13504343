package unfinished

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// NoFollow makes opening a symbolic link an error, where the system can.
const NoFollow = 0 // files are told from links when they have been opened

// Lock locks one byte far beyond the end of a file, so that others can read it. The error is
// ErrLocked where another program has it.
func Lock(f *os.File) error {
	const exclusiveAtOnce = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), exclusiveAtOnce, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}
