//go:build !linux

package serve_test

import (
	"os"
	"runtime"
)

// resident returns roughly how much memory this process has, in bytes.
func resident() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.Sys - m.HeapReleased)
}

// synced flushes what was written to a file to the disk.
func synced(f *os.File) error { return f.Sync() }
