package act

import (
	"reflect"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// What a field shows is what is used: writing the shown default into a field changes neither
// the odds nor the prices.
func TestFieldsShowWhatIsUsed(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			t.Parallel()
			g := uitest.Seated(t, sys)
			all, looked := g.Table.Characters(), 0
			for i, c := range all[:often(1, 2)] {
				f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: sys.ID, Look: &kit.Look{}}
				m := NewMemory(nil)
				seen := map[string]int{}
				for _, offer := range m.Wanted(g.Table, uitest.GM, c, sys) {
					if seen[offer.Action]++; seen[offer.Action] > 2 {
						continue // one row, or none
					}
					d := scene.Draft{Who: c.ID, System: sys.ID, Action: offer.Action, Row: offer.Row, Params: offer.Params}
					if offer.Rule.Need != engine.Alone {
						d.Against = []string{all[(i+1)%len(all)].ID}
					}
					o := formOf(t, m.form(f, d))
					o.Unfold()
					count(o)
					if o.preview.WhyNot == "" {
						looked += writtenDown(t, f, o)
					}
				}
			}
			if looked < min(10, 2*len(sys.ActionIDs())) { // every action has at least three
				t.Errorf("%d fields were looked at: too few to show anything", looked)
			}
		})
	}
}

// writtenDown writes the shown value into each field of a form in turn. It returns the
// number of fields.
func writtenDown(t *testing.T, f pane.Frame, o *actionForm) (looked int) {
	t.Helper()
	for _, b := range o.Fields() {
		sp := b.Spec
		if sp == nil || written(o.Params, sp.ID) {
			continue
		}
		shown := o.Drawn(f, b).Value
		v, err := sp.Parse(shown)
		if sp.WhenEmpty != "" && shown == sp.WhenEmpty {
			continue
		}
		if err != nil {
			if sp.WhenEmpty == "" || shown != sp.WhenEmpty {
				t.Errorf("%s %s shows %q for %s: %v", f.Table.NameOf(o.Who), o.act.Label, shown, sp.ID, err)
			}
			continue
		}
		looked++
		d := o.Draft
		d.Params = d.Params.With(sp.ID, v)
		a := scene.PreviewOf(f.Table, f.Seat, d).Counted(nil)
		if a.WhyNot != o.preview.WhyNot || !alikeOdds(a.Odds, o.preview.Odds) || !reflect.DeepEqual(a.Prices, o.preview.Prices) {
			t.Errorf("%s %s %s: %s written down as %q gives %s%v %v, not %v %v", f.Table.NameOf(o.Who), o.act.ID, o.Row, sp.ID, shown, a.WhyNot, a.Odds.Success, a.Prices,
				o.preview.Odds.Success, o.preview.Prices)
		}
	}
	return looked
}

func written(p engine.Page, path string) bool {
	_, ok := p.Get(path)
	return ok
}

// The fields of a weapon, an ability and a skill show their own values.
func TestFieldsAreThoseOfTheRow(t *testing.T) {
	for _, x := range []struct {
		system, who, action, row string
		want                     map[string]string
	}{
		{"supermen", "Sphinx", "combat", "Khopesh", map[string]string{"pt": "18", "damage": "4", "kind": "penetrating"}},
		{"supermen", "Seraph", "skill", "First Aid", map[string]string{"roll": "11", "unit": "minutes"}},
		{"trip", "Sel Quarrow", "trip", "Locks", map[string]string{"target": "2"}},
	} {
		sys := uitest.AllRules()[x.system]
		g := uitest.Seated(t, sys)
		who := g.Table.Characters()[slices.IndexFunc(g.Table.Characters(), func(c *model.Character) bool { return c.Name == x.who })]
		m := NewMemory(nil)
		all := m.Wanted(g.Table, uitest.GM, who, sys)
		i := slices.IndexFunc(all, func(o scene.Offer) bool { return o.Action == x.action && o.Row == x.row })
		if i < 0 {
			t.Fatalf("%s is not offered %s with %q", x.who, x.action, x.row)
		}
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: who.ID, System: x.system, Look: &kit.Look{}}
		o := formOf(t, m.form(f, scene.Draft{Who: who.ID, System: x.system, Action: x.action, Row: x.row, Params: all[i].Params}))
		o.Unfold()
		for field, want := range x.want {
			at := slices.IndexFunc(o.Fields(), func(b form.Field) bool { return b.ID == field })
			if got := o.Drawn(f, o.Fields()[at]); got.Value != want || !got.Derived {
				t.Errorf("%s, %s: %s is shown as %q, want %q", x.who, x.row, field, got.Value, want)
			}
		}
	}
}

// alikeOdds reports whether odds look the same on the screen.
func alikeOdds(a, b engine.Chances) bool {
	return a.Success == b.Success && reflect.DeepEqual(a.Grades, b.Grades) && reflect.DeepEqual(a.Totals, b.Totals) &&
		reflect.DeepEqual(a.Changes, b.Changes) && a.Damage == b.Damage && a.MostDamage == b.MostDamage
}

// The gamemaster's screen does not continue with a follow-up of a connected player, but the
// gamemaster can start it.
func TestGamemasterGoesOnWithNoPlayers(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(d engine.Dice, _ bool) engine.Faces {
		return slices.Repeat(engine.Faces{4, 9}, d.Missing(nil))[:d.Missing(nil)]
	}
	g.Must(t, decide.AssignOwner(all[0], "Mira"), model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})
	for _, x := range []struct {
		here func(model.Seat) bool
		want bool
	}{
		{nil, true}, // nobody else has a screen
		{func(model.Seat) bool { return false }, true},
		{func(s model.Seat) bool { return s.Name == "Mira" }, false},
	} {
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Present: x.here}
		if got := goesOn(f); got != x.want || len(follows(f)) == 0 || (followBrief(f) != "continue") != x.want {
			t.Errorf("it goes on: %v, want %v", got, x.want)
		}
	}
	if f := (pane.Frame{Table: g.Table, Seat: model.Seat{Role: model.Player, Name: "Mira"}, Present: func(model.Seat) bool { return true }}); !goesOn(f) {
		t.Error("Mira does not go on with her own")
	}
}
