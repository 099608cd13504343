package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// The order of turns is rolled for all of them in one go: one question leads
// to the next, and what cannot fail says what it comes to.
func TestOrderIsRolledInOneGo(t *testing.T) {
	s := newScreen(t, uitest.Seated(t, d6.System), "dark", kit.Unicode, 120, 36)
	s.press("I")
	s.shows("Initiative", "accept all")
	for range 3 * len(d6.System.Templates) {
		if s.over.Top() != nil {
			s.press("enter")
		}
	}
	if s.over.Top() != nil || len(s.table.Rolls()) > 0 || len(s.table.Clock.Order) != len(d6.System.Templates) {
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
	if e, _ := s.table.NextUndo(); s.over.Top() != nil || len(s.table.Rolls()) > 0 || e.Seq != before || len(s.table.Pending()) == done {
		t.Errorf("the act is not taken back:\n%s", s.plain())
	}
	s.shows("undo: Seraph")
	s.press("U")
	if s.over.Top() != nil || len(s.table.Rolls()) > 0 || len(s.table.Pending()) != done {
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
	for s.over.Top() != nil {
		s.press("enter")
	}
	s.press("n")
	next := decide.Turns(s.table)[1]
	c, _ := s.table.Character(next)
	g.Must(t, decide.AssignOwner(c, "Mira"))
	p := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36).order()
	p.shows("you are next")
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: next, System: "d6", Action: "defend"})
	none, r := 0, g.Table.Rolls()[0]
	g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: engine.Answer{ID: "character-points", Amount: &none}})
	p = playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36).order()
	p.shows("has acted", "until the next turn of")
	if got := p.plain(); strings.Contains(got, "you are next") || strings.Contains(got, "treated") {
		t.Errorf("the turn goes on without it:\n%s", got)
	}
}

// The dead are not next, and read as dead; who is incapacitated and stays up acts. In
// a round that has an order and no turn yet those who may act stand in it.
func TestOrderSaysWhoLies(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"), model.SetOrder{Order: []string{all[2].ID, all[1].ID, all[3].ID, all[0].ID}})
	hurts := func(who, level string) {
		g.Must(t, model.Write{Who: who, System: "d6", Set: []model.Change{{Field: "wound", To: engine.ValueOf(level)}}})
	}
	hurts(all[1].ID, "dead")
	hurts(all[3].ID, "incapacitated")
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	order := func() string {
		text := strings.Join(strings.Fields(playerAt(t, g, mira, 120, 36).order().plain()), " ")
		_, text, _ = strings.Cut(text, "Order")
		return text
	}
	if text := order(); !strings.Contains(text, all[2].Name+" may act now") || strings.Index(text, all[2].Name+" may act now") > strings.LastIndex(text, "you may act now") {
		t.Errorf("those who may act stand in no order:\n%s", text)
	}
	g.Must(t, model.Next{})
	if text := order(); !strings.Contains(text, all[1].Name+" dead") || !strings.Contains(text, all[3].Name+" is next") {
		t.Errorf("the order is not that of who acts:\n%s", text)
	}
	g.Must(t, model.Next{})
	if g.Table.Clock.Turn != all[3].ID {
		t.Errorf("it is the turn of %s", g.Table.NameOf(g.Table.Clock.Turn))
	}
}

// Where the clock brings the turns each is told once, with its moment.
func TestOrderTellsTurnsOnce(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	for i, c := range all {
		g.Must(t, model.Begin{Who: c.ID, System: "trip", Action: "nish", Params: engine.PageOf("typed", 30-10*i)})
	}
	text := func() string {
		return playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36).order().plain()
	}
	if got := text(); !strings.Contains(got, "you are next") {
		t.Errorf("nobody is next:\n%s", got)
	}
	g.Must(t, model.Next{})
	if got := text(); strings.Count(got, "is next") != 1 || strings.Count(got, "then  ") != len(all)-2 || !strings.Contains(got, "R1 20  "+all[1].Name) {
		t.Errorf("the turns are not told once:\n%s", got)
	}
}

