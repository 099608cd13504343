package uitest

import (
	"syscall"
	"time"
)

// ProcessorTime is how long this process has computed so far, on all processors. Unlike
// the clock it tells what something costs on a machine that does other things as well.
// It is 0 on systems other than Linux.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
