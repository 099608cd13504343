package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

func tableRule(rule, value string) model.SetHouse {
	return model.SetHouse{System: model.TableRulesID, Rule: rule, Value: engine.ValueOf(value)}
}

// lastSentence returns the log's sentence about the newest event.
func lastSentence(p *play) string {
	for _, lines := range view.LogText(p.table, true) {
		return lines[0].Text
	}
	return ""
}

// What a player adds to a roll beyond the sheet is recorded in its line. If a rule of the
// table says so, the gamemaster has to grant it first. Neither holds for what the
// gamemaster adds.
func TestParametersBeyondTheSheet(t *testing.T) {
	added := engine.PageOf("ability", "strength", "situation", 2).With("why", engine.ValueOf("from above"))
	p := newPlay(t, thrower(1))
	bos := seated(p, "Ben's", "Ben", false)
	roll := model.Begin{Who: bos, System: "supermen", Action: "save", Params: added}
	if err := p.do(ben, roll); err != nil {
		t.Fatal(err)
	}
	p.settle()
	if got := lastSentence(p); !strings.HasSuffix(got, " (+2 situation: from above, by Ben)") {
		t.Errorf("the line is %q", got)
	}
	p.must(roll)
	p.settle()
	if got := lastSentence(p); strings.Contains(got, "situation") {
		t.Errorf("the gamemaster's own is marked: %q", got)
	}

	p.must(tableRule("beyond", model.Granted))
	if err := p.do(ben, model.Begin{Who: bos, System: "supermen", Action: "save"}); err != nil || len(p.table.Requests) != 0 {
		t.Fatalf("a roll by the sheet is asked for: %v", err)
	}
	p.settle()
	before := p.table.Seq()
	if !decide.BeginNeedsGrant(p.table, ben, roll) || decide.BeginNeedsGrant(p.table, gm, roll) {
		t.Error("the form says otherwise than what begins")
	}
	if err := p.do(ben, roll); err != nil {
		t.Fatal(err)
	}
	asked := p.table.Requests
	if len(asked) != 1 || len(p.table.Rolls()) != 0 || p.table.Seq() != before+1 {
		t.Fatalf("asked: %+v, rolling: %+v", asked, p.table.Rolls())
	}
	if words := view.RequestWords(asked[0], p.table); words != "Ben's: Ability save, +2 situation: from above" {
		t.Errorf("the request reads %q", words)
	}
	if len(view.SeenBy(p.table, cy).Requests) != 0 {
		t.Error("another player reads the request")
	}
	p.must(model.SettleRequest{ID: asked[0].ID})
	if all := p.table.Rolls(); len(all) != 1 || !all[0].ByPlayer || len(decide.Deciders(p.table, all[0])) != 1 {
		t.Errorf("granted, it is %+v", all)
	}
	p.settle()
	if got := lastSentence(p); !strings.HasSuffix(got, ", by Ben)") || len(p.table.Requests) != 0 {
		t.Errorf("granted: %q", got)
	}
	for len(p.table.Requests) == 0 && p.table.Seq() < 100 {
		p.must(model.Undo{Act: true})
	}
	if n := len(p.table.Requests); n != 1 {
		t.Errorf("taken back, %d requests are open", n)
	}
	if err := p.do(ben, tableRule("beyond", model.Written)); err == nil {
		t.Error("a player sets the table's rules")
	}
}

// What a player sets beyond the sheet for several who act together is granted as one
// request, and refused as one.
func TestGroupBeyondTheSheet(t *testing.T) {
	p := newPlay(t, thrower(1))
	each := model.Together{}
	for _, name := range []string{"Wolf 1", "Wolf 2", "Wolf 3"} {
		each.Each = append(each.Each, model.Begin{Who: seated(p, name, "Ben", false), System: "supermen", Action: "save", Params: engine.PageOf("ability", "strength", "situation", 2)})
	}
	if err := p.do(ben, each); err != nil || len(p.table.Requests) != 0 {
		t.Fatalf("where it is only written down: %v, %+v", err, p.table.Requests)
	}
	p.must(tableRule("beyond", model.Granted))
	p.settle()
	rolls := func() (n int) {
		for l := range p.table.Log() {
			for _, f := range l.Event.Facts {
				if end, ok := f.(model.Finished); ok && !l.Undone && end.Roll.ByPlayer {
					n++
				}
			}
		}
		return n
	}
	was := rolls()
	for range 2 {
		if err := p.do(ben, each); err != nil {
			t.Fatal(err)
		}
	}
	asked := p.table.Requests
	if len(asked) != 2 || len(p.table.Rolls()) != 0 || rolls() != was {
		t.Fatalf("asked: %+v, rolling: %+v", asked, p.table.Rolls())
	}
	if words := view.RequestWords(asked[0], p.table); words != "Wolf 1-3: Ability save, +2 situation" {
		t.Errorf("the request reads %q", words)
	}
	p.must(model.SettleRequest{ID: asked[1].ID, Refuse: true})
	p.must(model.SettleRequest{ID: asked[0].ID})
	p.settle()
	if rolls() != was+3 || len(p.table.Requests) != 0 {
		t.Errorf("granted, %d have rolled", rolls()-was)
	}
	if got := lastSentence(p); !strings.HasSuffix(got, ", by Ben)") {
		t.Errorf("the line is %q", got)
	}
	p.must(model.Undo{})
	if rolls() != was || len(p.table.Requests) != 1 {
		t.Errorf("taken back, %d rolls are left and %+v is asked", rolls()-was, p.table.Requests)
	}
	p.readAgain()
	wrong := model.Together{Each: []model.Begin{{Who: each.Each[0].Who, System: "supermen", Action: "save", Params: engine.PageOf("situation", 2, "ability", "none")}}}
	if err := p.do(ben, wrong); err == nil {
		t.Error("what nobody can begin is asked for")
	}
}

