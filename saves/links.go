package saves

import (
	"io/fs"
	"os"
	"path/filepath"
)

// LinkAt says that what stands at a path is a link, symbolic or hard, where a file of our own
// is to be; "" where it is not. Nothing is written through it: whoever writes there puts a
// file in its place.
func LinkAt(path string) string {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return ""
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(path)
		if err != nil {
			to = "elsewhere"
		}
		own := "a file"
		if at, err := os.Stat(path); err == nil && at.IsDir() {
			own = "a folder"
		}
		return filepath.Base(path) + " was a link to " + to + ": nothing is written through it, and " + own + " of its own takes its place"
	case info.Mode().IsRegular() && Links(info) > 1:
		return filepath.Base(path) + " was a file that has other names, too (hard links): nothing is written to those, and a file of its own takes its place"
	}
	return ""
}
