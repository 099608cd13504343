package serve

import (
	"time"

	"example.org/fray/saves"
)

// GuestsOf returns the guest list of a table.
func GuestsOf(t *Table) *GuestList { return t.cfg.Guests }

// ListsOf returns the guest list that says what people like.
func ListsOf(h *Host) *GuestList { return h.lists() }

// LiveOf returns what a table serves.
func LiveOf(t *Table) *saves.Live { return t.cfg.Table }

// Held returns a table of a host of many, which stays open.
func Held(h *Host, path string) (*Table, error) {
	t, _, err := h.enter(path)
	return t, err
}

// LetGoAfter has a host close tables so soon after the last has left.
func LetGoAfter(h *Host, d time.Duration) { h.idle = d }
