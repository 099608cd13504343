package logfile

import (
	"errors"

	"golang.org/x/sys/windows"
)

const noFollow = 0 // files are told from links when they have been opened

// lock locks one byte far beyond the end, so that others can read the file.
func (f systemFile) lock() error {
	const exclusiveAtOnce = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), exclusiveAtOnce, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}
