package model_test

import (
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Several characters leave in one event, which one undo takes back. If one of them cannot
// leave, none does.
func TestSeveralLeave(t *testing.T) {
	p := playNight(t)
	a, b, c := p.join("Thug 1", "", "d6", false), p.join("Thug 2", "", "d6", false), p.join("Boss", "", "d6", false)
	before := p.Seq()
	p.do(gm, model.Leave{Who: a, More: []string{b, c}})
	if p.Seq() != before+1 || len(p.Characters()) != 0 {
		t.Errorf("%d are left behind %d events", len(p.Characters()), p.Seq()-before)
	}
	p.do(gm, model.Undo{Act: true})
	if len(p.Characters()) != 3 {
		t.Errorf("%d are back", len(p.Characters()))
	}
	p.do(gm, model.Leave{Who: c})
	if _, err := decide.Decide(p.Table, gm, model.Leave{Who: a, More: []string{c}}, nil); err == nil {
		t.Error("somebody leaves twice")
	}
}
