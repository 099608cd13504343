package supermen

import "fmt"

// tail is what stands behind the sentence of a story.
func tail(words string) string {
	if words == "" {
		return ""
	}
	return "  " + words
}

// count is a number of things, in words.
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
