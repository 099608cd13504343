package model_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// A house rule that is changed during a campaign records from when it holds. Earlier acts
// keep the earlier rule, also when they are amended.
func TestHouseRuleMidCampaign(t *testing.T) {
	p := newPlay(t, thrower(4))
	p.must(model.SetHouse{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("up")})
	who := p.join("Seraph", "strength", 11, "agility", 22, "height", engine.Milli(1791), "ep_max", 74)
	move := model.Begin{Who: who, System: "supermen", Action: "move", Force: true, Answers: []engine.Answer{
		dice("dice", "2d10", 5, 2), shares("extra-effort"), shares("share")}}
	p.must(model.BeginSession{})
	p.must(move)
	act := p.table.Seq()
	did := lastFinished(t, p.table)
	was := did.Outcome.Target
	p.must(model.Go{Moment: 60})
	p.must(model.SetHouse{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")})
	p.must(move)
	if now := lastFinished(t, p.table).Outcome.Target; now == was {
		t.Fatal("the rule makes no difference to this act")
	}
	since := p.table.HouseRulesSince("supermen")["half_strength"]
	if !strings.Contains(since, p.table.When(60)) || !strings.Contains(since, "keep: up") {
		t.Errorf("the rule holds %q", since)
	}
	if seen := view.SeenBy(p.table, cy).HouseRulesSince("supermen")["half_strength"]; strings.Contains(seen, "#") || !strings.Contains(seen, "keep: up") {
		t.Errorf("a seat reads a number of an event: %q", seen)
	}
	misread := model.Amend{Event: act, Given: []model.Given{{Roll: did.Roll.ID, Answer: dice("dice", "2d10", 6, 2)}}}
	p.must(misread)
	for l := range p.table.Log() {
		whole := view.Tell(p.table, l.Event.Facts[0], true)
		if last := whole[len(whole)-1]; last.Text != "unused: Seraph" || last.Dice[0].Faces.String() != "5 2" {
			t.Errorf("the die that was misread is not told as unused: %+v", whole)
		}
		break
	}
	for l := range p.table.LogFrom(act) {
		for _, f := range l.Event.Facts {
			if end, ok := f.(model.Finished); ok && end.Outcome.Target != was {
				t.Errorf("played again it is measured against %d, not %d", end.Outcome.Target, was)
			}
		}
		break
	}
	p.must(model.Undo{Act: true})
	alone := model.Amend{Event: act, House: []model.SetHouse{{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")}}}
	p.must(alone)
	if v, _ := p.table.House["supermen"].Get("half_strength"); v.Text() != "down" {
		t.Errorf("after an act with a rule of its own the table has %v", v)
	}
	for l := range p.table.LogFrom(act) {
		for _, f := range l.Event.Facts {
			if end, ok := f.(model.Finished); ok && end.Outcome.Target == was {
				t.Error("the act is not played by the rule that it is given")
			}
		}
		break
	}
}
