package saves

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const sharingViolation = syscall.Errno(32)

// holdFile opens the file for this process alone; Windows refuses the next.
func holdFile(name string) (*os.File, error) {
	p, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(p, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, errHeld
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(h), name), nil
}

// owned reports whether a file is this user's: the temporary folder is.
func owned(fs.FileInfo) bool { return true }

func dropFile(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}
