package serve

import "time"

// GuestsOf returns the guest list of a table.
func GuestsOf(t *Table) *GuestList { return t.cfg.Guests }

// LetGoAfter has a host close tables so soon after the last has left.
func LetGoAfter(h *Host, d time.Duration) { h.idle = d }
