package ui

import (
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// nightTable is a table of d6 with two players' characters, in an evening in
// which one of them rolled.
func nightTable(t *testing.T) *uitest.Memory {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	for i, owner := range []string{"Ann", "Bo"} {
		c := *all[i]
		c.Owner = owner
		g.Must(t, model.Edit{Who: c.ID, Character: c})
	}
	g.Must(t, model.BeginSession{Fingerprint: strings.Repeat("ab", 32)},
		model.Begin{Who: all[0].ID, System: "d6", Action: "check", Params: engine.PageOf("code", "2D", "difficulty", "11"),
			Answers: []engine.Answer{{ID: "regular", Faces: engine.Faces{6}}, {ID: "wild", Faces: engine.Faces{5}}, {ID: "character-points", Amount: new(int)}}})
	return g
}

// The evening's end lists what happened and gives awards in the same screen:
// to everybody, and otherwise to one; each once.
func TestSessionEnds(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
		g := nightTable(t)
		s := newScreen(t, g, "dark", kit.Unicode, size[0], size[1])
		before := g.Table.Characters()
		s.typed(":", "'end the session", "enter")
		s.shows("Session 1, 1 January 1970")
		s.typed("'3", "enter")
		s.typed("/")
		s.exact()
		s.typed("enter")
		if g.Table.Open {
			t.Fatalf("the evening is not over:\n%s", s.plain())
		}
		points := func(c *model.Character) int {
			return d6.System.Sheet.Read(c.Pages["d6"]).Value("character_points").Int()
		}
		for i, c := range g.Table.Characters() {
			if points(c)-points(before[i]) != 3 {
				t.Errorf("%s was given %d", c.Name, points(c)-points(before[i]))
			}
		}
		s.shows("The session is over", "3 Character Points awarded")
		s.typed("enter", "u")
		if points(g.Table.Characters()[0]) != points(before[0]) || points(g.Table.Characters()[1]) != points(before[1]) {
			t.Error("one undo does not take the awards back")
		}
	}
}

// The card of a session has what was dealt and taken as bars, the hits, several alike in one
// line, and the hardest blow, at every size; a seat is told no more than it may know.
func TestRecapIsACard(t *testing.T) {
	g := demo(t, "supermen")
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 20}} {
		s := newScreen(t, &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}, "dark", kit.Unicode, size[0], size[1])
		s.press("L")
		s.shows("dealt", "taken", "hits", "1 of 2", "Hardest", "for 10", "Heroes win ", "25 % → 70 %", "Turned by ", "Thug 1-3")
		s.exact()
		if size[0] == 80 {
			s.golden("recap")
		}
	}
}

// What happened last time greets whoever opens the table, once, and not in the
// middle of an evening.
func TestLastTime(t *testing.T) {
	g := nightTable(t)
	open := func() *screen {
		s := newScreen(t, g, "dark", kit.Unicode, 80, 24)
		cfg := s.cfg
		cfg.Tables.Greet = true
		s.Model = New(cfg)
		s.size.w, s.size.h = 80, 24
		for cmd := greet(s.Model); cmd != nil; {
			_, cmd = s.Update(cmd())
		}
		return s
	}
	if s := open(); s.over.Top() != nil {
		t.Errorf("in the middle of an evening:\n%s", s.plain())
	}
	g.Must(t, model.EndSession{Seed: strings.Repeat("cd", 32)})
	s := open()
	s.shows("Last time")
	s.shows("Luckiest")
	s.typed("enter")
	if s.over.Top() != nil {
		t.Error("enter does not close it")
	}
	s.typed("L")
	s.shows("What happened")
	s.typed("esc")
	place := s.at
	s = open()
	s.at.Recapped = 0
	cfg := s.cfg
	cfg.Place, cfg.Tables.Greet = place, true
	if again := New(cfg); greet(again) != nil {
		t.Error("last time is told twice")
	}
}

// Twelve hours after the last thing of a session whoever opens the table is asked whether
// the session is over, if that is the gamemaster. Until it is ended it goes on.
func TestIdleSession(t *testing.T) {
	g := nightTable(t)
	var last time.Time
	for l := range g.Table.Log() {
		last = l.Event.Time
		break
	}
	open := func(seat model.Seat, after time.Duration) *screen {
		s := newScreen(t, g, "dark", kit.Unicode, 80, 24)
		cfg := s.cfg
		cfg.Seat, cfg.Tables.Greet, cfg.Tables.Now = seat, true, func() time.Time { return last.Add(after) }
		s.Model = New(cfg)
		s.size.w, s.size.h = 80, 24
		for cmd := greet(s.Model); cmd != nil; {
			_, cmd = s.Update(cmd())
		}
		return s
	}
	if s := open(uitest.GM, 12*time.Hour-time.Second); s.over.Top() != nil {
		t.Errorf("asked too early:\n%s", s.plain())
	}
	if s := open(model.Seat{Role: model.Player, Name: "Ann"}, 48*time.Hour); s.over.Top() != nil {
		t.Errorf("a player is asked:\n%s", s.plain())
	}
	s := open(uitest.GM, 12*time.Hour)
	s.shows("The last thing of this session happened 12 hours ago: is it over?")
	s.typed("enter")
	if s.over.Top() != nil || !g.Table.Open || g.Table.CurrentSession() != 1 {
		t.Errorf("the session does not go on:\n%s", s.plain())
	}
	s = open(uitest.GM, 49*time.Hour)
	s.shows("happened 2 days ago: is it over?")
	s.typed("down", "enter")
	s.shows("End of the session")
	s.typed("enter")
	s.shows("The session is over")
	if g.Table.Open {
		t.Error("the session goes on")
	}
}

// A key of the recap's card writes the last fight and says where it is; where nothing can be
// written it says what does.
func TestRecapWritesTheFight(t *testing.T) {
	s := newScreen(t, nightTable(t), "dark", kit.Unicode, 80, 24)
	s.typed(":", "'recap", "enter")
	s.shows("write the fight")
	s.typed("w")
	s.shows("fray replay NAME")
	written := 0
	s.cfg.Tables.Replay = func() (string, error) { written++; return "exports/vault-fight-1.html", nil }
	s.typed("w")
	s.shows("exports/vault-fight-1.html")
	if written != 1 {
		t.Errorf("it was written %d times", written)
	}
}
