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

// Whoever defends or resists is told what the points are for: the roll is another's.
func TestPointsOfTheOtherSideSayWhatFor(t *testing.T) {
	for id, want := range map[string]string{"attack": oneMore + ", to defend", "damage": oneMore + ", to resist"} {
		a, _ := System.Action(id)
		in := engine.Inputs{System: System, Action: a, Params: engine.PageOf("code", "2D", "defence", active, "other.code", "2D"),
			Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("character_points", 0), engine.Other: engine.PageOf("character_points", 2)}}
		if id == "damage" {
			in.Params = engine.PageOf("code", "2D", "other.code", "2D")
		}
		step, err := engine.Run(in, nil)
		var tape []engine.Answer
		for err == nil && step.Open != nil && step.Open.Wants == engine.Throwing {
			tape = append(tape, step.Open.Thrown(engine.Faces{4}))
			step, err = engine.Run(in, tape)
		}
		if err != nil || step.Open == nil || step.Open.Words != want {
			t.Errorf("%s asks %+v, want %q: %v", id, step.Open, want, err)
		}
	}
}
