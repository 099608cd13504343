package engine

import (
	"fmt"
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

// MergeKnown is [Merge] for rules that are interpreted, right before they ask for dice: state tells all
// that the rest of the rule depends on, and the place where the rule stands, the later the greater, or
// false where it can't. Odds ask for it only where there are many ways.
func MergeKnown(r *Roll, state func() (place, state string, ok bool)) {
	c := &r.cursor
	c.told = nil
	if !r.merging() {
		return
	}
	r.count.known = true
	if told := len(c.readings); !r.count.byItself || told == 0 || told <= r.count.way.Told || c.next < len(c.tape)+told {
		return
	}
	place, known, ok := state()
	if !ok {
		return
	}
	if len(r.outputs.next)+len(r.outputs.acts) > 0 {
		known += fmt.Sprint(r.outputs)
	}
	r.count.told++
	now := knownState{place, known, r.history(), r.target}
	if r.count.seen[now] { // what the dice may come to was worked out for it
		panic(now.stop(r, nil))
	}
	r.count.seen[now], c.told = true, &now
}

// knownState is merged where the rule has promised nothing: what it has told is part of it.
type knownState struct {
	place   string
	state   string
	history string
	target  target
}

// stop ends a run of the odds at dice that may come to any of these.
func (k *knownState) stop(r *Roll, branches []odds.Branch) *odds.Stop {
	return &odds.Stop{Readings: r.cursor.readings, Branches: branches, Merges: r.cursor.merges, Place: k.place, State: *k}
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
