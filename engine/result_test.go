package engine_test

import (
	"testing"

	"example.org/fray/engine"
)

// A roll is told in the words of its form, else as what it is.
func TestVerdict(t *testing.T) {
	said := engine.Result{Success: "thrown", Failure: "falls short"}
	for _, c := range []struct {
		action    engine.Action
		won, lost string
		strikes   bool
	}{
		{engine.Action{Form: &engine.Schema{}}, "success", "failure", false},
		{engine.Action{Form: &engine.Schema{}, Purpose: engine.ForAttack}, "hit", "miss", true},
		{engine.Action{Form: &engine.Schema{}, Result: said, Purpose: engine.ForAttack}, "thrown", "falls short", false},
	} {
		if won, lost := c.action.Verdict(); won != c.won || lost != c.lost || c.action.DecidesHit() != c.strikes {
			t.Errorf("got %q and %q, strikes %v; want %+v", won, lost, c.action.DecidesHit(), c)
		}
	}
}

// What is measured is named where a form says what it is.
func TestEnded(t *testing.T) {
	plain, named := engine.Action{Form: &engine.Schema{}}, engine.Action{Form: &engine.Schema{}, Result: engine.Result{Total: "Attack", Target: "Defense"}}
	for _, c := range []struct {
		o           engine.Outcome
		plain, said string
	}{
		{engine.Outcome{Grade: engine.Success, Total: 4, Target: 1, Margin: 3}, "success: 4 against 1, by 3", "success: Attack 4 against Defense 1, by 3"},
		{engine.Outcome{Grade: engine.Success}, "success: 0 against 0, by 0", "success: Attack 0 against Defense 0"},
		{engine.Outcome{Total: -2, NoTarget: true}, "-2", "Attack -2"},
	} {
		if got := plain.OutcomeWords(c.o); got != c.plain || got != c.o.Words() {
			t.Errorf("got %q, want %q", got, c.plain)
		}
		if got := named.OutcomeWords(c.o); got != c.said {
			t.Errorf("got %q, want %q", got, c.said)
		}
	}
}

// What is for one roll alone is not remembered, whomever of several it is about.
func TestKeptWithoutWhatIsSpent(t *testing.T) {
	form := &engine.Schema{}
	g := form.Group("Other side")
	g.Int("other.left", "Left", 0, 9).ForOneRoll()
	g.Int("other.bonus", "Bonus", 0, 9)
	a := engine.Action{Form: form, Need: engine.MayFaceMany}
	kept := a.Remembered(engine.PageOf("other.left", 1, "other.2.left", 2, "other.bonus", 3, "other.2.bonus", 4))
	if got := kept.Paths(); len(got) != 2 || got[0] != "other.2.bonus" || got[1] != "other.bonus" {
		t.Errorf("kept are %v", got)
	}
}
