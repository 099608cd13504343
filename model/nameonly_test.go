package model_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// A character without a player is known by name only and a player's character openly,
// unless the gamemaster changes it. Only the gamemaster can.
func TestVisibilityOfCharacters(t *testing.T) {
	p := newPlay(t, thrower(1))
	foe, hers := seated(p, "Sphinx", "", false), seated(p, "Seraph", "Bo", false)
	who := func(id string) *model.Character {
		c, ok := p.table.Character(id)
		if !ok {
			t.Fatalf("%s is gone", id)
		}
		return c
	}
	for _, x := range []struct{ id, how, want string }{
		{foe, "", "met"}, {hers, "", "open"},
		{foe, "open", "open"}, {hers, "met", "met"},
		{foe, "hidden", "hidden"}, {hers, "hidden", "hidden"},
		{foe, "", "met"}, {hers, "", "open"},
	} {
		p.must(model.Edit{Who: x.id, Character: who(x.id).WithShown(x.how)})
		if got := who(x.id).ShownAs(); got != x.want {
			t.Errorf("%s, said to be %q, is %s", who(x.id).Name, x.how, got)
		}
		seen := view.SeenBy(p.table, cy)
		c, there := seen.Character(x.id)
		if there != (x.want != "hidden") || there && (c.Pages != nil) != (x.want == "open") {
			t.Errorf("%s is %s, and another seat sees %+v", who(x.id).Name, x.want, c)
		}
		if own, _ := view.SeenBy(p.table, bo).Character(hers); own == nil || own.Pages == nil {
			t.Error("whoever plays somebody has not the sheet")
		}
	}
	if p.do(bo, model.Edit{Who: hers, Character: who(hers).WithShown("met")}) == nil {
		t.Error("a player says how others get somebody")
	}
	if p.do(gm, model.Edit{Who: foe, Character: who(foe).WithShown("half")}) == nil {
		t.Error("others get somebody in a way that there is not")
	}
}

// Of a character known by name only a seat sees a word for its state, which depends on how
// much life is left, and what it visibly does.
func TestNameOnlyState(t *testing.T) {
	p := newPlay(t, thrower(1))
	foe, hers := seated(p, "Sphinx", "", false), seated(p, "Seraph", "Bo", false)
	for _, x := range []struct {
		field string
		lost  int
		want  string
	}{{"vp_lost", 0, "unhurt"}, {"vp_lost", 10, "scratched"}, {"vp_lost", 25, "hurt"}, {"vp_lost", 36, "badly hurt"}, {"body_bludgeoning", 90, "unconscious"}} {
		p.must(model.Write{Who: foe, System: "supermen", Set: []model.Change{{Field: x.field, To: engine.ValueOf(x.lost)}}, Why: "a fall"})
		c, _ := view.SeenBy(p.table, bo).Character(foe)
		if word, met := c.State(); !met || word != x.want {
			t.Errorf("%d %s, and she is %q", x.lost, x.field, word)
		}
	}
	before := len(lines(view.SeenBy(p.table, bo)))
	p.must(model.Write{Who: foe, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(0)}, {Field: "body_bludgeoning", To: engine.ValueOf(0)}}})
	c, _ := p.table.Character(foe)
	noted := *c
	noted.Notes = "afraid of cats"
	p.must(model.Edit{Who: foe, Character: noted})
	if after := len(lines(view.SeenBy(p.table, bo))); after != before {
		t.Errorf("%d lines tell of a sheet and notes that are not known", after-before)
	}
	p.must(model.Begin{Who: foe, System: "supermen", Action: "combat", Against: []string{hers}, Params: engine.PageOf("situation", 90)})
	for len(p.table.Rolls()) > 0 {
		r := p.table.Rolls()[0]
		step, err := p.table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := step.Open.Nothing()
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
	seen := view.SeenBy(p.table, bo)
	told := strings.Join(lines(seen), "\n")
	if !strings.Contains(told, "Sphinx: Combat Roll against Seraph") || len(seen.Pending()) == 0 {
		t.Errorf("what she visibly does is not told:\n%s\n%v", told, seen.Pending())
	}
	for _, x := range seen.Pending() {
		if !x.Params.IsZero() {
			t.Errorf("what comes is told with its numbers: %+v", x)
		}
	}
}

