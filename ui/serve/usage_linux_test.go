package serve_test

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// cpuTime is what this process has computed so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is how much memory this process has, in bytes.
func resident() int {
	text, err := os.ReadFile("/proc/self/statm")
	if f := bytes.Fields(text); err == nil && len(f) > 1 {
		pages, _ := strconv.Atoi(string(f[1]))
		return pages * os.Getpagesize()
	}
	return 0
}

// synced has what was written to a file on the disk.
func synced(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }
