package easiness

import (
	"fmt"

	"example.org/fray/engine"
)

const criticalFailure = "critical-failure"

// grade gives the grade of a net result: n successes are n, a failure is 0, and a critical
// failure with n Nines is -n.
func grade(net int) string {
	switch {
	case net > 0:
		return engine.Success
	case net < 0:
		return criticalFailure
	}
	return engine.Failure
}

// tier is a net result as people read it.
type tier int

// String says in a word how well it went. The text names only the first of these words, for
// one success.
func (t tier) String() string {
	net := int(t)
	switch {
	case net < 0:
		return fmt.Sprintf("critical failure of %d", -net)
	case net == 0:
		return "failure"
	}
	words := [...]string{"poor", "fair", "good", "very good", "excellent"}
	return words[min(net, len(words))-1]
}