// Parameters that come from a follow-up need no grant; other values in their place do.
func TestFollowUpParametersNeedNoGrant(t *testing.T) {
	p := newPlay(t, thrower(1))
	bos := seated(p, "Ben's", "Ben", false)
	p.must(tableRule("beyond", model.Granted))
	hurt := model.FollowUp{Who: bos, System: "supermen", Action: "hurt", Params: engine.PageOf("damage", 3)}
	p.table = p.table.Apply(model.Event{Seq: p.table.Seq() + 1, By: gm, Facts: []model.Fact{model.CalledFor{FollowUp: hurt}}})
	if err := p.do(ben, model.Begin{Who: bos, System: "supermen", Action: "hurt", Params: engine.PageOf("damage", 2)}); err != nil || len(p.table.Requests) != 1 {
		t.Errorf("less damage than was called for is not asked for: %v", err)
	}
	if err := p.do(ben, model.Begin{Who: bos, System: "supermen", Action: "hurt", Params: hurt.Params}); err != nil || len(p.table.Requests) != 1 {
		t.Errorf("what was called for is asked for: %v", err)
	}
}

// Typed faces are marked wherever they are shown. If a rule of the table says so, only the
// gamemaster can type them.
func TestTypedDice(t *testing.T) {
	p := newPlay(t, thrower(1))
	bos := seated(p, "Ben's", "Ben", false)
	open := func() model.Answer {
		r := p.table.Rolls()[0]
		step, err := p.table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		return model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Thrown(engine.Faces{4, 5})}
	}
	begin := model.Begin{Who: bos, System: "supermen", Action: "save", Params: engine.PageOf("ability", "strength"), Typed: true}
	if err := p.do(ben, begin); err != nil {
		t.Fatal(err)
	}
	if err := p.do(ben, open()); err != nil {
		t.Fatal(err)
	}
	typed := p.table.Newest.Event
	p.settle()
	newest := p.table.Newest.Event
	if got := lastSentence(p); !strings.HasSuffix(got, " (typed)") {
		t.Errorf("the line is %q", got)
	}
	whole := ""
	for _, f := range newest.Facts {
		for _, l := range view.Tell(p.table, f, true) {
			whole += l.Words() + "\n"
		}
	}
	if !strings.Contains(whole, "2d10: 4 5 (typed)") {
		t.Errorf("the entry says\n%s", whole)
	}
	if b, err := json.Marshal(typed); err != nil || !strings.Contains(string(b), `"faces":[4,5],"typed":true`) {
		t.Errorf("the export has %s, %v", b, err)
	}

	p.must(tableRule("typed", model.GamemastersDice))
	if err := p.do(ben, begin); err == nil || !strings.Contains(err.Error(), "thrown here") {
		t.Errorf("a player types: %v", err)
	}
	c, _ := p.table.Character(bos)
	own := *c
	own.Typed, own.Pages = true, nil
	if err := p.do(ben, model.Edit{Who: bos, Character: own}); err == nil {
		t.Error("a player turns to real dice")
	}
	p.must(model.Edit{Who: bos, Character: own})
	thrown := begin
	thrown.Typed = false
	if err := p.do(ben, thrown); err != nil || len(p.table.Rolls()) > 0 && len(p.table.Rolls()[0].Tape) == 0 {
		t.Errorf("the player's dice wait to be typed: %v, %+v", err, p.table.Rolls())
	}
	p.settle()
	p.must(begin)
	if all := p.table.Rolls(); len(all) != 1 || len(all[0].Tape) != 0 {
		t.Errorf("the gamemaster's dice are thrown here: %+v", all)
	}
	p.must(open())
}
