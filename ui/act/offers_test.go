package act

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// What a player can do is worked out once, and again after an act.
func TestOffersAfterAWound(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c := g.Table.Characters()[0]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	var seen model.Table
	frame := func() pane.Frame {
		seen = view.Follow(seen, g.Table, seat)
		return pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen"}
	}
	work := NewOffers(NewMemory(nil)).Work(frame())
	if work == nil {
		t.Fatal("nothing is worked out")
	}
	p := NewOffers(NewMemory(nil)).Worked(work(func() {})).(Offers)
	if p.Work(frame()) != nil || len(p.shown(frame())) == 0 {
		t.Errorf("without a change it is worked out again, and there are %d offers", len(p.shown(frame())))
	}
	g.Must(t, model.Write{Who: c.ID, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}})
	if p.Work(frame()) == nil {
		t.Error("after a wound nothing is worked out")
	}
}

// The price of an offer is counted again where something has changed that its odds depend on,
// and nowhere else.
func TestPricesAreKept(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c, other := g.Table.Characters()[0], g.Table.Characters()[2]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	var seen model.Table
	p := NewOffers(NewMemory(nil))
	again := func() (kept, counted int) {
		t.Helper()
		seen = view.Follow(seen, g.Table, seat)
		work := p.Work(pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen"})
		if work == nil {
			t.Fatal("nothing is worked out")
		}
		p = p.Worked(work(func() {})).(Offers)
		for i := range p.known.list {
			price := &p.known.list[i].price
			if price.Words == "kept" {
				kept++
			} else {
				counted++
			}
			price.Words = "kept"
		}
		return kept, counted
	}
	if kept, counted := again(); kept != 0 || counted < 10 {
		t.Fatalf("at first %d prices are kept and %d counted", kept, counted)
	}
	g.Must(t, model.Note{Text: "somebody says something"})
	if kept, counted := again(); counted != 0 {
		t.Errorf("once something was said, %d prices are kept and %d counted again", kept, counted)
	}
	g.Must(t, model.Write{Who: other.ID, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}})
	if kept, counted := again(); kept < counted {
		t.Errorf("after somebody else's wound %d prices are kept and %d counted again", kept, counted)
	}
	g.Must(t, model.Write{Who: c.ID, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}})
	if kept, _ := again(); kept != 0 {
		t.Errorf("after a wound of one's own %d prices are kept", kept)
	}
}

// What was rolled for the order of a round is not the first thing that is offered in
// it again.
func TestOrderIsOfferedLast(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	c := g.Table.Characters()[0]
	m := NewMemory(nil)
	order, _ := d6.System.Action("initiative")
	m.keep(Draft{Who: c.ID, System: "d6", Action: order.ID}, order)
	places := func() (first, last string) {
		all := m.wanted(pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: "d6"}, c, d6.System)
		return all[0].action.ID, all[len(all)-1].action.ID
	}
	if first, _ := places(); first != order.ID {
		t.Errorf("what was done last is not first, but %s", first)
	}
	g.Must(t, model.RollOrder{Quick: true})
	if first, last := places(); first == order.ID || last != order.ID {
		t.Errorf("the order is rolled: %s is offered first, %s last", first, last)
	}
}
