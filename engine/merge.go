package engine

import (
	"strconv"
	"strings"

	"example.org/fray/engine/internal/odds"
)

// Merge promises that from here on the rule depends on nothing that it has learned
// so far but state, and on what it has changed. Odds then follow all ways of equal
// state as one; in play it does nothing. The exam counts the odds without it, to
// hold the promise.
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

// history is a word for what the roll has changed so far, and for the decisions
// that a plan has taken, since the plan may count them.
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
