package model_test

import (
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// A rest that waits for dice is the gamemaster's alone, because it names everybody who
// rests, hidden characters too. It goes on when the dice are thrown.
func TestPausedRestIsSecret(t *testing.T) {
	p := newPlay(t, nil) // dice are typed
	weak := engine.PageOf("strength", 8, "strength_full", 11, "constitution", 18)
	p.must(model.Join{Character: model.Character{Name: "Ann", Owner: "Ben", Pages: map[string]engine.Page{"supermen": weak}}})
	p.must(model.Join{Character: model.Character{Name: "Mole", Hidden: true, Pages: map[string]engine.Page{"supermen": weak}}})
	all := p.table.Characters()
	ann, mole := all[len(all)-2], all[len(all)-1]
	p.must(model.Rest{Who: []string{ann.ID, mole.ID}, Span: "hour", Times: 1})
	if p.table.State.Resting == nil {
		t.Fatal("no rest waits")
	}
	for _, seat := range []model.Seat{ben, cy, {Role: model.Watcher, Name: "Wu"}} {
		seen := view.SeenBy(p.table, seat)
		if seen.State.Resting != nil {
			t.Errorf("%+v knows of the rest", seat)
		}
		texts(reflect.ValueOf(seen), map[any]bool{}, func(text string) {
			if strings.Contains(text, mole.ID) {
				t.Errorf("%+v: the value holds the id of who is hidden in %.100q", seat, text)
			}
		})
	}
	for range 4 {
		for _, r := range p.table.Rolls() {
			step, err := p.table.Step(r)
			if err != nil {
				t.Fatal(err)
			}
			faces := make(engine.Faces, step.Open.Dice.Count)
			for i := range faces {
				faces[i] = 3
			}
			p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Thrown(faces)})
		}
	}
	if p.table.State.Resting != nil || p.table.Clock.Moment != 15000 {
		t.Errorf("the clock stands at %d, and the rest is %v", p.table.Clock.Moment, p.table.State.Resting)
	}
}
