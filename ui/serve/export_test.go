package serve

import "time"

// LetGoAfter has a table host close tables so soon after the last has left.
func LetGoAfter(h *TableHost, d time.Duration) { h.idle = d }
