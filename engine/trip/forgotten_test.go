package trip

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// The day is over for everybody, when the gamemaster says so.
func TestNoPlayerEndsTheDay(t *testing.T) {
	in := inputs(t, "day", "mana_red", "3", "mana_red_spent", "1")
	if why := in.WhyNot(); why != "" {
		t.Errorf("the gamemaster cannot end it: %s", why)
	}
	in.Player = true
	if in.WhyNot() == "" {
		t.Error("a player ends it")
	}
}

// What can no longer be done is told with its reason, before a key is pressed.
func TestWhatComesTooLateIsTold(t *testing.T) {
	in := inputs(t, "trip", "target", "4", "level", "2", "mana_red", "1")
	after := func(faces ...int) engine.Step {
		t.Helper()
		var tape []engine.Answer
		for i, id := range []string{"trip", "again"}[:len(faces)] {
			tape = append(tape, engine.Answer{ID: id, Faces: engine.Faces{faces[i]}})
		}
		step, err := engine.Run(in, tape)
		if err != nil {
			t.Fatal(err)
		}
		return step
	}
	step := after(9)
	if step.Open == nil || step.Open.ID != "luck" {
		t.Fatalf("no Luck is offered: %+v", step)
	}
	i := slices.IndexFunc(step.Open.Options, func(o engine.Option) bool { return o.ID == "focus" })
	if i < 0 || !strings.Contains(step.Open.Options[i].WhyNot, "before the roll") {
		t.Errorf("a forgotten Focus: %+v", step.Open.Options)
	}
	step = after(10, 7)
	if !step.Done() || !slices.Contains(step.Notes, "a Critical cannot be lucked") {
		t.Errorf("a Critical: %+v", step)
	}
}
