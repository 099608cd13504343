package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// The order of turns is rolled for all of them in one go: one question leads
// to the next, and what cannot fail says what it comes to.
func TestOrderIsRolledInOneGo(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, d6.System), "dark", kit.Unicode, 120, 36)
	s.press("I")
	s.shows("Initiative", "total ")
	for range 3 * len(d6.System.Templates) {
		if s.over.top() != nil {
			s.press("enter")
		}
	}
	if s.over.top() != nil || len(s.table.Rolls()) > 0 || len(s.table.Clock.Order) != len(d6.System.Templates) {
		t.Errorf("the order is not rolled:\n%s", s.plain())
	}
}

// Undo and redo go through the questions of a roll and back, by their keys as
// they are set.
func TestUndoAndRedoThroughQuestions(t *testing.T) {
	g := uitest.Vault(t)
	s := newScreen(t, g, "dark", kit.Unicode, 80, 24)
	cfg := s.cfg
	cfg.Settings.Keys = map[string][]string{"undo": {"ctrl+o"}}
	s.Model = New(cfg)
	s.size.w, s.size.h = 120, 36
	s.press("p")
	before := s.table.Seq()
	s.press("a", "m", "o", "v", "e", "enter", "enter", "5", "6")
	s.shows("Share", "Extra Effort")
	s.press("u") // no key of anything now
	s.shows("Extra Effort")
	s.status = status{}
	s.shows("ctrl+o undo")
	s.press("ctrl+o", "U")
	s.shows("Share", "Extra Effort", "redo: ")
	s.press("space", "enter")
	done := len(s.table.Pending())
	s.press("ctrl+o") // the roll is over: the whole act
	if e, _ := s.table.NextUndo(); s.over.top() != nil || len(s.table.Rolls()) > 0 || e.Seq != before || len(s.table.Pending()) == done {
		t.Errorf("the act is not taken back:\n%s", s.plain())
	}
	s.shows("undo: Seraph")
	s.press("U")
	if s.over.top() != nil || len(s.table.Rolls()) > 0 || len(s.table.Pending()) != done {
		t.Errorf("all is brought back, and it is not as it was:\n%s", s.plain())
	}
}

// What is suggested is typed over, and can be changed.
func TestSuggestionsAreTypedOver(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, d6.System), "dark", kit.Unicode, 80, 24)
	s.press("d", "2", "enter")
	if got := s.table.Clock.Declared; len(got) != 1 || got[0].Actions != 2 {
		t.Errorf("declared: %+v", got)
	}
	s.press("d", "left", "1", "enter")
	if got := s.table.Clock.Declared; len(got) != 1 || got[0].Actions != 11 {
		t.Errorf("with a 1 before the 1, declared: %+v", got)
	}
}

// Whose turn comes is selected.
func TestTurnSelects(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, easiness.System), "dark", kit.Unicode, 80, 24)
	all := s.table.Characters()
	for _, c := range slices.Concat(all, all) {
		s.press("n")
		if s.table.Clock.Turn == "" { // the round is over
			s.press("n")
		}
		if s.table.Clock.Turn != c.ID || s.at.Selected != c.ID {
			t.Fatalf("it is the turn of %q, and %q is selected; want %q", s.table.Clock.Turn, s.at.Selected, c.ID)
		}
	}
}

// Who has taken all actions of the round before the own turn comes is not next: the
// turn passes them over. The defence they rolled ends with it, and with nothing else.
func TestOrderSaysWhoIsPassedOver(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("I")
	for s.over.top() != nil {
		s.press("enter")
	}
	s.press("n")
	next := s.table.Turns()[1]
	c, _ := s.table.Character(next)
	g.Must(t, c.PlayedBy("Mira"))
	p := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36)
	p.shows("you are next")
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: next, System: "d6", Action: "defend"})
	none, r := 0, g.Table.Rolls()[0]
	g.Must(t, model.Answer{Roll: r.ID, At: len(r.Tape), Answer: engine.Answer{ID: "character-points", Amount: &none}})
	p = playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36)
	p.shows("has acted", "until the next turn of")
	if got := p.plain(); strings.Contains(got, "you are next") || strings.Contains(got, "treated") {
		t.Errorf("the turn passes over them:\n%s", got)
	}
}

// Who is in the middle of a roll and waits for another reads for whom.
func TestRollSaysWhomItWaitsFor(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	who := g.Table.Characters()[0]
	g.Must(t, who.PlayedBy("Mira"))
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{1}, d.Missing(nil)) }
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	if _, err := g.Do(mira, model.Begin{Who: who.ID, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "5")}); err != nil {
		t.Fatal(err)
	}
	playerAt(t, g, mira, 60, 20).shows("in the middle of a roll: the", "gamemaster decides")
}

// Who is hurt by somebody that is only met reads what it did: no sentence of the
// rulebook says so there.
func TestHurtIsToldToWhoIsHurt(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	g.Must(t, all[0].PlayedBy("Mira"))
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "20D")})
	for rolls := g.Table.Rolls(); len(rolls) > 0; rolls = g.Table.Rolls() {
		none, r := 0, rolls[0]
		step, err := g.Table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		g.Must(t, model.Answer{Roll: r.ID, At: len(r.Tape), Answer: engine.Answer{ID: step.Open.ID, Amount: &none}})
	}
	playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36).shows("Damage against Rook, a", "Rook's Wounds unhurt→dead")
}
