package act

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// What a player can do is worked out anew after an act, and not after words.
func TestOffersAfterWords(t *testing.T) {
	g := uitest.Vault(t)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	c := g.Table.Characters()[0]
	g.Must(t, c.PlayedBy(seat.Name))
	m := NewMemory(nil)
	var seen model.Table
	frame := func() pane.Frame {
		seen = seen.Follow(g.Table, seat)
		return pane.Frame{Table: seen, Seat: seat, Selected: c.ID, System: "supermen"}
	}
	work, ok := m.Offer(frame()).(pane.Fetch)
	if !ok {
		t.Fatal("nothing is worked out")
	}
	work.Then(frame(), work.Run())
	before := len(m.offered.list)
	g.Must(t, model.Note{Text: "the alarm goes off"})
	if w := m.Offer(frame()); w != nil || before == 0 || len(m.offered.list) != before || !frame().Table.StandsAs(m.offered.table) {
		t.Errorf("after a note: %T, %d offers of %d", w, len(m.offered.list), before)
	}
	g.Must(t, model.Note{Text: "and again"})
	g.Must(t, model.Write{Who: c.ID, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}})
	if w := m.Offer(frame()); w == nil {
		t.Error("after a wound nothing is worked out")
	}
}
