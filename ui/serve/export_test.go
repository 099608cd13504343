package serve

import "time"

// LetGoAfter has a house close tables so soon after the last has left.
func LetGoAfter(h *House, d time.Duration) { h.idle = d }
