package supermen

import (
	"encoding/json"
	"testing"

	"example.org/fray/engine"
)

func TestContractExample(t *testing.T) {
	action, _ := System.Action("move")
	in := engine.Inputs{System: System, Action: action,
		Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("strength", 11, "agility", 22, "height", engine.Milli(1791))},
		House:  engine.PageOf("half_strength", "down")}
	tape := []engine.Answer{
		{ID: "dice", Dice: "2d10", Faces: engine.Faces{5, 1}},
		{ID: "ones", Dice: "1d10", Faces: engine.Faces{4}},
		{ID: "extra-effort", Give: engine.Shares{}},
		{ID: "share", Give: engine.Shares{"speed": 17, "ep": 9}},
	}
	step, err := engine.Run(in, tape)
	if err != nil {
		t.Fatal(err)
	}
	type later struct {
		After  int    `json:"after"`
		Unit   string `json:"unit"`
		Action string `json:"action"`
	}
	var follows []later
	for _, n := range step.Following(engine.OnTimeline) {
		follows = append(follows, later{n.After, System.Time.Unit, n.Action})
	}
	got, err := json.Marshal(map[string]any{"outcome": step.Outcome, "changes": System.Sheet.NotableChanges(step.Changes), "later": follows})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"changes":[{"sheet":"actor","field":"speed_q","from":0,"to":17}],` +
		`"later":[{"after":6,"unit":"segment","action":"move-done"}],` +
		`"outcome":{"success":true,"grade":"success","total":2,"target":28,"margin":26,` +
		`"values":{"quality":26,"speed_q":17,"speed":10,"ep_row":0,"ep_cost":0}}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(step.Notes) == 0 || step.Notes[0] != "28 = agility 22 + half strength 5 + Square(1.791) 1" {
		t.Errorf("working: %q", step.Notes)
	}
}
