//go:build !linux

package uitest

import "time"

// ProcessorTime returns 0: it is measured on Linux only.
func ProcessorTime() time.Duration { return 0 }
