package act

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// The form of a group action names the members who would act out of turn, without those who
// are left out.
func TestGangWarnsOfActingOutOfTurn(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()[:3]
	for i, nish := range []int{18, 12, 9} {
		g.Must(t, model.Begin{Who: all[i].ID, System: "trip", Action: "nish", Params: engine.PageOf("typed", nish)})
	}
	g.Must(t, model.Next{})
	f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: all[0].ID, System: "trip", Look: &kit.Look{}, W: 100, H: 20}
	b := NewMemory(nil).band(f, []string{all[0].ID, all[1].ID, all[2].ID}, scene.Draft{Who: all[0].ID, System: "trip", Action: "flat"})
	b.look(f)
	if got, want := b.early(), []string{all[1].ID, all[2].ID}; !slices.Equal(got, want) {
		t.Errorf("out of turn are %s, want %s", g.Table.NamesOf(got), g.Table.NamesOf(want))
	}
	for i, want := range []string{"", "acts on", "acts on"} {
		if got := b.all[i].early; (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", g.Table.NameOf(b.all[i].who), got, want)
		}
	}
	b.all[1].out = true
	b.look(f)
	if got, want := b.early(), []string{all[2].ID}; !slices.Equal(got, want) {
		t.Errorf("with one left out, out of turn are %s", g.Table.NamesOf(got))
	}
}
