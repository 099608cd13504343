package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"example.org/fray/engine"
)

// Examine examines a rulebook as [TestSystem] does, outside of a test, and gives what
// does not hold, each with a play to paste. The plays of a folder show it what can be
// tried. Patience is about how long it goes on with one proof of the odds; all in all it
// takes some thirty times that at most. Partly names the proofs that have not seen everything
// until then.
func Examine(sys *engine.System, folder string, patience time.Duration) (found []string, partly []string) {
	defer fewerCollections()()
	var all findings
	e := newExam(&all, sys, newWatchdog())
	e.patience, e.tried.folder = patience, folder
	if e.dog.guard(&all, func() { declarations(&all, sys) }); len(all) > 0 {
		return all, nil
	}
	for _, words := range underivable(sys) {
		all.Errorf("%s", words)
	}
	whole, ok := e.dog.within(8*patience, &all, e.tried.explore)
	if !ok {
		return all, nil
	}
	if !whole {
		partly = append(partly, "what can be tried")
		e.tried.partly = true
	}
	ends := time.Now().Add(24 * patience)
	for i, p := range proofs {
		share := time.Until(ends) / time.Duration(len(proofs)-i)
		whole, ok := e.dog.within(max(share, patience), &all, func() { e.prove(&all, p) })
		if !ok {
			break
		}
		if !whole {
			partly = append(partly, p.name)
		}
	}
	return all, append(partly, sortedKeys(e.unproved)...)
}

// Breaks looks, for some seconds, only for what breaks or has no end: what is derived on the
// templates, and every action with them. It gives what it has found as [Examine] does.
func Breaks(sys *engine.System) []string {
	const most = 5 * time.Second
	var all findings
	e := newExam(&all, sys, newWatchdog())
	e.dog.within(most, &all, func() {
		for _, words := range underivable(sys) {
			all.Errorf("%s", words)
		}
		for _, a := range sys.Actions {
			for _, tr := range e.tried.templateTrials(a) {
				e.tried.walk(tr)
			}
		}
	})
	for _, p := range e.tried.paths {
		var fault *engine.Fault
		if p.endless || errors.As(p.err, &fault) {
			e.pathEnds(p)
		}
	}
	return all
}

// underivable says what breaks in what is derived on the templates and on an empty sheet.
func underivable(sys *engine.System) []string {
	if sys.Derives == nil {
		return nil
	}
	var out []string
	for _, t := range append(slices.Clip(sys.Templates), engine.Template{Name: "an empty sheet"}) {
		if err := sys.Derives(t.Page); err != nil {
			out = append(out, fmt.Sprintf("what is derived on %s breaks: %v", t.Name, err))
			break
		}
	}
	return out
}

// findings are what an examination has found.
type findings []string

func (f *findings) Helper() {}

func (f *findings) Errorf(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }
