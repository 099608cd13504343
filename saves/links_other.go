//go:build !unix

package saves

import "io/fs"

// Links is how many names (hard links) a file has, as far as the system says it, else 1.
func Links(fs.FileInfo) int { return 1 }
