package ui

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// struck is a table at which Seraph has struck at Sphinx and hit, and something
// happened since.
func struck(t *testing.T) (g *uitest.Memory, seraph, sphinx string) {
	g = uitest.Vault(t)
	all := g.Table.Characters()
	seraph, sphinx = all[0].ID, all[1].ID
	g.Must(t, model.Scene{Place: "The roof"}, model.Begin{Who: seraph, Against: []string{sphinx}, System: "supermen", Action: "combat",
		Answers: []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{2, 3}}, {ID: "extra-effort", Give: engine.Shares{}},
			{ID: "share", Give: engine.Shares{"attack": 6}}}})
	if len(g.Table.Rolls()) > 0 {
		t.Fatalf("the blow is not struck: %+v", g.Table.Rolls())
	}
	g.Must(t, model.Next{}, model.Note{Text: "she laughs"})
	if v := vitality(g, sphinx); v == 0 {
		t.Fatal("the blow does nothing")
	}
	return g, seraph, sphinx
}

func vitality(g *uitest.Memory, who string) int {
	c, _ := g.Table.Character(who)
	v, _ := c.Pages["supermen"].Get("vp_lost")
	return v.Int()
}

func stateOf(t *testing.T, g *uitest.Memory) string {
	t.Helper()
	b, err := json.Marshal(g.Table)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A misread die is set right from the log by keys: what would change is shown
// before it does, the act stands at its old place with the old one dim, and one
// undo takes it back.
func TestAmendDice(t *testing.T) {
	for _, size := range sizes {
		g, _, sphinx := struck(t)
		before := stateOf(t, g)
		s := newScreen(t, g, "dark", kit.Unicode, size.w, size.h)
		s.press("3", "down", "down", "enter")
		s.shows("enter: correct this")
		s.press("enter")
		s.shows("Again: Seraph")
		s.exact()
		s.press("enter")
		s.shows("Again: Seraph, Combat Roll against Sphinx", "2d10: 2 3", "You have not changed anything yet")
		s.press("c", "0", "0")
		s.shows("10 10")
		if size.h > 20 { // below, what would change is scrolled to
			s.shows("Sphinx, VP")
		}
		s.exact()
		if stateOf(t, g) != before {
			t.Fatal("it is done before enter")
		}
		s.press("enter")
		s.shows("corrected")
		if vitality(g, sphinx) != 0 {
			t.Error("the blow still hits")
		}
		s.press("u")
		if stateOf(t, g) != before {
			t.Error("one undo does not take it back")
		}
	}
}

// New dice of the act fall only with Enter. Where something is asked behind them
// nothing is done yet: that it takes back what followed is said first.
func TestAmendAsksAfterNewDice(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: "supermen", Action: "combat",
		Answers: []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{10, 9}}, {ID: "extra-effort", Give: engine.Shares{}}}})
	g.Must(t, model.Next{}, model.Note{Text: "she laughs"})
	before, seq := stateOf(t, g), g.Table.Seq()
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("3", "down", "down", "enter", "enter", "enter", "c", "1", "2")
	s.shows("rolls new dice")
	s.press("enter")
	if stateOf(t, g) != before || g.Table.Seq() != seq {
		t.Fatal("it is done before it was said what it takes back")
	}
	s.shows("undoes everything after it")
	s.press("enter")
	if rolls := g.Table.Rolls(); g.Table.Seq() != seq+1 || len(rolls) != 1 {
		t.Fatalf("%d events more, and %d rolls are open", g.Table.Seq()-seq, len(rolls))
	}
	s.press("esc", "u")
	if stateOf(t, g) != before {
		t.Error("one undo does not take it back")
	}
}

// Esc leaves all as it was, from the page and from the form.
func TestAmendIsCancelled(t *testing.T) {
	g, _, _ := struck(t)
	before, seq := stateOf(t, g), g.Table.Seq()
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("3", "down", "down", "enter", "enter", "enter", "c", "0", "0", "esc", "esc", "esc")
	if stateOf(t, g) != before || g.Table.Seq() != seq {
		t.Error("something was done")
	}
}

