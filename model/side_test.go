package model_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// A character is on the side that its template or its maker gives it, otherwise a hero.
func TestEveryCharacterHasASide(t *testing.T) {
	p := newPlay(t, nil)
	for name, c := range map[string]struct{ said, want engine.Side }{
		"Ash":   {"", engine.Heroes},
		"Birch": {engine.Heroes, engine.Heroes},
		"Cedar": {engine.Foes, engine.Foes},
		"Dogan": {"the \x1b[2Jharbour watch", "the ␛[2Jharbour watch"},
		"Elm":   {engine.Side(strings.Repeat("x", model.LongestName)), engine.Side(strings.Repeat("x", model.LongestName))},
	} {
		p.must(model.Join{Character: model.Character{Name: name, Side: c.said}})
		all := p.table.Characters()
		if got := all[len(all)-1].Side; got != c.want {
			t.Errorf("%s, said to be %q, is on the side %q, want %q", name, c.said, got, c.want)
		}
	}
}

// Only the gamemaster's command moves a character to another side.
func TestASideStays(t *testing.T) {
	p := newPlay(t, nil)
	p.must(model.Join{Character: model.Character{Name: "Cedar", Side: engine.Foes}})
	who := func() *model.Character { return p.table.Characters()[0] }
	is := func(what string) {
		t.Helper()
		if got := who().Side; got != engine.Foes {
			t.Errorf("%s: on the side %q", what, got)
		}
	}
	p.must(decide.AssignOwner(who(), "Bo"))
	is("played by somebody")
	said := *who()
	said.Name, said.Side, said.Pages = "Elm", "", nil
	p.must(model.Edit{Who: who().ID, Character: said})
	is("with another name")
	said.Side = "pirates"
	if _, err := decide.Decide(p.table, model.Seat{Role: model.Player, Name: "Bo"}, model.Edit{Who: who().ID, Character: said}, nil); err == nil {
		t.Error("a player changes sides")
	}
	p.must(model.Edit{Who: who().ID, Character: said})
	if got := who().Side; got != "pirates" || !who().Opposes(&model.Character{Side: engine.Heroes}) || !who().Opposes(&model.Character{Side: engine.Foes}) || who().Opposes(who()) {
		t.Errorf("moved to the pirates: %q", got)
	}
	said.Side = engine.Foes
	p.must(model.Edit{Who: who().ID, Character: said})
	id := who().ID
	p.must(model.Leave{Who: id})
	p.must(model.Return{Who: id})
	is("back again")
	snapshot, err := p.table.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if p.table, err = model.New(rules).Restore(snapshot, p.table.Seq()); err != nil {
		t.Fatal(err)
	}
	is("restored")
}

// Everybody is shown on their side, so a player learns the side of a character known by
// name only, and nothing of a hidden one.
func TestSideIsSeen(t *testing.T) {
	p := newPlay(t, nil)
	p.must(model.Join{Character: model.Character{Name: "Ash", Owner: "Bo"}, More: []model.Character{
		{Name: "Spy", Side: engine.Foes, Shown: "met"}, {Name: "Lurker", Side: "cult", Hidden: true},
	}})
	seen := view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Bo"})
	for _, c := range seen.Characters() {
		if want := map[string]engine.Side{"Ash": engine.Heroes, "Spy": engine.Foes}[c.Name]; want == "" || c.Side != want {
			t.Errorf("%s is on the side %q, want %q", c.Name, c.Side, want)
		}
	}
	if text := state(t, seen); strings.Contains(text, "cult") {
		t.Errorf("the side of somebody hidden is in %s", text)
	}
}
