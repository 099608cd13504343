package enginetest

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
)

func TestAGoodRulebookPasses(t *testing.T) { TestSystem(t, newToy().System) }

// examine takes the exam, quickly, and reports to t.
func examine(t T, sys *engine.System) {
	t.Helper()
	h, isHeard := t.(*recorder)
	if declarations(t, sys); isHeard && h.lines != nil {
		return
	}
	e := explored(sys)
	e.patience, e.whole = 0, false // as the tests that everybody runs
	for _, p := range proofs {
		if e.prove(t, p); isHeard && h.enough() {
			return
		}
	}
}

func explored(sys *engine.System) *exam {
	e := newExam(nil, sys, newWatchdog())
	e.tried.explore()
	return e
}

func TestWhatFitsDoesNotDiverge(t *testing.T) {
	var h recorder
	e := explored(newToy().System)
	e.t, e.more = &h, map[string]int{}
	p := e.tried.endings(1)[0]
	e.diverges(p, 0, p.tape[0], "the right answer")
	if !h.has("the right answer as answer 1 must diverge there") {
		t.Errorf("no complaint: %q", h.lines)
	}
}

func TestNoComplaintsOfAGoodRulebook(t *testing.T) {
	var h recorder
	examine(&h, newToy().System)
	for _, l := range h.lines {
		t.Error(l)
	}
}

func TestReportsThatLieAreNoticed(t *testing.T) {
	e := explored(newToy().System)
	p := e.tried.endings(1)[0]
	if err := e.replayed(p.in, p.tape, p.end); err != nil {
		t.Fatal(err)
	}
	lie := p.end
	lie.Outcome.Total++
	if err := e.replayed(p.in, p.tape, lie); err == nil || !strings.Contains(err.Error(), "want total=18, got total=17") {
		t.Errorf("got %v", err)
	}
}

func TestARuleThatBreaksIsAFaultWithTapeAndStack(t *testing.T) {
	y := newToy()
	breaks(y)
	in := engine.Inputs{System: y.System, Action: y.Actions[0], Sheets: map[engine.Seat]engine.Page{engine.Actor: y.Templates[0].Page}}
	tape := []engine.Answer{{ID: "dice", Faces: engine.Faces{6, 6}}, {ID: "wild", Faces: engine.Faces{6, 3}}, {ID: "effort", Pick: "none"}, {ID: "share", Give: engine.Shares{}}}
	_, played := engine.Run(in, tape)
	_, counted := engine.Odds(in, tape, nil)
	for _, err := range []error{played, counted} {
		var fault *engine.Fault
		if !errors.As(err, &fault) {
			t.Fatalf("got %v, want a Fault", err)
		}
		if fault.System != "toy" || fault.Action != "check" || fault.Words != "no such row" || !reflect.DeepEqual(fault.Tape, tape) {
			t.Errorf("got %+v", fault)
		}
		if !strings.Contains(fault.Stack, "enginetest.breaks") {
			t.Errorf("the stack doesn't name the rule:\n%s", fault.Stack)
		}
	}
	if _, err := engine.Run(in, tape[:1]); err != nil {
		t.Errorf("before it breaks it is not a fault: %v", err)
	}
}

// breaks makes a rule that is fine until a total is high.
func breaks(y *toy) {
	after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) {
		if o.Total > 12 {
			panic("no such row")
		}
	})(y)
}