// A player's odds against a character known by name only depend on what the player knows.
// If the defence is open they depend on everything that counts.
func TestOddsAgainstNameOnly(t *testing.T) {
	p := newPlay(t, thrower(1))
	foe, hers := seated(p, "Sphinx", "", false), seated(p, "Seraph", "Bo", false)
	p.must(model.Write{Who: foe, System: "supermen", Set: []model.Change{{Field: "defense", To: engine.ValueOf(7)}}})
	p.must(model.AddEffect{Who: foe, Words: "cover", Until: model.ByTreated, Adds: []model.Add{{System: "supermen", Field: "defense_more", N: 2}}})
	odds := func(seat model.Seat) engine.Chances {
		t.Helper()
		in, err := decide.InputsToBegin(view.SeenBy(p.table, seat), seat, model.Begin{Who: hers, System: "supermen", Action: "combat", Against: []string{foe}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := engine.Odds(in, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	whole := odds(gm)
	if c := odds(bo); !c.TotalsOnly || c.Success != 0 || len(c.Totals) < 2 {
		t.Errorf("the defence is not known, and the odds are %v, blind: %v", c.Success, c.TotalsOnly)
	}
	same := func(how string) {
		t.Helper()
		if c := odds(bo); c.TotalsOnly || math.Abs(c.Success-whole.Success) > 1e-9 {
			t.Errorf("%s: the odds are %v, and %v of all", how, c.Success, whole.Success)
		}
	}
	c, _ := p.table.Character(foe)
	guard := *c
	guard.DefenceOpen = true
	p.must(model.Edit{Who: foe, Character: guard})
	same("her defence is open")
	p.must(model.Undo{})
	p.must(model.ShowOdds{All: true})
	same("all odds are open")
	if seen, _ := view.SeenBy(p.table, bo).Character(foe); seen.Pages != nil {
		t.Error("with the odds the sheet is open")
	}
	if p.do(bo, model.ShowOdds{All: false}) == nil || p.do(gm, model.ShowOdds{All: true}) == nil {
		t.Error("a player closes the odds, or they are opened twice")
	}
}

// A player who damages a character known by name only is told the player's own total while
// there is still something to decide, and it is the final one. What is done to the
// player's character is not told in the same way.
func TestOwnTotalAgainstNameOnly(t *testing.T) {
	p := &play{TB: t, table: model.New(allRules()), throw: thrower(1)}
	p.must(model.Make{Name: "Court", System: "d6"})
	tpl := allRules()["d6"].Templates
	p.must(model.Join{Character: model.Character{Name: "Kit", Owner: "Bo", Pages: map[string]engine.Page{"d6": tpl[0].Page}}})
	p.must(model.Join{Character: model.Character{Name: "Rook", Pages: map[string]engine.Page{"d6": tpl[1].Page}}})
	kit, rook := p.table.Characters()[0].ID, p.table.Characters()[1].ID
	if err := p.do(bo, model.Begin{Who: kit, System: "d6", Action: "damage", Against: []string{rook}, Params: engine.PageOf("code", "4D")}); err != nil {
		t.Fatal(err)
	}
	told := func(seat model.Seat) engine.Step {
		t.Helper()
		seen := view.SeenBy(p.table, seat)
		step, err := seen.Step(seen.Rolls()[0])
		if err != nil {
			t.Fatal(err)
		}
		return step
	}
	his := told(bo)
	if his.Open == nil || his.Open.Who != engine.Actor || his.Outcome.Total == 0 {
		t.Fatalf("Bo is told %d, and asked %+v", his.Outcome.Total, his.Open)
	}
	for r := p.table.Rolls(); len(r) > 0; r = p.table.Rolls() {
		step, err := p.table.Step(r[0])
		if err != nil {
			t.Fatal(err)
		}
		nothing, _ := step.Open.Nothing()
		p.must(model.Answer{Roll: r[0].ID, Question: r[0].Question, Answer: nothing})
	}
	for l := range p.table.Log() {
		for _, f := range l.Event.Facts {
			if done, ok := f.(model.Finished); ok && done.Outcome.Result() != his.Outcome.Total {
				t.Errorf("told %d, and it ends with %d", his.Outcome.Total, done.Outcome.Result())
			}
		}
		break
	}
	p.must(model.Begin{Who: rook, System: "d6", Action: "damage", Against: []string{kit}, Params: engine.PageOf("code", "4D")})
	if step := told(bo); step.Open == nil || step.Outcome.Total != 0 {
		t.Errorf("Bo is told that Rook has %d", step.Outcome.Total)
	}
}

// What a player requests on an unknown sheet is counted from what the player knows: three
// points are three, and do not tell how many were lost before.
func TestRequestsAboutNameOnly(t *testing.T) {
	p := newPlay(t, thrower(1))
	foe := seated(p, "Sphinx", "", false)
	p.must(model.Write{Who: foe, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(11)}}})
	if err := p.do(bo, model.Write{Who: foe, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}, Why: "the lamp fell"}); err != nil {
		t.Fatal(err)
	}
	if words := view.RequestWords(view.SeenBy(p.table, bo).Requests[0], view.SeenBy(p.table, bo)); words != "3 damage to Sphinx, VP: the lamp fell" {
		t.Errorf("Bo asks for %q", words)
	}
	p.must(model.SettleRequest{ID: p.table.Requests[0].ID})
	c, _ := p.table.Character(foe)
	if n := allRules()["supermen"].Sheet.Read(c.Pages["supermen"]).Value("vp_lost").Int(); n != 14 {
		t.Errorf("%d VP lost, want 14", n)
	}
}

// A player is told why a rule refuses only as far as the reason depends on what the player
// knows.
func TestRefusalHidesUnknownReason(t *testing.T) {
	p := &play{TB: t, table: model.New(allRules()), throw: thrower(1)}
	p.must(model.Make{Name: "Court", System: "contest"})
	page := func(n int) map[string]engine.Page {
		return map[string]engine.Page{"contest": engine.PageOf("abilities/a/name", "Sword", "abilities/a/level", n, "usual_ability", "Sword", "usual_resistance", "Sword")}
	}
	p.must(model.Join{Character: model.Character{Name: "Kit", Owner: "Bo", Pages: page(12)}})
	p.must(model.Join{Character: model.Character{Name: "Rook", Pages: page(0)}})
	kit, rook := p.table.Characters()[0].ID, p.table.Characters()[1].ID
	b := model.Begin{Who: kit, System: "contest", Action: "exchange", Against: []string{rook}}
	whole, his := p.do(gm, b), p.do(bo, b)
	if whole == nil || his == nil || strings.Contains(his.Error(), "resistance") || his.Error() == whole.Error() {
		t.Errorf("the gamemaster is refused by %v, the player by %v", whole, his)
	}
	b.Params = engine.PageOf("ability", "Juggling")
	if whole, his = p.do(gm, b), p.do(bo, b); whole == nil || his == nil || his.Error() != whole.Error() {
		t.Errorf("of the own sheet the gamemaster is refused by %v, the player by %v", whole, his)
	}
}

// Everybody who sees an exchange is told how it ends, in the words of the rulebook, with
// what is left of their own resistance and of nobody else's.
func TestContestResultForSeat(t *testing.T) {
	p := cast(t, "contest", [3]string{"Ann", "contest", "Bo"}, [3]string{"Kit", "contest", ""}, [3]string{"Dee", "contest", "Cy"})
	ann, kit, dee := p.who(0), p.who(1), p.who(2)
	for _, x := range []struct {
		by       model.Seat
		who, foe string
		acting   int
		want     string
	}{
		{gm, kit, ann, 90, "Kit gets the better of Ann|Ann's Combat 23→12"},
		{gm, kit, ann, -90, "Ann gets the better of Kit"},
		{bo, ann, kit, -90, "Kit gets the better of Ann (acting total -90, by Bo)|-88   Combat 12→1"},
		{bo, ann, kit, 90, "Ann gets the better of Kit (acting total 90, by Bo)|109"},
		{gm, kit, dee + " " + ann, 90, "Ann loses to Kit|Ann's Combat 1→-10"}, // the last of them
	} {
		foes := strings.Fields(x.foe)
		p.answeredBy(x.by, model.Begin{Who: x.who, System: "contest", Action: "exchange", Against: foes,
			Params: engine.PageOf("kind", "combat", "chosen", len(foes), "acting", x.acting)})
		var told []string
		seen := view.SeenBy(p.table, bo)
		for l := range seen.Log() {
			for _, f := range l.Event.Facts {
				if _, ended := f.(model.Finished); ended && told == nil {
					for _, s := range view.Tell(seen, f, false) {
						told = append(told, s.Text)
					}
				}
			}
		}
		if got := strings.Join(told, "|"); got != x.want {
			t.Errorf("%q, not %q", got, x.want)
		}
	}
}

// lines returns everything that a log says.
func lines(t model.Table) []string {
	var out []string
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			for _, s := range view.Tell(t, f, true) {
				out = append(out, s.Text)
			}
		}
	}
	return out
}

