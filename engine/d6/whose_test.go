package d6

import (
	"testing"

	"example.org/fray/engine"
)

// A question about the other side's dice says whose they are.
func TestQuestionsSayWhoseTheyAre(t *testing.T) {
	a, _ := System.Action("oppose")
	in := engine.Inputs{System: System, Action: a, Params: engine.PageOf("code", "2D", "other.code", "2D"),
		Sheets: map[engine.Seat]engine.Page{engine.Actor: {}, engine.Other: engine.PageOf("character_points", 2)},
		Names:  map[engine.Seat]string{engine.Other: "Dunstan"}}
	one := func(id string, faces ...int) engine.Answer { return engine.Answer{ID: id, Dice: "1d6", Faces: faces} }
	tape := []engine.Answer{one("regular", 3), one("wild", 1)}
	for _, want := range []string{"Critical Failure: what comes of it?", "Dunstan's Critical Failure: what comes of it?"} {
		step, err := engine.Run(in, tape)
		if err != nil || step.Open == nil || step.Open.Words != want {
			t.Fatalf("asked is %+v, want %q: %v", step.Open, want, err)
		}
		tape = append(tape, engine.Answer{ID: step.Open.ID, Pick: complication}, one("other.regular", 3), one("other.wild", 1))
	}
}

// Whoever defends or resists is told what the points are for and what there is so far:
// the roll is another's. Who takes no harm anyway is not asked.
func TestPointsOfTheOtherSideSayWhatFor(t *testing.T) {
	for _, x := range []struct {
		action string
		form   engine.Page
		want   string
	}{
		{"attack", engine.PageOf("code", "2D", "defence", active, "other.code", "2D"), oneMore + ", to defend: it is 8 now"},
		{"damage", engine.PageOf("code", "2D+1", "other.code", "2D"), oneMore + ", to resist: damage 9 against resistance 8: stunned; 1 more: no harm; a die gives about 4"},
		{"damage", engine.PageOf("code", "2D", "other.code", "2D"), ""},
	} {
		a, _ := System.Action(x.action)
		in := engine.Inputs{System: System, Action: a, Params: x.form,
			Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("character_points", 0), engine.Other: engine.PageOf("character_points", 2)}}
		step, err := engine.Run(in, nil)
		var tape []engine.Answer
		for err == nil && step.Open != nil && step.Open.Wants == engine.Throwing {
			tape = append(tape, step.Open.Thrown(engine.Faces{4}))
			step, err = engine.Run(in, tape)
		}
		asked := ""
		if step.Open != nil {
			asked = step.Open.Words + ": " + step.Open.AtStake()
		}
		if err != nil || asked != x.want {
			t.Errorf("%s asks %q, want %q: %v", x.action, asked, x.want, err)
		}
	}
}
