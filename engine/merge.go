package engine

import (
	"strconv"
	"strings"

	"example.org/fray/engine/internal/odds"
)

// Merge promises that of all that the rule has learned so far it depends from here on only on
// state, and on what it has changed. Odds then follow all ways of equal state as one. In play
// Merge does nothing. The exam counts the odds without it, to check the promise.
func Merge[S comparable](r *Roll, state S) {
	c := &r.cursor
	c.merges++
	if !r.merging() || c.merges <= r.count.way.Merges || c.next < len(c.tape)+len(c.readings) {
		return
	}
	panic(&odds.Stop{Readings: c.readings, Merges: c.merges, State: merged[S]{state, r.history()}})
}

// merged is all that the rest of a rule can depend on.
type merged[S comparable] struct {
	state   S
	history string
}

// merging reports whether odds are counted that follow equal states as one.
func (r *Roll) merging() bool { return r.count != nil && !r.in.WithoutMerging }

// history gives a text that is equal for equal changes so far and, since a plan may count
// them, for equal decisions of the plan.
func (r *Roll) history() string {
	if len(r.changes) == 0 && r.count.plan == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range r.changes {
		for _, word := range []string{string(c.Sheet), "|", c.Field, "|", strconv.Itoa(int(c.To.kind)), strconv.FormatInt(c.To.n, 10), c.To.s, "\n"} {
			b.WriteString(word)
		}
	}
	for _, reading := range r.cursor.readings {
		if a, ok := reading.(*Answer); ok {
			b.WriteString(a.ID + ",")
		}
	}
	return b.String()
}
