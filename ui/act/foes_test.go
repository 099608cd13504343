package act

import (
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// The arrows change the opponent that was chosen last, skipping those already chosen; a
// further opponent is the next in the roster.
func TestOpponentsAreChosenOneByOne(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	for _, name := range []string{"Ann", "Bo", "Cy"} {
		g.Must(t, model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{"contest": {}}}})
	}
	all := g.Table.Characters()
	act := contest.System.Actions[slices.IndexFunc(contest.System.Actions, func(a *engine.Action) bool { return a.Need == engine.MayFaceMany })]
	f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: all[0].ID, System: "contest", Look: &kit.Look{}}
	others := all[1:]
	o, _ := newForm(g.Table, scene.Draft{Who: all[0].ID, System: "contest", Action: act.ID, Against: []string{others[1].ID}})
	o.begin(f)
	faces := func(want ...int) {
		t.Helper()
		var ids []string
		for _, i := range want {
			ids = append(ids, others[i].ID)
		}
		if !slices.Equal(o.Against, ids) {
			t.Fatalf("faced are %s, want %s", f.Table.NamesOf(o.Against), f.Table.NamesOf(ids))
		}
	}
	o.addFoe(f)
	faces(1, 2)
	for range others {
		o.turnFoe(f, 1)
		if len(o.Against) != 2 || o.Against[0] != others[1].ID || o.Against[1] == others[1].ID {
			t.Fatalf("an arrow leaves %s", f.Table.NamesOf(o.Against))
		}
	}
}

// The arrows do nothing if the only other character has left the table while the form is
// open.
func TestOpponentLeavesBehindAnOpenForm(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	all := g.Table.Characters()
	for _, c := range all[2:] {
		g.Must(t, model.Leave{Who: c.ID})
	}
	g.Must(t, model.Join{Character: model.Character{Name: "Ann", Pages: map[string]engine.Page{"contest": {}}}})
	ann := g.Table.Characters()[2].ID
	act := contest.System.Actions[slices.IndexFunc(contest.System.Actions, func(a *engine.Action) bool { return a.Need == engine.MayFaceMany })]
	f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: all[0].ID, System: "contest", Look: &kit.Look{}}
	o, _ := newForm(g.Table, scene.Draft{Who: all[0].ID, System: "contest", Action: act.ID, Against: []string{all[1].ID, ann}})
	o.begin(f)
	g.Must(t, model.Leave{Who: ann})
	f.Table = g.Table
	for _, by := range []int{1, -1} {
		if o.turnFoe(f, by); len(o.Against) == 0 || o.Against[0] != all[1].ID {
			t.Errorf("faced are %v", o.Against)
		}
	}
}

// A first attack is aimed at the first character of another owner with a sheet of the
// rulebook, or else at the first other character.
func TestFirstAttackIsAimedAtSomebody(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	join := func(name, owner, system string) string {
		t.Helper()
		g.Must(t, model.Join{Character: model.Character{Name: name, Owner: owner, Pages: map[string]engine.Page{system: {}}}})
		all := g.Table.Characters()
		return all[len(all)-1].ID
	}
	for _, c := range g.Table.Characters() {
		g.Must(t, model.Leave{Who: c.ID})
	}
	attack := contestExchange(t)
	hero := join("Hero", "Bo", "contest")
	aimed := func(want ...string) {
		t.Helper()
		c, _ := g.Table.Character(hero)
		if got := NewMemory(nil).Foes(g.Table, c, scene.Draft{System: "contest", Action: attack.ID}); !slices.Equal(got, want) {
			t.Errorf("aimed at %s, want %s", g.Table.NamesOf(got), g.Table.NamesOf(want))
		}
	}
	aimed()
	friend := join("Friend", "Bo", "contest")
	aimed(friend)
	join("Elsewhere", "", "supermen")
	foe := join("Foe", "", "contest")
	aimed(foe)
	second := join("Second", "", "contest")
	aimed(foe)
	g.Must(t, model.Leave{Who: foe})
	aimed(second)
}

// Typing replaces the text that a field of a form already has.
func TestTextIsTypedOver(t *testing.T) {
	g := uitest.Vault(t)
	who := g.Table.Characters()[0].ID
	f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: who, System: "supermen"}
	o, _ := newForm(g.Table, scene.Draft{Who: who, System: "supermen", Action: "move", Params: engine.PageOf("why", "rain")})
	o.begin(f)
	o.Stand("why")
	for _, key := range []string{"m", "u", "d"} {
		o.Update(f, uitest.Key(key))
	}
	if v, _ := o.Params.Get("why"); v.Text() != "mud" {
		t.Errorf("the text is %q, want mud", v.Text())
	}
}