// Nobody sees until when a character known by name only is out of action. For a player's
// own character the player does, whoever caused it.
func TestEndOfStateIsHidden(t *testing.T) {
	p := yard(t, "d6")
	mine, thug := p.table.Characters()[0].ID, p.table.Characters()[1].ID
	p.must(model.Begin{Who: thug, System: "d6", Action: "befall", Params: engine.PageOf("out", 5)})
	p.must(model.Begin{Who: mine, System: "d6", Action: "befall", Params: engine.PageOf("out", 5)})
	for _, x := range p.table.Pending() {
		if x.Who == thug {
			p.must(model.Delay{Pending: x.ID, Due: 77})
		}
	}
	seen := view.SeenBy(p.table, ben)
	if told := strings.Join(lines(seen), "|"); !strings.Contains(told, "is put off") || strings.Contains(told, "round 78") {
		t.Errorf("what is put off is told as %s", told)
	}
	if all := seen.Pending(); len(p.table.Pending()) != 2 || len(all) != 1 || all[0].Who != mine {
		t.Errorf("of %d ends the seat sees %+v", len(p.table.Pending()), all)
	}
	if told := strings.Count(strings.Join(lines(seen), "|"), "round 61"); told != 1 {
		t.Errorf("until when is told %d times", told)
	}
	if c, _ := seen.Character(thug); c == nil || !seen.IsDownIn(c, "d6") {
		t.Error("who is out is not seen to be")
	}
}

