package model

import (
	"fmt"
	"slices"
	"strings"
)

// Edition is the edition of what this version writes into a log. It goes up when an older
// version would make another table of the events, although it can read them all.
const Edition = 1

// missingKind stands in an imported log for events that were missing from the file. It is no
// fact of a newer version.
const missingKind = "missing"

// PlayAnyway is the command to play a table that this version does not wholly understand.
type PlayAnyway struct{}

// PlayedAnyway is the fact that somebody wanted to play it all the same.
type PlayedAnyway struct {
	Although []string `json:"although"` // what is not understood, as [Table.NotUnderstood] says it
}

// Kind implements [Fact].
func (PlayedAnyway) Kind() string { return "played-anyway" }

// understands notes what this version does not know of an event.
func (s *State) understands(e Event) {
	s.Edition = max(s.Edition, e.Edition)
	for _, f := range e.Facts {
		u, is := f.(Unknown)
		if is && u.Is != missingKind && !slices.Contains(s.Strange, u.Is) {
			s.Strange = append(slices.Clip(s.Strange), u.Is)
		}
	}
}

// NotUnderstood says what this version does not understand of a table, so that it may have
// another state than people have seen, and nobody has wanted to play all the same; nil where it
// understands all.
func (t Table) NotUnderstood() (out []string) {
	add := func(format string, args ...any) {
		if words := fmt.Sprintf(format, args...); !slices.Contains(t.Although, words) && !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	if t.State.Edition > Edition {
		add("a newer fray has played it (edition %d, and this one knows %d)", t.State.Edition, Edition)
	}
	if len(t.Strange) > 0 {
		add("a newer fray has written what this one does not know: %s", strings.Join(t.Strange, ", "))
	}
	for _, c := range t.State.Characters {
		for id := range c.Pages {
			if _, here := t.Rulebooks[id]; !here && !c.Left {
				add("the rulebook %s is not here", id)
			}
		}
	}
	if _, here := t.Rulebooks[t.System]; !here && t.System != "" {
		add("the rulebook %s is not here", t.System)
	}
	slices.Sort(out)
	return out
}
