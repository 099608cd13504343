package model_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// The sheet says what changed a pool last and what the next payment takes, until that is
// undone.
func TestPoolHistory(t *testing.T) {
	p := newPlay(t, thrower(1))
	id := p.join("Seraph", "strength", 11, "agility", 22, "constitution", 18, "height", engine.Milli(1791), "mass", engine.Milli(82000))
	says := func(want ...string) {
		t.Helper()
		c, _ := p.table.Character(id)
		var got []string
		for _, w := range view.PoolHistory(p.table, c, "supermen") {
			got = append(got, w.Label+": "+w.Text)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the sheet says\n%q\nwant\n%q", got, want)
		}
	}
	says()
	p.must(losing(id, 3))
	says("VP: -3 by hand")
	p.must(model.Write{Who: id, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(1)}}, Why: "a bandage"})
	says("VP: +2 by hand: a bandage")
	p.must(model.Undo{})
	says("VP: -3 by hand")
	p.must(model.Redo{})
	foe := p.join("Sphinx", "strength", 13, "agility", 15, "constitution", 14, "height", engine.Milli(1791), "mass", engine.Milli(82000))
	p.must(model.Begin{Who: id, Against: []string{foe}, System: "supermen", Action: "combat"})
	p.settle()
	c, _ := p.table.Character(id)
	if all := view.PoolHistory(p.table, c, "supermen"); len(all) != 2 || all[1].Label != "EP" || !strings.HasPrefix(all[1].Text, "Combat Roll took ") {
		t.Errorf("what an act cost is told as %+v", all)
	}
	if err := p.do(gm, model.Write{Who: id, System: "supermen", Set: []model.Change{{Field: "moving", To: engine.ValueOf(true)}, {Field: "move_row", To: engine.ValueOf(9)}}}); err != nil {
		t.Fatal(err)
	}
	c, _ = p.table.Character(id)
	all := view.PoolHistory(p.table, c, "supermen")
	if len(all) != 2 || !strings.Contains(all[1].Text, "; movement takes 5 at 50, then ") || !strings.HasSuffix(all[1].Text, " are left") {
		t.Errorf("what the next payment takes is told as %+v", all)
	}
	p.must(model.Begin{Who: id, System: "supermen", Action: "hurt", Params: engine.PageOf("damage", 4)})
	p.settle()
	c, _ = p.table.Character(id)
	if all := view.PoolHistory(p.table, c, "supermen"); all[0].Label != "VP" || !strings.HasPrefix(all[0].Text, "Take damage: 4 off") {
		t.Errorf("damage that was taken is told as %+v", all)
	}
	for _, x := range decide.Upkeep(p.table) {
		if x.From != "EP" {
			t.Errorf("a payment of movement is from %q", x.From)
		}
	}
}
