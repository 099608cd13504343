package model_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Every role, and a seat without one, sees and does what it may and nothing else.
func TestEveryRole(t *testing.T) {
	const all, own, open, none = "all", "own", "open", "none"
	for _, c := range []struct {
		seat      model.Seat
		sees      string // all; own: what is open, and Bo's; open; none
		notes     bool   // may write a note
		acts      bool   // may act for Bo's character
		steers    bool   // may do what only the gamemaster may do
		takesBack bool   // may undo an act of another seat
	}{
		{model.Seat{Role: model.GM}, all, true, true, true, true},
		{model.Seat{Role: model.GM, Name: "Ann"}, all, true, true, true, true},
		{model.Seat{Role: model.Program}, all, true, true, true, true},
		{model.Seat{Role: model.Player, Name: "Bo"}, own, true, true, false, false},
		{model.Seat{Role: model.Player, Name: "Cy"}, open, true, false, false, false},
		{model.Seat{Role: model.Watcher}, open, false, false, false, false},
		{model.Seat{Role: model.Watcher, Name: "Bo"}, open, false, false, false, false},
		{model.Seat{}, none, false, false, false, false},
		{model.Seat{Name: "Bo"}, none, false, false, false, false},
		{model.Seat{Role: model.Player}, none, false, false, false, false}, // one player could not be told from another
		{model.Seat{Role: "GM"}, none, false, false, false, false},
		{model.Seat{Role: "gamemaster", Name: "Ann"}, none, false, false, false, false},
		{model.Seat{Role: "observer"}, none, false, false, false, false},
	} {
		p := newPlay(t, thrower(1))
		hero := seated(p, "Hero", "", false)
		bos := seated(p, "Mole", "Bo", true)
		seated(p, "Lurker", "", true)
		p.must(model.Begin{Who: hero, System: "supermen", Action: "discern", Params: engine.PageOf("hidden", true)})

		seen := view.SeenBy(p.table, c.seat)
		want := map[string]string{all: "Hero Mole Lurker", own: "Hero Mole", open: "Hero", none: ""}[c.sees]
		var names []string
		for _, who := range seen.Characters() {
			names = append(names, who.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%+v sees %q, want %q", c.seat, got, want)
		}
		if hidden := len(seen.Rolls()) > 0; hidden != (c.sees == all) {
			t.Errorf("%+v sees the hidden roll: %v", c.seat, hidden)
		}
		lines := 0
		for range seen.Log() {
			lines++
		}
		if (lines == 0) != (c.sees == none) || (seen.Name == "") != (c.sees == none) {
			t.Errorf("%+v sees %d lines of the log of %q", c.seat, lines, seen.Name)
		}

		for what, try := range map[string]struct {
			may bool
			c   model.Command
		}{
			"note":           {c.notes, model.Note{Text: "x"}},
			"act for Bo's":   {c.acts, model.Begin{Who: bos, System: "supermen", Action: "discern"}},
			"part another's": {c.steers, model.Leave{Who: hero}},
			"end the scene":  {c.steers, model.SetOrder{}},
			"take back":      {c.takesBack, model.Undo{}},
		} {
			facts, err := decide.Decide(p.table, c.seat, try.c, nil)
			asks := len(facts) > 0 && facts[0].Kind() == "asked"
			var no *model.Refused
			if err != nil && !errors.As(err, &no) {
				t.Errorf("%+v, %s: %v is not a refusal", c.seat, what, err)
			}
			if (err == nil && !asks) != try.may {
				t.Errorf("%+v, %s: %v, want allowed: %v", c.seat, what, err, try.may)
			}
		}
	}
}

func seated(p *play, name, owner string, hidden bool) string {
	p.Helper()
	c := model.Character{Name: name, Owner: owner, Hidden: hidden, Pages: map[string]engine.Page{"supermen": engine.PageOf("agility", 22)}}
	p.must(model.Join{Character: c})
	all := p.table.Characters()
	return all[len(all)-1].ID
}

// The program's own events name it as their sender. An event without a sender is neither
// written nor read.
func TestProgramsActs(t *testing.T) {
	for by, want := range map[string]model.Role{
		`{"role":"program"}`: model.Program,
		`{"role":"gm"}`:      model.GM,
		`{"name":"Bo"}`:      "",
	} {
		var e model.Event
		if err := json.Unmarshal([]byte(`{"seq":1,"by":`+by+`,"facts":[]}`), &e); err != nil {
			t.Fatal(err)
		}
		if e.By.Role != want {
			t.Errorf("by %s is read as %+v, want %q", by, e.By, want)
		}
	}
	for _, by := range []string{`{}`, `null`} {
		var e model.Event
		if err := json.Unmarshal([]byte(`{"seq":1,"by":`+by+`,"facts":[]}`), &e); err == nil {
			t.Errorf("an event by %s is read as %+v", by, e)
		}
	}
	b, err := json.Marshal(model.Event{Seq: 1, By: model.Seat{Role: model.Program}})
	if err != nil || !strings.Contains(string(b), `"by":{"role":"program"}`) {
		t.Errorf("the program's act is written %s %v", b, err)
	}
	if b, err := json.Marshal(model.Event{Seq: 1}); err == nil {
		t.Errorf("nobody's act is written %s", b)
	}
}
