package scene_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// The price of an offer is counted again only if something has changed that its odds depend
// on.
func TestPricesAreKept(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c, other := g.Table.Characters()[0], g.Table.Characters()[2]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	var seen model.Table
	m := scene.NewMemory(nil)
	var offers *scene.Offers
	again := func() (kept, counted int) {
		t.Helper()
		seen = view.Follow(seen, g.Table, seat)
		c, _ := seen.Character(c.ID)
		s, _ := seen.Rulebook("supermen")
		work := func(m *scene.Memory, out *scene.Offers) *scene.Offers {
			l := m.Listed(seen, seat)
			if !out.Holds(m, seen, c, s) {
				out = m.Offers(seen, seat, c, s)(l, func() {})
			}
			return out.Counted(seen, l, 0, 99, func() {})
		}
		before := m.Counts()
		offers = work(m, offers)
		counted = m.Counts() - before
		afresh := work(scene.NewMemory(nil), nil)
		for i := range offers.Can {
			if o := offers.Can[i]; o.Brief != afresh.Can[i].Brief {
				t.Errorf("%s is offered for %+v, and counted afresh for %+v", o.Label(), o.Brief, afresh.Can[i].Brief)
			}
		}
		return len(offers.Can) - counted, counted
	}
	if kept, counted := again(); kept != 0 || counted < 10 {
		t.Fatalf("at first %d prices are kept and %d counted", kept, counted)
	}
	g.Must(t, model.Note{Text: "somebody says something"})
	if kept, counted := again(); counted != 0 {
		t.Errorf("once something was said, %d prices are kept and %d counted again", kept, counted)
	}
	for _, x := range g.Table.Characters()[1:] {
		g.Must(t, decide.AssignOwner(x, "Ben")) // so that their sheets are known
	}
	again()
	foe, _ := g.Table.Character(offers.Can[0].Against[0])
	for _, x := range []struct {
		who   *model.Character
		field string
		to    engine.Value
		most  int // prices that are counted again
	}{
		{other, "vp_lost", engine.ValueOf(3), 0},
		{foe, "vp_lost", engine.ValueOf(3), 0},
		{foe, "defense_more", engine.ValueOf(3), 6}, // of the attacks on them
		{c, "vp_lost", engine.ValueOf(3), 6},
		{c, "ep_lost_round", engine.ValueOf(3), 99},
	} {
		g.Must(t, model.Write{Who: x.who.ID, System: "supermen", Set: []model.Change{{Field: x.field, To: x.to}}})
		if kept, counted := again(); counted > x.most || counted == 0 && x.most > 0 {
			t.Errorf("with another %s of %s %d prices are kept and %d counted again", x.field, x.who.Name, kept, counted)
		}
	}
}

// The roll for initiative is not the first offer again in the same round.
func TestOrderIsOfferedLast(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	c := g.Table.Characters()[0]
	m := scene.NewMemory(nil)
	order, _ := d6.System.Action("initiative")
	m.Keep(scene.Draft{Who: c.ID, System: "d6", Action: order.ID}, order)
	places := func() (first, last string) {
		all := m.Wanted(g.Table, uitest.GM, c, d6.System)
		return all[0].Action, all[len(all)-1].Action
	}
	if first, _ := places(); first != order.ID {
		t.Errorf("what was done last is not first, but %s", first)
	}
	g.Must(t, model.RollOrder{Quick: true})
	if first, last := places(); first == order.ID || last != order.ID {
		t.Errorf("the order is rolled: %s is offered first, %s last", first, last)
	}
}