// Where the clock brings the turns it brings none to who lies there, and nobody waits
// for one who has acted: no player reads that such a turn is next, and the gamemaster's
// key names none. For who is down no order is rolled.
func TestOrderPassesOverWhereTheClockBringsTurns(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	for i, c := range all {
		g.Must(t, model.Begin{Who: c.ID, System: "trip", Action: "nish", Params: engine.PageOf("typed", 30-10*i)})
	}
	text := func() string {
		return strings.Join(strings.Fields(playerAt(t, g, mira, 120, 36).order().plain()), " ")
	}
	if got := text(); !strings.Contains(got, "you are next") {
		t.Errorf("Mira's turn is not next:\n%s", got)
	}
	g.Must(t, model.Write{Who: all[0].ID, System: "trip", Set: []model.Change{{Field: "hits", To: engine.ValueOf(0)}}})
	if got := text(); strings.Contains(got, "are next") || !strings.Contains(got, "you down") || !strings.Contains(got, all[1].Name+" is next") {
		t.Errorf("Mira lies there, and her turn is next:\n%s", got)
	}
	if due := decide.NextDue(g.Table); due.Turn != all[1].ID {
		t.Errorf("next is the turn of %q", g.Table.NameOf(due.Turn))
	}
	g.Must(t, model.Go{Moment: g.Table.Time().RoundEnd(0)}, model.Next{})
	if _, rolled := decide.Score(g.Table, all[0].ID); rolled {
		t.Error("an order is rolled for who is down")
	}
	if _, rolled := decide.Score(g.Table, all[1].ID); !rolled {
		t.Error("no order is rolled for who stands")
	}
}

// Who is in the middle of a roll and waits for another reads for whom.
func TestRollSaysWhomItWaitsFor(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	who := g.Table.Characters()[0]
	g.Must(t, decide.AssignOwner(who, "Mira"))
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
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "20D")})
	g.ThrowAll(t)
	playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36).shows("Damage against Rook, a", "Rook's Wounds unhurt→dead")
}

// In their own order one strikes, and others strike one.
func TestOrderSpeaksToWhoseItIs(t *testing.T) {
	g := uitest.Seated(t, supermen.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"),
		model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: "supermen", Action: "combat"},
		model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat"})
	g.ThrowAll(t)
	got := strings.Join(strings.Fields(playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36).order().plain()), " ")
	if !strings.Contains(got, "you strike "+all[1].Name) || !strings.Contains(got, all[1].Name+" strikes you") {
		t.Errorf("the order says not who strikes whom:\n%s", got)
	}
}

// Copies keep their numbers where the order is narrow, before as behind the verb.
func TestOrderKeepsNumbers(t *testing.T) {
	g := uitest.Seated(t, supermen.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	for i, name := range []string{"Footpad 1", "Footpad 2"} {
		c := *all[i+1]
		c.Name = name
		g.Must(t, model.Edit{Who: c.ID, Character: c})
	}
	for i := range 2 {
		g.Must(t, model.Begin{Who: all[i].ID, Against: []string{all[i+1].ID}, System: "supermen", Action: "combat"})
	}
	g.ThrowAll(t)
	playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 60, 20).order().shows("Footp 2 free", "you     strike … ▼")

	g = uitest.Seated(t, supermen.System)
	c := *g.Table.Characters()[1]
	c.Name = "Harbour watch 12"
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"), model.Edit{Who: c.ID, Character: c})
	playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 60, 20).shows("1 Combat Roll: Baton at Harbou 12 4 EP")
}

// A blast that is kept up strikes again at somebody.
func TestFallsAgainAtSomebody(t *testing.T) {
	table := uitest.Seated(t, supermen.System).Table
	all := table.Characters()
	x := model.UpcomingItem{Who: all[0].ID, Against: []string{all[1].ID}, System: "supermen", Action: "blow", Of: "maintain"}
	if got, want := pane.Falls(table, x), all[0].Name+" strikes again at "+all[1].Name; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What the footer has no room for is cut with a sign.
func TestFooterSaysThatItIsCut(t *testing.T) {
	g := uitest.Seated(t, supermen.System)
	all := g.Table.Characters()
	c := *all[0]
	c.Name = "The watch of the Harbour"
	g.Must(t, model.Edit{Who: c.ID, Character: c}, model.Begin{Who: c.ID, Against: []string{all[1].ID}, System: "supermen", Action: "combat"})
	g.ThrowAll(t)
	gamemaster(t, g, 120, 36).shows("n 15: The watch of the Harbour …")
}

// order brings the order of turns to the front.
func (s *screen) order() *screen {
	s.focusOn(paneOf("timeline"))
	return s
}
