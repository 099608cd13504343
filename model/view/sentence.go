package view

import "strings"

// Sentence is what a rulebook tells of an act as one sentence. A rulebook leaves a gap of two
// spaces between what is done and what comes of it.
func Sentence(tale string) string {
	story, came, gap := strings.Cut(tale, "  ")
	switch {
	case !gap:
		return tale
	case strings.Contains(story+" ", " hits ") && digitAt(came, 0):
		return story + " for " + came
	case (digitAt(came, 0) || strings.HasPrefix(came, "-")) && !strings.Contains(story, " with ") && !digitAt(story, len(story)-1): // moves 9 dm
		return story + " " + came
	}
	return story + ": " + came
}

func digitAt(s string, at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }
