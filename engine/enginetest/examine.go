package enginetest

import (
	"fmt"
	"time"

	"example.org/fray/engine"
)

// Examine examines a rulebook as [TestSystem] does, outside of a test, and gives what
// does not hold, each with a play to paste. The plays of a folder show it what can be
// tried. Patience is about how long it goes on with one proof of the odds.
func Examine(sys *engine.System, folder string, patience time.Duration) []string {
	defer fewerCollections()()
	var found findings
	e := newExam(&found, sys, newWatchdog())
	e.patience, e.tried.folder = patience, folder
	if e.dog.guard(&found, func() { declarations(&found, sys) }); len(found) > 0 {
		return found
	}
	if !e.dog.guard(&found, e.tried.explore) {
		return found
	}
	for _, p := range proofs {
		if !e.dog.guard(&found, func() { e.prove(&found, p) }) {
			break
		}
	}
	return found
}

// findings are what an examination has found.
type findings []string

func (f *findings) Helper() {}

func (f *findings) Errorf(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }
