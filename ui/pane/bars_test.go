package pane

import (
	"testing"

	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/scene"
)

// What ends, or goes on, for somebody stands on the timeline as a bar of that one and
// not of who brought it about.
func TestBarOfWhomItConcerns(t *testing.T) {
	rules, looked := model.Rulebooks{}, 0
	for _, s := range systems.All() {
		rules[s.ID] = s
	}
	table := model.New(rules)
	for _, s := range systems.All() {
		for _, a := range s.Actions {
			p := model.Pending{Who: "giver", Against: []string{"taker"}, System: s.ID, Action: a.ID}
			want := "giver"
			if a.Over.OnlyEnds || a.Over.SurvivesScene {
				want, looked = "taker", looked+1
			}
			if x := befalling(table, model.UpcomingItem{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action}); x.Who != want {
				t.Errorf("%s, %s is told of the %s, want the %s", s.ID, a.ID, x.Who, want)
			}
			if got := scene.Concerns(table, p); got != want {
				t.Errorf("%s, %s is a bar of the %s, want the %s", s.ID, a.ID, got, want)
			}
		}
	}
	if looked == 0 {
		t.Error("no rulebook has anything that only ends")
	}
}
