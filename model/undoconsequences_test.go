package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// answeredBy begins a roll and answers all of it. Dice show a middle face.
func (p *play) answeredBy(by model.Seat, b model.Begin) {
	p.Helper()
	if err := p.do(by, b); err != nil {
		p.Fatal(err)
	}
	for len(p.table.Rolls()) > 0 {
		r := p.table.Rolls()[0]
		step, err := p.table.Step(r)
		if err != nil {
			p.Fatal(err)
		}
		q := step.Open
		a := q.Offered()
		if q.Wants == engine.Throwing {
			var all engine.Faces
			for q.Dice.Missing(all) > 0 {
				face := (q.Dice.Low + q.Dice.High) / 2
				if q.Dice.Low == 0 { // of Easiness: one success, or else it is thrown on
					face = 8
					if len(all) == 0 && q.Dice.Count > 1 {
						face = 1
					}
				}
				all = append(all, face)
			}
			a = q.Thrown(all)
		}
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
}

// yard is a table of a rulebook with Ben's Mira and a thug.
func yard(t *testing.T, system string) *play {
	p := &play{TB: t, table: model.New(allRules())}
	p.must(model.Make{Name: "The yard", System: system})
	for i, name := range []string{"Mira", "Thug"} {
		c := model.Character{Name: name, Pages: map[string]engine.Page{system: allRules()[system].Templates[i].Page}}
		if i == 0 {
			c.Owner = "Ben"
		}
		p.must(model.Join{Character: c})
	}
	return p
}

// Undoing a player's act, at once or by request, also undoes the rolls of others that it
// called for: an armor must not reduce damage that nobody did.
func TestUndoTakesBackConsequences(t *testing.T) {
	acts := map[string]model.Begin{
		"trip":     {Action: "trip", Params: engine.PageOf("ability", "Spear damage")},
		"easiness": {Action: "pool", Params: engine.PageOf("dice", 4, "easiness", 3)},
	}
	for system, act := range acts {
		for _, late := range []bool{false, true} {
			p := yard(t, system)
			all := p.table.Characters()
			before := sheetsOf(t, p.table)
			act.Who, act.Against, act.System = all[0].ID, []string{all[1].ID}, system
			p.answeredBy(ben, act)
			wants := func() {
				t.Helper()
				if err := p.do(ben, model.Undo{Act: true}); err != nil {
					t.Fatalf("%s: %v", system, err)
				}
			}
			if late {
				wants()
			}
			for n := 0; n == 0 || n < 5 && len(p.table.FollowUps()) > 0; n++ { // the armor, and the hits that it lets through
				u := p.table.FollowUps()[0]
				p.answeredBy(gm, model.Begin{Who: u.Who, Against: u.Against, System: u.System, Action: u.Action, Params: u.Params})
			}
			if !late {
				wants()
			}
			for _, a := range p.table.Requests {
				if words := view.RequestWords(a, p.table); !strings.Contains(words, "Mira") {
					t.Errorf("%s: asked is %q", system, words)
				}
				p.must(model.SettleRequest{ID: a.ID})
			}
			if after := sheetsOf(t, p.table); after != before {
				t.Errorf("%s, asked before it was answered %v: it stands as\n%s\nwhere it stood as\n%s", system, late, after, before)
			}
			if n := ends(p.table); n != 0 {
				t.Errorf("%s, asked before it was answered %v: %d rolls still hold", system, late, n)
			}
			p.must(model.Redo{})
			if n := ends(p.table); n < 2 {
				t.Errorf("%s: %d rolls are brought back", system, n)
			}
		}
	}
}

// A second blow, even one that misses, does not change the follow-ups of the first. Each
// is answered by itself.
func TestFollowUpsOfSeparateBlows(t *testing.T) {
	const system = "easiness"
	p := yard(t, system)
	all := p.table.Characters()
	calls := func(action string) (n int) {
		for _, u := range p.table.FollowUps() {
			if u.Action == action {
				n++
			}
		}
		return n
	}
	strikes := func(dice int) {
		p.answeredBy(gm, model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: system, Action: "pool", Params: engine.PageOf("dice", dice, "easiness", 3)})
	}
	strikes(4)
	strikes(4)
	strikes(1) // whose die misses
	for _, action := range []string{"dodge", "resist", "hurt"} {
		if n := calls(action); n != 2 {
			t.Errorf("two blows that hit call %d times for %s", n, action)
		}
	}
	hurt := p.table.FollowUps()[2]
	answers := func(action string) {
		p.answeredBy(gm, model.Begin{Who: hurt.Who, Against: hurt.Against, System: system, Action: action, Params: engine.PageOf("dice", 1, "easiness", 3)})
	}
	answers("dodge") // and fails: what comes through is called for in the place of the first
	if d, h := calls("dodge"), calls("hurt"); d != 1 || h != 2 {
		t.Errorf("a dodge that fails leaves %d to dodge, %d to be hurt by", d, h)
	}
	p.must(model.Undo{Act: true})
	for n := 2; n > 0; n-- {
		if got := calls("hurt"); got != n {
			t.Errorf("%d blows are left of %d", got, n)
		}
		p.answeredBy(gm, model.Begin{Who: hurt.Who, Against: hurt.Against, System: system, Action: "hurt", Params: hurt.Params})
	}
	if left := p.table.FollowUps(); len(left) > 0 {
		t.Errorf("%+v is still called for", left)
	}
}

