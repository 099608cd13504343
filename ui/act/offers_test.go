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

// The offers are worked out once, and again after an act.
func TestOffersAfterAWound(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c := g.Table.Characters()[0]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	var seen model.Table
	frame := func() pane.Frame {
		seen = view.Follow(seen, g.Table, seat)
		return pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen", H: 8}
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

// The price of an offer is counted again only if something has changed that its odds depend
// on.
func TestPricesAreKept(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c, other := g.Table.Characters()[0], g.Table.Characters()[2]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	var seen model.Table
	m := NewMemory(nil)
	p := NewOffers(m)
	again := func() (kept, counted int) {
		t.Helper()
		seen = view.Follow(seen, g.Table, seat)
		work := p.Work(pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen", H: 99})
		if work == nil {
			t.Fatal("nothing is worked out")
		}
		before := m.known.counts
		p = p.Worked(work(func() {})).(Offers)
		counted = m.known.counts - before
		afresh := NewOffers(NewMemory(nil)).Now(pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen"}, AllOffers).known
		for i := range p.known.list {
			if o := p.known.list[i]; o.price != afresh.list[i].price {
				t.Errorf("%s is offered for %+v, and counted afresh for %+v", o.label(), o.price, afresh.list[i].price)
			}
		}
		return len(p.known.list) - counted, counted
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
	foe, _ := g.Table.Character(p.known.list[0].against[0])
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

// Only the prices of what stands in sight are counted, and the others when they come into
// sight. They are the same as in a list of all.
func TestPricesInSight(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c := g.Table.Characters()[0]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	seen := view.Follow(model.Table{}, g.Table, seat)
	f := pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen", H: 6}
	all := NewOffers(NewMemory(nil)).Now(f, AllOffers).known
	p := NewOffers(NewMemory(nil))
	for at := 0; at < len(all.list); at += 4 {
		p.On = all.list[at].id()
		p = p.Worked(p.Work(f)(func() {})).(Offers)
		if p.Work(f) != nil {
			t.Fatalf("at %d something is still to be worked out", at)
		}
		from, to := p.inSight(p.known.list, f.H)
		if at < from || at >= to || to-from != f.H {
			t.Fatalf("at %d the offers from %d to %d are in sight", at, from, to)
		}
		for i, o := range p.known.list {
			switch counted := o.priced; {
			case counted != (i < to):
				t.Errorf("at %d offer %d is counted: %v", at, i, counted)
			case counted && o.price != all.list[i].price:
				t.Errorf("%s costs %+v in sight, and %+v in the list of all", o.label(), o.price, all.list[i].price)
			}
		}
	}
	f.H = 0
	if NewOffers(NewMemory(nil)).Work(f) != nil {
		t.Error("something is worked out for a pane that is not on the screen")
	}
}

// The roll for initiative is not the first offer again in the same round.
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
