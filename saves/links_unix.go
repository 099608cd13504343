//go:build unix

package saves

import (
	"io/fs"
	"syscall"
)

// Links is how many names (hard links) a file has, as far as the system says it, else 1.
func Links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}