// ends returns how many finished rolls are not undone.
func ends(t model.Table) (n int) {
	for l := range t.Log() {
		if !l.Undone && slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool { _, ok := f.(model.Finished); return ok }) {
			n++
		}
	}
	return n
}

// Follow-ups can be done in anybody's turn, and nothing else can.
func TestArmorInAnothersTurn(t *testing.T) {
	const system = "trip"
	p := yard(t, system)
	all := p.table.Characters()
	p.must(model.SetOrder{Order: []string{all[1].ID, all[0].ID}, Turn: all[1].ID})
	p.answeredBy(gm, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: system, Action: "trip", Params: engine.PageOf("ability", "Maul damage")})
	blow := model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: system, Action: "trip", Params: engine.PageOf("ability", "Spear attack")}
	coat := engine.PageOf("ability", "Quilted coat")
	for _, b := range []model.Begin{blow, {Who: all[0].ID, System: system, Action: "trip", Params: coat}} {
		if err := p.do(ben, b); err == nil || !strings.Contains(err.Error(), "it is the turn of Thug") {
			t.Errorf("%v in another's turn: %v", b.Params, err)
		}
	}
	u := p.table.FollowUps()[0]
	p.answeredBy(ben, model.Begin{Who: u.Who, Against: u.Against, System: u.System, Action: u.Action, Params: u.Params})
	if turn := p.table.Clock.Turn; turn != all[1].ID {
		t.Errorf("it is the turn of %q afterwards", turn)
	}
}

// If each character has a moment of its own, nobody acts between those moments, even if
// the clock stops there because something ends.
func TestNobodyActsBetweenTurns(t *testing.T) {
	p := yard(t, "trip")
	all := p.table.Characters()
	roll := model.Begin{Who: all[0].ID, System: "trip", Action: "trip", Params: engine.PageOf("ability", "Climb")}
	for i, c := range all {
		p.must(model.Begin{Who: c.ID, System: "trip", Action: "nish", Params: engine.PageOf("typed", 17-i)})
	}
	if p.do(ben, model.Begin{Who: all[0].ID, System: "trip", Action: "nish", Params: engine.PageOf("typed", 20)}) == nil {
		t.Error("a player takes another place in the order of turns")
	}
	p.must(model.Go{Moment: p.table.Clock.Moment + 3})
	if p.do(ben, roll) == nil {
		t.Fatal("somebody acts before their Nish")
	}
	for p.table.Clock.Turn != all[0].ID {
		p.must(model.Next{})
	}
	p.answeredBy(ben, roll)
	p.must(model.Go{Moment: p.table.Clock.Moment + 9})
	if p.table.Clock.Turn != "" || p.do(ben, roll) == nil {
		t.Error("somebody acts behind their Nish")
	}
}

// A character who cannot act when the order is rolled is not in the order.
func TestDownedAreNotInTheOrder(t *testing.T) {
	p := yard(t, "d6")
	p.throw = thrower(3)
	all := p.table.Characters()
	p.must(model.Begin{Who: all[1].ID, System: "d6", Action: "befall", Params: engine.PageOf("out", 5)})
	p.must(model.RollOrder{Quick: true})
	if got := p.table.Clock.Order; len(got) != 1 || got[0] != all[0].ID {
		t.Errorf("the order is %v", got)
	}
	if got := decide.Turns(p.table); len(got) != 2 {
		t.Errorf("the turns are %v", got)
	}
}