// - and + move to the modifier that counts for every roll, and start typing there.
func TestSignLeadsToTheModifier(t *testing.T) {
	for _, s := range systems.All() {
		if s.HasNoSheet() {
			continue
		}
		g := uitest.Seated(t, s)
		who := g.Table.Characters()[0].ID
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: who, System: s.ID}
		for _, a := range s.Actions {
			o, _ := newForm(g.Table, scene.Draft{Who: who, System: s.ID, Action: a.ID})
			o.begin(f)
			if o.Here().Spec != nil {
				continue // the field takes the sign itself
			}
			for _, key := range []string{"-", "3"} {
				o.Update(f, uitest.Key(key))
			}
			if v, _ := o.Params.Get("situation"); v.Int() != -3 {
				t.Errorf("%s %s: the modifier is %v, want -3", s.ID, a.ID, v)
			}
		}
	}
}

// Several opponents are called by name: in the form, and where points are shared among the
// blows against them.
func TestSeveralAreCalledByTheirNames(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[0].ID, Against: []string{all[1].ID, all[2].ID}, System: "supermen", Action: "combat",
		Answers: []engine.Answer{{ID: "sweep", Pick: "yes"}, {ID: "dice", Dice: "2d10", Faces: engine.Faces{2, 2}}, {ID: "extra-effort", Give: engine.Shares{}}}})
	r := g.Table.Rolls()[0]
	step, err := g.Table.Step(r)
	if err != nil || step.Open == nil || step.Open.ID != "share" {
		t.Fatalf("the roll stands at %+v, %v", step.Open, err)
	}
	for i, want := range []string{"Attack on " + all[1].Name, "Attack on " + all[2].Name} {
		if got := step.Open.Uses[i].Label; got != want {
			t.Errorf("use %d is %q, want %q", i, got, want)
		}
	}
	for id, want := range map[string]string{"other.situation": all[1].Name + ": Situation", "other.2.situation": all[2].Name + ": Situation"} {
		sp, ok := contestExchange(t).Param(id)
		if !ok {
			t.Fatalf("there is no %s", id)
		}
		if got := scene.ParamLabel(g.Table, []string{all[1].ID, all[2].ID}, sp); got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
}

func contestExchange(t *testing.T) *engine.Action {
	t.Helper()
	a, ok := contest.System.Action("exchange")
	if !ok {
		t.Fatal("there is no exchange")
	}
	return a
}

// Attacks come first in the list and are aimed at the likeliest opponent, also where the row
// of the sheet decides what an attack is, as in trip. Other actions keep their own last
// target.
func TestAttacksAreOfferedFirst(t *testing.T) {
	for _, sys := range systems.All() {
		g := uitest.Seated(t, sys)
		mira, other := g.Table.Characters()[0], g.Table.Characters()[1]
		g.Must(t, decide.AssignOwner(mira, "Mira"))
		m := NewMemory(nil)
		mira, _ = g.Table.Character(mira.ID)
		offered := func() []scene.Offer { return m.Wanted(g.Table, uitest.GM, mira, sys) }
		attacks := 0
		for i, o := range offered() {
			if !o.Attacks(mira, sys) {
				continue
			}
			if attacks++; i >= attacks {
				t.Errorf("%s: %q is offered as number %d, behind what is not an attack", sys.ID, o.Label(), i+1)
			}
			if o.Rule.Need != engine.Alone && !slices.Equal(o.Against, []string{other.ID}) {
				t.Errorf("%s: %q is aimed at %v", sys.ID, o.Label(), o.Against)
			}
		}
		if attacks == 0 {
			t.Errorf("%s: no attacks are offered", sys.ID)
		}
		if sys.ID != "trip" {
			continue
		}
		first := offered()[0]
		if first.Label() != "Trip roll: Spear attack" {
			t.Errorf("first is %q", first.Label())
		}
		m.keep(first.Draft, first.Rule)
		for _, o := range offered() {
			if o.Row != "" && (len(o.Against) > 0) != (o.Row == first.Row) {
				t.Errorf("behind an attack %q is aimed at %v", o.Label(), o.Against)
			}
		}
	}
}
