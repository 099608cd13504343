package engine_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// The keys are those of the command line's contract, and in its order.
func TestOutcomesInWordsAndJSON(t *testing.T) {
	for _, c := range []struct {
		o           engine.Outcome
		words, text string
		result      int
	}{
		{engine.Outcome{Success: true, Grade: engine.Success, Total: 14, Target: 18, Margin: 4, Values: []engine.Named{engine.Num("speed_q", 17), engine.Num("pace", engine.Milli(1500)), engine.Word("winner", "actor")}},
			"success: 14 against 18, by 4",
			`{"success":true,"grade":"success","total":14,"target":18,"margin":4,"values":{"speed_q":17,"pace":1.5,"winner":"actor"}}`, 14},
		{engine.Outcome{Success: true, Grade: engine.Success, Total: 5, Margin: 5, Values: []engine.Named{engine.Num("net", 5)}},
			"success: 5",
			`{"success":true,"grade":"success","total":5,"target":0,"margin":5,"values":{"net":5}}`, 5},
		{engine.Outcome{Grade: "critical-failure", Flags: []string{"max-heroic", "late"}, Total: 3, NoTarget: true},
			"critical failure: 3, max heroic, late",
			`{"success":false,"grade":"critical-failure","flags":["max-heroic","late"],"total":3,"values":{}}`, 3},
		{engine.Outcome{Grade: engine.Failure, Total: 3, Target: 0, Margin: -9, Values: []engine.Named{engine.Num("result", 35)}},
			"failure: 35 against 0, by 9",
			`{"success":false,"grade":"failure","total":3,"target":0,"margin":-9,"values":{"result":35}}`, 35},
	} {
		if c.o.Words() != c.words || c.o.Result() != c.result {
			t.Errorf("%q with the result %d, want %q and %d", c.o.Words(), c.o.Result(), c.words, c.result)
		}
		text, err := json.Marshal(c.o)
		var back engine.Outcome
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || string(text) != c.text || !reflect.DeepEqual(back, c.o) {
			t.Errorf("%s, %v\nread as %+v, want\n%s", text, err, back, c.text)
		}
	}
	for _, wrong := range []string{`[]`, `{"total":"x"}`, `{"values":{"a":{}}}`, `{"values":3}`, `{"values":[]}`, `{"values":{"a"`} {
		var o engine.Outcome
		if err := json.Unmarshal([]byte(wrong), &o); err == nil {
			t.Errorf("%s is read as %+v", wrong, o)
		}
	}
}

func TestNumbersOfAnOutcomeInWords(t *testing.T) {
	for want, n := range map[string]engine.Named{
		"speed q 17": engine.Num("speed_q", 17), "by wound 1.5": engine.Num("by-wound", engine.Milli(1500)),
		"wound none": {ID: "wound"}, "wound nothing": engine.Word("wound", ""),
	} {
		if n.Words() != want {
			t.Errorf("got %q, want %q", n.Words(), want)
		}
	}
	o := engine.Outcome{Values: []engine.Named{engine.Num("a", 1)}}
	if o.Value("a") != engine.ValueOf(1) || !o.Value("b").IsNone() {
		t.Errorf("a is %s, b is %s", o.Value("a"), o.Value("b"))
	}
}

func TestOddsInJSON(t *testing.T) {
	c := engine.Chances{Success: 0.75, Unreached: 1e-15,
		Grades: []engine.GradeChance{{Grade: "success", P: 0.75}, {Grade: "failure", Flags: []string{"late"}, P: 0.25}},
		Totals: []engine.TotalChance{{Total: -1, P: 1.0 / 3, Success: 1}}}
	text, err := json.Marshal(c)
	const want = `{"success":0.75,"outcomes":[{"grade":"success","flags":[],"p":0.75},{"grade":"failure","flags":["late"],"p":0.25}],` +
		`"totals":[{"total":-1,"p":0.333333333333}],"unreached":1e-15}`
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s, want\n%s", err, text, want)
	}
	if text, err = json.Marshal(engine.Chances{}); err != nil || !strings.Contains(string(text), `"outcomes":[],"totals":[]`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestFatesOfDice(t *testing.T) {
	r := playedOut(t, func(r *engine.Roll) engine.Outcome {
		r.Cancelled("dice", 6)
		r.Decisive("wild", 1)
		return engine.Outcome{Grade: engine.Failure}
	})
	if len(r.Fates) != 2 || !r.Fates[0].Cancelled() || r.Fates[0].Decisive() || !r.Fates[1].Decisive() || r.Fates[1].Cancelled() {
		t.Errorf("got %+v", r.Fates)
	}
}
