package supermen

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// questions plays an action and gives the decisions it asked for.
func questions(t *testing.T, in engine.Inputs) []string {
	t.Helper()
	var ids []string
	var tape []engine.Answer
	for {
		step, err := engine.Run(in, tape)
		if err != nil {
			t.Fatalf("%s: %v", in.Action.ID, err)
		}
		if step.Done() {
			return ids
		}
		a, ok := step.Open.Nothing()
		if ok {
			ids = append(ids, step.Open.ID)
		} else {
			a = step.Open.Thrown(engine.Faces{2, 3}[:step.Open.Dice.Count])
		}
		tape = append(tape, a)
	}
}

// What each action asks, in order: Extra Effort for rolls against abilities,
// never for healing; then what the Quality goes to.
func TestDecisions(t *testing.T) {
	for _, c := range []struct{ action, want string }{
		{"combat", "extra-effort share"}, {"discern", "extra-effort"}, {"heal", ""}, {"breath", "extra-effort"},
		{"jump", "extra-effort share"}, {"lift", "extra-effort share"}, {"move", "extra-effort share"},
		{"throw", "extra-effort share"}, {"throwback", "extra-effort"}, {"skill", "share"}, {"power", "share"},
		{"save", "extra-effort"}, {"knowledge", ""}, {"oppose", "share other.share"}, {"surprise", "extra-effort"},
	} {
		in := inputs(t, c.action, "seraph")
		in.Params = dared[c.action]
		if got := strings.Join(questions(t, in), " "); got != c.want {
			t.Errorf("%s asks %q, want %q", c.action, got, c.want)
		}
		if _, ok := in.Action.Param("assume"); !ok {
			continue
		}
		in.Params = in.Params.With("assume", engine.ValueOf(true))
		step, _, err := in.Finish(nil)
		if err != nil || !step.Done() || c.action != "throwback" && step.Outcome.Total != 7 {
			t.Errorf("%s with 7 assumed: total %d, %v", c.action, step.Outcome.Total, err)
		}
		if ids := questions(t, in); slices.Contains(ids, "extra-effort") {
			t.Errorf("%s: an effort without stress", c.action)
		}
	}
}

// What Q goes to, by the names and in the order that programs use.
func TestUses(t *testing.T) {
	for action, want := range map[string]string{
		"combat": "attack defense speed damage ep", "jump": "height ep", "lift": "ep pt", "move": "speed turn ep defense",
		"throw": "distance lob ep", "skill": "pt defense other", "power": "effect ep pt", "oppose": "ep reduce",
	} {
		in := inputs(t, action, "seraph")
		in.Params = dared[action]
		var tape []engine.Answer
		for {
			step, err := engine.Run(in, tape)
			if err != nil || step.Done() {
				t.Fatalf("%s: nothing is shared (%v)", action, err)
			}
			if step.Open.ID == "share" {
				var ids []string
				for _, s := range step.Open.Uses {
					ids = append(ids, s.ID)
					if s.Effect(3) == "" {
						t.Errorf("%s: %s does not say what it gives", action, s.ID)
					}
				}
				if got := strings.Join(ids, " "); got != want {
					t.Errorf("%s shares among %q, want %q", action, got, want)
				}
				break
			}
			a, ok := step.Open.Nothing()
			if !ok {
				a = step.Open.Thrown(engine.Faces{2, 3}[:step.Open.Dice.Count])
			}
			tape = append(tape, a)
		}
	}
}

// An effort of all there is is possible, one of more is not, and only one
// ability is raised.
func TestEffortHasAnEnd(t *testing.T) {
	in := inputs(t, "move", "seraph") // agility 22, strength 11
	for _, c := range []struct {
		give engine.Shares
		ok   bool
	}{
		{engine.Shares{"agility": 22}, true}, {engine.Shares{"agility": 23}, false}, {engine.Shares{"strength": 11}, true},
		{engine.Shares{"strength": 12}, false}, {engine.Shares{"agility": 1, "strength": 1}, false},
		{engine.Shares{"height": 1}, false}, {engine.Shares{"agility": -1}, false},
	} {
		tape := []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{9, 9}}, {ID: "extra-effort", Give: c.give}}
		step, err := engine.Run(in, tape)
		if (err == nil) != c.ok {
			t.Errorf("%v: %v", c.give, err)
		}
		for _, ch := range step.Changes {
			if !strings.HasSuffix(ch.Field, "_full") && ch.To.Int() != 0 {
				t.Errorf("%v leaves %s at %s", c.give, ch.Field, ch.To)
			}
		}
	}
}

// A player is told what an effort takes, and not that the full value is what it
// was all along; but it is written down.
func TestEffortTellsTheFullValue(t *testing.T) {
	in := inputs(t, "save", "footpad")
	in.Sheets[engine.Actor] = engine.PageOf("strength", 17)
	in.Params = engine.PageOf("ability", "strength")
	tape := []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{10, 10}}, {ID: "extra-effort", Give: engine.Shares{"strength": 7}}}
	step, err := engine.Run(in, tape)
	if err != nil {
		t.Fatal(err)
	}
	told := sheet.NotableChanges(step.Changes)
	if len(told) != 1 || told[0].Field != "strength" || told[0].From.Int() != 17 || told[0].To.Int() != 10 {
		t.Errorf("told: %+v", told)
	}
	if !slices.ContainsFunc(step.Changes, func(c engine.Change) bool { return c.Field == "strength_full" && c.To.Int() == 17 }) {
		t.Errorf("the full value is not kept: %+v", step.Changes)
	}
}
