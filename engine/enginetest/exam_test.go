package enginetest

import (
	"testing"

	"example.org/fray/engine"
)

func TestAGoodRulebookPasses(t *testing.T) { TestSystem(t, newToy().System) }

// examine takes the exam, quickly, and reports to t.
func examine(t T, sys *engine.System) {
	t.Helper()
	h, isHeard := t.(*heard)
	if declarations(t, sys); isHeard && h.lines != nil {
		return
	}
	e := newExam(sys)
	e.patience = 0
	for _, p := range proofs {
		e.prove(t, p)
	}
}

func TestWhatFitsDoesNotDiverge(t *testing.T) {
	var h heard
	e := newExam(newToy().System)
	e.t, e.more = &h, map[string]int{}
	p := e.endings(1)[0]
	e.diverges(p, 0, p.tape[0], "the right answer")
	if !h.has("the right answer as answer 1 must diverge there") {
		t.Errorf("no complaint: %q", h.lines)
	}
}

func TestNoComplaintsOfAGoodRulebook(t *testing.T) {
	var h heard
	examine(&h, newToy().System)
	for _, l := range h.lines {
		t.Error(l)
	}
}
