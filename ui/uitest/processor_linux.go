package uitest

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has used so far, on all cores.
// Unlike the clock it does not depend on what else the machine does. It is 0 on systems
// other than Linux.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
