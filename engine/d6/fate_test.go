package d6

import (
	"testing"

	"example.org/fray/engine"
)

// TestCancelledDieIsMarked throws 3, 6, 4 and a Wild 1: the 6 does not count.
func TestCancelledDieIsMarked(t *testing.T) {
	act, _ := System.Action("check")
	in := engine.Inputs{System: System, Action: act, Sheets: map[engine.Seat]engine.Page{engine.Actor: {}},
		Params: engine.PageOf("code", "4D", "difficulty", "8")}
	tape := []engine.Answer{{ID: "regular", Dice: "3d6", Faces: engine.Faces{3, 6, 4}}, {ID: "wild", Dice: "1d6", Faces: engine.Faces{1}},
		{ID: "critical-failure", Pick: "cancel"}}
	step, err := engine.Run(in, tape)
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.DieFate{{Ask: "regular", Face: 6, Fate: "cancelled"}, {Ask: "wild", Face: 1, Fate: "decisive"}}
	if len(step.Fates) != 2 || step.Fates[0] != want[0] || step.Fates[1] != want[1] {
		t.Errorf("fates %+v, want %+v", step.Fates, want)
	}
}