// Another target, from the form: who was hit is not, and the other is.
func TestAmendTarget(t *testing.T) {
	g, _, sphinx := struck(t)
	third := g.Table.Characters()[2]
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("3", "down", "down", "enter", "enter", "right", "enter")
	s.shows("against "+third.Name, third.Name+", VP", "Sphinx, VP")
	s.press("enter")
	if vitality(g, sphinx) != 0 || vitality(g, third.ID) == 0 {
		t.Errorf("Sphinx lost %d, %s %d", vitality(g, sphinx), third.Name, vitality(g, third.ID))
	}
}

// A house rule for one act alone: the act is played by it, the table is not.
func TestAmendHouseRule(t *testing.T) {
	g, seraph, _ := struck(t)
	g.Must(t, model.Begin{Who: seraph, System: "supermen", Action: "move", Force: true,
		Answers: []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{5, 2}}, {ID: "extra-effort", Give: engine.Shares{}}, {ID: "share", Give: engine.Shares{}}}})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("3", "enter", "enter", "enter", "H")
	s.shows("For this act only")
	c := view.SeenBy(g.Table, uitest.GM)
	rules := c.Rulebooks["supermen"].House.Fields()
	at := slices.IndexFunc(rules, func(sp *engine.Spec) bool { return sp.ID == "half_strength" })
	for range at {
		s.press("down")
	}
	s.press("enter", "down", "enter")
	s.shows("for this act only")
	s.press("enter")
	if v, ok := g.Table.House["supermen"].Get("half_strength"); ok && !v.IsNone() {
		t.Errorf("the table keeps the rule: %v", v)
	}
}

// What was written by hand has only its value to be set right.
func TestAmendOfAFieldWrittenByHand(t *testing.T) {
	g, seraph, _ := struck(t)
	g.Must(t, model.Write{Who: seraph, System: "supermen", Set: []model.Change{{Field: "strength", To: engine.ValueOf(30)}}}, model.Note{Text: "later"})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("3", "down", "enter", "enter")
	s.shows("Again: Seraph, Strength")
	s.press("1", "2", "enter")
	s.shows("30", "12")
	s.press("enter")
	c, _ := g.Table.Character(seraph)
	if v, _ := c.Pages["supermen"].Get("strength"); v.Int() != 12 {
		t.Errorf("strength is %v", v)
	}
}

// A house rule that was changed when play had begun says from when it holds.
func TestHousePageSaysSince(t *testing.T) {
	g, _, _ := struck(t)
	g.Must(t, model.BeginSession{}, model.SetHouse{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.shows("from segment 15 on; for")
	s.press("H")
	for range g.Table.Rulebooks["supermen"].House.Fields() {
		if strings.Contains(s.plain(), "since segment 15") {
			s.exact()
			return
		}
		s.press("down")
	}
	t.Errorf("no rule says since when it holds:\n%s", s.plain())
}

// A gang that faced the wrong one faces another, as one act.
func TestAmendTargetOfAGroup(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	hero, a, b := all[0].ID, all[1].ID, all[2].ID
	g.Must(t, model.Scene{Place: "The roof"})
	thug := *all[0]
	thug.Name = "Thug"
	g.Must(t, model.Join{Character: thug})
	third := g.Table.Characters()[3].ID
	each := []model.Begin{}
	for _, who := range []string{a, b} {
		each = append(each, model.Begin{Who: who, Against: []string{hero}, System: "supermen", Action: "combat"})
	}
	g.Must(t, model.Together{Each: each})
	seq := g.Table.Seq()
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.settle(s.obey(act.Amend(s.frame(), seq)))
	s.shows("same targets, other answers", "all at Seraph", "all at Thug")
	s.press("end", "enter")
	s.shows("Thug")
	s.press("enter")
	for _, p := range g.Table.Pending() {
		if len(p.Against) != 1 || p.Against[0] != third {
			t.Errorf("%s strikes at %v, want %s", p.Who, p.Against, third)
		}
	}
	if len(g.Table.Pending()) == 0 {
		t.Errorf("nobody strikes:\n%s", s.plain())
	}
}
