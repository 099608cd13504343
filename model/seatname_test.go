package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// sits makes a seat and returns it.
func sits(p *play, role model.Role, name string) model.Seat {
	p.Helper()
	p.must(model.NameSeat{Seat: model.Seat{Role: role}, Name: name})
	s, ok := p.table.SeatOf(name)
	if !ok || s.ID == "" || s.Name != "" || s.Role != role {
		p.Fatalf("%s sits at %+v", name, s)
	}
	return s
}

// A seat is its id: a seat with a new name keeps its characters, acts and words, and
// whoever takes the old name gets none of them.
func TestSeatIsItsID(t *testing.T) {
	p := newPlay(t, thrower(1))
	mira := sits(p, model.Player, "Mira")
	hero := seated(p, "Hero", mira.Key(), true)
	if err := p.do(mira, model.Say{Text: "mine"}); err != nil {
		t.Fatal(err)
	}
	p.must(model.NameSeat{Seat: mira, Name: "Miranda"})
	other := sits(p, model.Player, "Mira")
	c, _ := p.table.Character(hero)
	switch {
	case other == mira:
		t.Error("two people have one seat")
	case !mira.Owns(c) || other.Owns(c):
		t.Error("the character is not Miranda's")
	case len(view.SeenBy(p.table, mira).Characters()) != 1 || len(view.SeenBy(p.table, other).Characters()) != 0:
		t.Error("the hidden character is not seen by Miranda alone")
	case p.do(other, model.Write{Who: hero, System: "supermen"}) == nil:
		t.Error("the new Mira writes on Miranda's sheet")
	case p.table.PlayerOf(c) != "Miranda" || view.SeenBy(p.table, mira).SeatName(mira) != "Miranda":
		t.Errorf("played by %s", p.table.PlayerOf(c))
	}
	said := ""
	for l := range view.SeenBy(p.table, other).Log() {
		for _, f := range l.Event.Facts {
			said += view.Tell(p.table, f, false)[0].Text + "\n"
		}
	}
	if !strings.Contains(said, "Miranda: mine\n") || !strings.Contains(said, "Mira is called Miranda from now on\n") {
		t.Errorf("the log says\n%s", said)
	}
	body, err := json.Marshal(p.table)
	if err != nil || !strings.Contains(string(body), `"owner":"Miranda"`) {
		t.Errorf("%v, the table is written as %s", err, body)
	}
}

// The name of a seat belongs to no other seat, and undo does not remove it.
func TestSeatNames(t *testing.T) {
	p := newPlay(t, thrower(1))
	seated(p, "Mole", "Bo", false) // of a log that knew names alone
	mira := sits(p, model.Player, "Mira")
	jo := sits(p, model.Watcher, "Jo")
	player := model.Seat{Role: model.Player}
	for _, c := range []model.NameSeat{
		{Seat: player, Name: "Mira"}, {Seat: player, Name: "mira"}, {Seat: player, Name: " Mira "}, {Seat: player, Name: "bo"}, {Seat: player, Name: ""}, {Seat: player, Name: "gm"}, {Seat: player, Name: "Everyone"},
		{Seat: jo, Name: "Mira"}, {Seat: mira, Name: "Mira"}, {Seat: model.Seat{Role: model.Player, ID: "s99"}, Name: "Sue"}, {Seat: gm, Name: "Ann"}, {Seat: model.Seat{}, Name: "Ann"},
	} {
		if err := p.do(gm, c); err == nil {
			t.Errorf("%+v is done", c)
		}
	}
	for _, by := range []model.Seat{mira, jo, {}} {
		if err := p.do(by, model.NameSeat{Seat: mira, Name: "Zoe"}); err == nil {
			t.Errorf("%+v names a seat", by)
		}
	}
	p.must(model.NameSeat{Seat: mira, Name: "MIRA"}) // one's own, in other letters
	p.must(model.NameSeat{Seat: model.Seat{Role: model.Player, Name: "Bo"}, Name: "Beau"})
	if c := p.table.Characters()[0]; p.table.PlayerOf(c) != "Beau" || !(model.Seat{Role: model.Player, Name: "Bo"}).Owns(c) {
		t.Errorf("%+v is played by %s", c, p.table.PlayerOf(c))
	}
	for p.do(gm, model.Undo{}) == nil {
	}
	if got := p.table.SeatName(mira) + " " + p.table.SeatName(jo); got != "MIRA Jo" {
		t.Errorf("after all undoing they are %s", got)
	}
	body, err := p.table.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	again, err := model.New(rules).Restore(body, p.table.Seq())
	if err != nil || again.SeatName(mira) != "MIRA" || len(again.Seats()) != len(p.table.Seats()) {
		t.Errorf("%v, from a snapshot %s sits there", err, again.SeatName(mira))
	}
}
