package view

import (
	"regexp"
	"strings"
)

// Sentence is what a rulebook tells of an act as one sentence. A rulebook leaves a gap of two
// spaces between what is done and what comes of it.
func Sentence(tale string) string {
	story, came, _ := strings.Cut(tale, "  ")
	switch {
	case came == "" || came[0] == ' ': // a wider gap stands before words beside it
		return strings.TrimRight(tale, " ")
	case strings.Contains(story+" ", " hits ") && digitAt(came, 0):
		return story + " for " + came
	case strings.HasPrefix(came, "with ") || strings.HasPrefix(came, "for "): // hits Grim with a knife
		return story + " " + came
	case isAmount(came) && !strings.Contains(story, " with ") && !digitAt(story, len(story)-1): // moves 9 dm
		return story + " " + came
	}
	return story + ": " + came
}

// isAmount reports whether what came is a number of something, such as 9 dm, and no result,
// such as 35 or 3 against 12.
func isAmount(came string) bool {
	of := amount.FindStringSubmatch(came)
	return len(of) == 2 && of[1] != "against" && of[1] != "under"
}

var amount = regexp.MustCompile(`^-?[0-9][0-9.,]* ([a-z]+)`)

func digitAt(s string, at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }
