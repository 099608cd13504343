package act

import (
	"testing"

	"example.org/fray/engine"
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

// Only the prices of what stands in sight are counted, and the others when they come into
// sight. They are the same as in a list of all.
func TestPricesInSight(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c := g.Table.Characters()[0]
	g.Must(t, decide.AssignOwner(c, seat.Name))
	seen := view.Follow(model.Table{}, g.Table, seat)
	f := pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen", H: 6}
	whole := f
	whole.H = 999
	all := NewOffers(NewMemory(nil)).Worked(NewOffers(NewMemory(nil)).Work(whole)(func() {})).(Offers).known
	p := NewOffers(NewMemory(nil))
	for at := 0; at < len(all.Can); at += 4 {
		p.On = all.Can[at].ID()
		p = p.Worked(p.Work(f)(func() {})).(Offers)
		if p.Work(f) != nil {
			t.Fatalf("at %d something is still to be worked out", at)
		}
		from, to := p.inSight(p.known.Can, f.H)
		if at < from || at >= to || to-from != f.H {
			t.Fatalf("at %d the offers from %d to %d are in sight", at, from, to)
		}
		for i, o := range p.known.Can {
			switch counted := o.Counted; {
			case counted != (i < to):
				t.Errorf("at %d offer %d is counted: %v", at, i, counted)
			case counted && o.Brief != all.Can[i].Brief:
				t.Errorf("%s costs %+v in sight, and %+v in the list of all", o.Label(), o.Brief, all.Can[i].Brief)
			}
		}
	}
	f.H = 0
	if NewOffers(NewMemory(nil)).Work(f) != nil {
		t.Error("something is worked out for a pane that is not on the screen")
	}
}
