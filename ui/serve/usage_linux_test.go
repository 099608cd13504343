package serve_test

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// resident returns the resident memory of this process in bytes.
func resident() int {
	text, err := os.ReadFile("/proc/self/statm")
	if f := bytes.Fields(text); err == nil && len(f) > 1 {
		pages, _ := strconv.Atoi(string(f[1]))
		return pages * os.Getpagesize()
	}
	return 0
}

// synced flushes what was written to a file to the disk.
func synced(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }
