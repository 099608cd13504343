package model_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// What was made at one table can be put into another: a row with an id that is free, an
// effect with its duration, a group with all members.
func TestShelfItems(t *testing.T) {
	p := playNight(t)
	who := p.join("Rook", "", "d6", false, "weapons/r1/name", "Blaster", "weapons/r1/code", "4D", "strength", "3D")
	rook, _ := p.Character(who)
	gun := decide.ShelfItem{Name: "Blaster"}.WithRow(rook.Pages["d6"], d6.System, "weapons", "r1")
	if v, _ := gun.Page(engine.PageOf(), "x").Get("weapons/x/code"); v.String() != "4D" || gun.Word(model.Rulebooks{"d6": d6.System}) != "Weapons" || gun.Word(nil) != "weapons" {
		t.Errorf("the row is %+v, a %q", gun, gun.Word(nil))
	}
	put := func(r decide.ShelfItem, to string) {
		t.Helper()
		c, err := r.Command(p.Table, to)
		if err != nil {
			t.Fatal(err)
		}
		p.do(gm, c)
	}
	put(gun, who)
	rook, _ = p.Character(who)
	if v, _ := rook.Pages["d6"].Get("weapons/r2/name"); v.Text() != "Blaster" {
		t.Errorf("Rook has %v", rook.Pages["d6"].RowIDs("weapons"))
	}
	p.do(gm, model.AddEffect{Who: who, Words: "lucky", Until: model.ByMoment, At: p.Clock.Moment + 5})
	lucky, ok := decide.ShelfItemOf(p.Table, p.ActiveEffects()[0].Effect)
	if !ok || lucky.Effect.At != 5 || lucky.Effect.Who != "" || lucky.Word(nil) != "condition" {
		t.Fatalf("kept as %+v", lucky)
	}
	put(lucky, who)
	if e := p.ActiveEffects()[1]; e.Who != who || e.At != p.Clock.Moment+5 || e.Words != "lucky" {
		t.Errorf("it holds as %+v", e)
	}
	if _, ok := decide.ShelfItemOf(p.Table, "nothing"); ok {
		t.Error("an effect that nobody has is kept")
	}
	gang := decide.ShelfItem{Name: "Guards", Characters: []model.Character{{Name: "Guard 1", Pages: map[string]engine.Page{"d6": engine.PageOf()}}, {Name: "Guard 2", Pages: map[string]engine.Page{"d6": engine.PageOf()}}}}
	if gang.Word(nil) != "gang" || (decide.ShelfItem{Characters: gang.Characters[:1]}).Word(nil) != "character" {
		t.Error("a gang has no word")
	}
	put(gang, "")
	if n := len(p.Characters()); n != 3 {
		t.Errorf("%d are at the table", n)
	}
	other := p.join("Ix", "", "trip", false)
	for why, c := range map[string]struct {
		r  decide.ShelfItem
		to string
	}{
		"select the character":          {gun, ""},
		"Ix has no sheet of D6 System":  {gun, other},
		"has no rulebook \"none\"":      {decide.ShelfItem{System: "none"}, who},
		"has no list \"spoons\"":        {decide.ShelfItem{System: "d6", List: "spoons"}, who},
		"Ix has no sheet of D6 System ": {decide.ShelfItem{Effect: &model.Effect{Does: []model.Add{{System: "d6", Field: "x", N: 1}}}}, other},
	} {
		if _, err := c.r.Command(p.Table, c.to); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(why)) {
			t.Errorf("%s: %v", why, err)
		}
	}
}
