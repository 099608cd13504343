package act

import (
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"
)

// Each member of a group aims at the other side, even if the first member is on a different
// one. Copies of its own kind and characters who are down come last.
func TestEachAimsAtTheOtherSide(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	for _, c := range g.Table.Characters() {
		g.Must(t, model.Leave{Who: c.ID})
	}
	join := func(name string, side engine.Side, page engine.Page) string {
		g.Must(t, model.Join{Character: model.Character{Name: name, Side: side, Pages: map[string]engine.Page{"d6": page}}})
		all := g.Table.Characters()
		return all[len(all)-1].ID
	}
	one, two, turned := join("Guard 1", "foes", engine.Page{}), join("Guard 2", "foes", engine.Page{}), join("Guard 3", engine.Heroes, engine.Page{})
	dead := join("Rook", engine.Heroes, engine.PageOf("wound", "dead"))
	bo := join("Bo", engine.Heroes, engine.Page{})
	for _, x := range []struct {
		who  []string
		aim  aim
		want []string
	}{
		{[]string{one}, eachNearest, []string{bo}},
		{[]string{bo, one}, eachNearest, []string{two, turned}},
		{[]string{one, bo}, spreadOut, []string{turned, two}},
	} {
		b := &groupAct{Draft: scene.Draft{Who: x.who[0], System: "d6", Action: "attack"}, aim: x.aim}
		for _, id := range x.who {
			b.all = append(b.all, member{who: id})
		}
		b.turn(g.Table)
		var got []string
		for _, m := range b.all {
			got = append(got, m.against...)
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%s aim at %s, not %s; %s is dead", g.Table.NamesOf(x.who), g.Table.NamesOf(got), g.Table.NamesOf(x.want), g.Table.NamesOf([]string{dead}))
		}
	}
}