// What a character visibly does is told in the sentence of the rulebook, without how it
// was done.
func TestVisibleActionHasItsStory(t *testing.T) {
	p := yard(t, "d6")
	mine, thug := p.table.Characters()[0].ID, p.table.Characters()[1].ID
	for _, x := range []struct {
		action, want string
		form         engine.Page
	}{
		{"attack", "Thug hits Mira (typed)", engine.PageOf("code", "9D", "difficulty", 1, "weapon", "Revolver")},
		{"attack", "Thug misses Mira (typed)", engine.PageOf("code", "1D", "difficulty", 99)},
		{"befall", "Thug goes down", engine.PageOf("prone", true)},
		{"befall", "Thug is knocked out", engine.PageOf("out", 5)},
	} {
		p.answeredBy(gm, model.Begin{Who: thug, Against: []string{mine}[:len(x.form.Paths())/2], System: "d6", Action: x.action, Params: x.form})
		if got := lines(view.SeenBy(p.table, ben)); !slices.Contains(got, x.want) {
			t.Errorf("%q, want %q", got[:3], x.want)
		}
	}
}

// The end of a roll of a character known by name only is told in the words of its action.
func TestOutcomeWordsOfNameOnly(t *testing.T) {
	p := yard(t, "supermen")
	thug := p.table.Characters()[1].ID
	for want, form := range map[string]engine.Page{
		"Thug: Throwback, not thrown":  engine.PageOf("damage", 1, "hit", "dp", "assume", true),
		"Thug: Throwback, thrown back": engine.PageOf("damage", 99, "hit", "dp", "assume", true),
	} {
		p.answeredBy(gm, model.Begin{Who: thug, System: "supermen", Action: "throwback", Params: form})
		if got := lines(view.SeenBy(p.table, ben)); !slices.Contains(got, want) {
			t.Errorf("%q, want %q", got[:min(3, len(got))], want)
		}
	}
}
