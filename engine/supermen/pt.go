package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// Lengths of time, in segments of 0.24 s.
const (
	segment = 1
	round   = 50
	minute  = 250
	hour    = 60 * minute
	day     = 24 * hour
)

// long gives n of a unit of time in segments.
func long(n int, unit string) int {
	for i, size := range []int{segment, round, minute, hour, day} {
		if units[i] == unit {
			return n * size
		}
	}
	return n
}

// segments gives a number of segments in words.
func segments(n int) string { return engine.Counted(n, "segment") }

// quicken shortens a PT by q Quality: each full 3 halve it, and 1 or 2 more take one or two
// tenths off. It rounds to the nearest segment, halves up, and gives at least 1. Chapters
// "Speed" and "Performance Time".
func quicken(pt, q int) int {
	over := int64(10)
	for range min(q/3, 40) {
		over *= 2
	}
	tenths := int64(pt) * int64(10-q%3)
	return int(max((2*tenths+over)/(2*over), 1))
}

// ptUse is the use of Quality for a shorter PT.
func ptUse(id string, pt int) engine.Use {
	return engine.Use{ID: id, Label: "Performance Time", Own: true, Effect: func(n int) string {
		return turns(pt, quicken(pt, n)) + " segments"
	}}
}

// defenseUse is the use of Quality for Defense, 1 for 2 Quality. Chapter "Defense".
func defenseUse() engine.Use {
	return engine.Use{ID: "defense", Label: "Defense", Each: 2, Own: true, Effect: func(n int) string {
		return fmt.Sprintf("Defense +%d", n/2)
	}}
}
