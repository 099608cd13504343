package model_test

import (
	"errors"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// A character who has an action under way can give it up for a defence and for nothing
// else. One undo brings the action back.
func TestAbortToDefend(t *testing.T) {
	b := newRandomFight(t, 3, "supermen", 0)
	ids := map[string]string{}
	for _, name := range []string{"Hero", "Thug"} {
		b.must(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{"supermen": engine.PageOf("agility", 20, "ep_max", 60)}}})
		all := b.table.Characters()
		ids[name] = all[len(all)-1].ID
	}
	strike := model.Begin{Who: ids["Hero"], Against: []string{ids["Thug"]}, System: "supermen", Action: "combat"}
	b.must(strike)
	b.settle(t)
	if len(b.table.Pending()) != 1 {
		t.Fatalf("pending: %+v", b.table.Pending())
	}
	blow := b.table.Pending()[0]
	b.must(model.Go{Moment: b.table.Clock.Moment + 2})
	var no *model.Refused
	if err := b.do(gm, model.Begin{Who: ids["Hero"], System: "supermen", Action: "combat"}); !errors.As(err, &no) {
		t.Fatalf("in the middle of a blow another begins: %v", err)
	}
	if err := b.do(gm, model.Begin{Who: ids["Hero"], System: "supermen", Action: "lift", Abort: true}); !errors.As(err, &no) {
		t.Fatalf("a blow is given up for a lift: %v", err)
	}
	defend := model.Begin{Who: ids["Hero"], System: "supermen", Action: "combat", Abort: true}
	in, err := decide.InputsToBegin(b.table, gm, defend)
	if err != nil || len(b.table.Pending()) != 1 {
		t.Fatalf("the form of the defence: %v, pending %+v", err, b.table.Pending())
	}
	if in.Action.ID != "combat" {
		t.Errorf("the form is of %s", in.Action.ID)
	}
	b.must(defend)
	for _, p := range b.table.Pending() {
		if p.ID == blow.ID {
			t.Error("the blow that was given up is still to fall")
		}
	}
	b.settle(t)
	b.must(model.Undo{Act: true})
	if all := b.table.Pending(); len(all) != 1 || all[0].ID != blow.ID {
		t.Errorf("after the undo is pending: %+v", all)
	}
}

// settle answers every open question by spending nothing.
func (b *randomFight) settle(t *testing.T) {
	t.Helper()
	for range 40 {
		rolls := b.table.Rolls()
		if len(rolls) == 0 {
			return
		}
		r := rolls[0]
		step, err := b.table.Step(r)
		if err != nil || step.Open == nil {
			t.Fatalf("the roll is stuck: %v", err)
		}
		if step.Open.Wants == engine.Throwing {
			b.must(model.Answer{Roll: r.ID, Question: r.Question, Throw: true})
			continue
		}
		a, _ := step.Open.Nothing()
		b.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
	t.Fatal("the roll asks without end")
}

// A player can let a waiting character of the player's own step in, and no other.
func TestPlayerStepsIn(t *testing.T) {
	b := newRandomFight(t, 3, "supermen", 0)
	for _, owner := range []string{"Ann", "Bo"} {
		b.must(model.Join{Character: model.Character{Name: owner + "'s", Owner: owner, Pages: map[string]engine.Page{"supermen": {}}}})
	}
	all := b.table.Characters()
	ann := model.Seat{Role: model.Player, Name: "Ann"}
	for _, c := range all {
		b.must(model.Wait{Who: c.ID, Words: "the door opens"})
	}
	if err := b.do(ann, model.StepIn{Who: all[1].ID}); err == nil {
		t.Error("Ann lets Bo's character act")
	}
	if err := b.do(ann, model.StepIn{Who: all[0].ID}); err != nil || b.table.Clock.Turn != all[0].ID {
		t.Errorf("Ann's does not step in: %v", err)
	}
	if w, ok := decide.WaitingFor(b.table, all[1].ID); !ok || w != "the door opens" {
		t.Errorf("Bo's waits for %q, %t", w, ok)
	}
}
