package act

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/ui/pane"
)

// wrong says what is wrong with an answer.
func wrong(q engine.Question, a engine.Answer) pane.Intent {
	if q.Wants == engine.Throwing {
		if len(a.Faces) == 0 {
			return pane.Fail{Words: fmt.Sprintf("the numbers of %s are not typed yet", q.Dice)}
		}
		return pane.Fail{Words: q.Dice.Check(a.Faces).Error()}
	}
	words := q.Check(a).Error()
	for _, head := range []string{q.ID + ": ", q.ID + " "} {
		if rest, ok := strings.CutPrefix(words, head); ok {
			return pane.Fail{Words: q.Words + ": it " + strings.TrimPrefix(rest, "it ")}
		}
	}
	return pane.Fail{Words: words}
}
