package model_test

import (
	"testing"

	"example.org/fray/model"
)

// While a roll is open, undo takes back its last answer. Otherwise it takes back the whole
// act with its decisions and what happened meanwhile. Redo brings back as much, and a
// batch is one act.
func TestUndoByAct(t *testing.T) {
	p := newPlay(t, thrower(1))
	a := p.join("Seraph", "strength", 11, "agility", 22, "ep_max", 74)
	b := p.join("Sphinx", "strength", 14, "agility", 15, "ep_max", 60)
	before := state(t, p.table)
	begun := model.Begin{Who: a, System: "supermen", Action: "combat", Against: []string{b}}
	p.must(begun)
	asked := state(t, p.table)
	answerNothing(p)
	if len(p.table.Rolls()) != 1 {
		t.Fatal("the dice of this test leave nothing to decide")
	}
	p.must(model.Undo{Act: true})
	if state(t, p.table) != asked {
		t.Error("within a roll undo takes back more than the last answer")
	}
	answerNothing(p)
	p.must(model.Note{Text: "meanwhile"})
	for len(p.table.Rolls()) > 0 {
		answerNothing(p)
	}
	after := state(t, p.table)
	if n := len(p.table.NextAct()); n != 4 {
		t.Errorf("the act is %d events", n)
	}
	p.must(model.Undo{Act: true})
	if state(t, p.table) != before {
		t.Error("the act is not taken back whole")
	}
	p.must(model.Redo{})
	if state(t, p.table) != after {
		t.Error("redo does not bring the act back whole")
	}
	p.must(model.Join{Character: model.Character{Name: "Thug 1"}, More: []model.Character{{Name: "Thug 2"}, {Name: "Thug 3"}}})
	if n := len(p.table.Characters()); n != 5 {
		t.Errorf("%d are at the table", n)
	}
	p.must(model.Undo{Act: true})
	if state(t, p.table) != after {
		t.Error("a batch is not one act")
	}
}
